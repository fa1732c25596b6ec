import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseEnv } from 'node:util';
import { keepFile } from '#lib/operations/backup/keep-file.server.ts';
import { keptFiles } from '#lib/operations/backup/kept-files.server.ts';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';
import { openFileStore } from '#lib/platform/files/storage/open-file-store.server.ts';
import { SECRET_KEY_FILE } from '#lib/platform/secret-key.server.ts';
import {
  SETTINGS_FILE,
  settingsFileText,
  withSettings,
  writeSettingsFile,
} from '#lib/platform/settings-file.server.ts';

/** To the folder of the new shop. What customers sent stays in STORAGE_URL, where that is set. */
export async function copyFiles(dataDir: string, dir: string): Promise<void> {
  for await (const { path, open } of keptFiles(dataDir, openFileStore({ dataDir }))) {
    const content = await open();
    if (content) await keepFile(content, join(dir, path));
  }
  await copySecrets(dataDir, dir);
}

/** Settings of the environment are where they were; the file's are read below DATA_DIR only. */
async function copySecrets(dataDir: string, dir: string): Promise<void> {
  const key = await readFile(join(dataDir, SECRET_KEY_FILE), 'utf8').catch(ignoreNotFound);
  if (key) await keepFile(Readable.from([Buffer.from(key)]), join(dir, SECRET_KEY_FILE));
  const text = settingsFileText(join(dataDir, SETTINGS_FILE));
  const { DATABASE_URL, DATABASE_READ_URL } = parseEnv(text);
  const isNamed = Boolean(DATABASE_URL || DATABASE_READ_URL);
  if (text)
    await writeSettingsFile(
      join(dir, SETTINGS_FILE),
      isNamed ? withSettings(text, { DATABASE_URL: '', DATABASE_READ_URL: '' }) : text,
    );
}
