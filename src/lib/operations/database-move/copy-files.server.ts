import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseEnv } from 'node:util';
import { filesToBackUp } from '#lib/operations/backup/list-files.server.ts';
import { writeNewFile } from '#lib/operations/backup/write-file.server.ts';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';
import { openFileStore } from '#lib/platform/files/storage/open-file-store.server.ts';
import { SECRET_KEY_FILE } from '#lib/platform/secret-key.server.ts';
import {
  SETTINGS_FILE,
  settingsFileText,
  withSettings,
  writeSettingsFile,
} from '#lib/platform/settings/settings-file.server.ts';

/**
 * Copies the pictures, the customers' uploads, the secret key and the settings to the folder of the new shop. With
 * STORAGE_URL, the uploads stay in the bucket.
 */
export async function copyFiles(dataDir: string, targetDir: string): Promise<void> {
  for await (const { path, open } of filesToBackUp(dataDir, openFileStore({ dataDir }))) {
    const content = await open();
    if (content) await writeNewFile(content, join(targetDir, path));
  }
  await copyKeyAndSettings(dataDir, targetDir);
}

/** Copies the secret key, and the settings file without database URLs. The new shop reads both from its folder. */
async function copyKeyAndSettings(dataDir: string, targetDir: string): Promise<void> {
  const key = await readFile(join(dataDir, SECRET_KEY_FILE), 'utf8').catch(ignoreNotFound);
  if (key) await writeNewFile(Readable.from([Buffer.from(key)]), join(targetDir, SECRET_KEY_FILE));
  const text = settingsFileText(join(dataDir, SETTINGS_FILE));
  const { DATABASE_URL, DATABASE_READ_URL } = parseEnv(text);
  const hasDatabaseUrl = Boolean(DATABASE_URL || DATABASE_READ_URL);
  if (text)
    await writeSettingsFile(
      join(targetDir, SETTINGS_FILE),
      hasDatabaseUrl ? withSettings(text, { DATABASE_URL: '', DATABASE_READ_URL: '' }) : text,
    );
}
