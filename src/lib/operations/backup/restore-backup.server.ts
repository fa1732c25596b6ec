import { createReadStream, existsSync } from 'node:fs';
import { mkdir, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { POSTGRES_FILE } from '#lib/operations/backup/backup-path.server.ts';
import { BACKUP_SETTINGS_FILE } from '#lib/operations/backup/backup-secrets.server.ts';
import type { BackupSettings } from '#lib/operations/backup/backup-settings.ts';
import { differences } from '#lib/operations/backup/contents.server.ts';
import { existingFiles } from '#lib/operations/backup/existing-files.server.ts';
import { uploadKeyOf } from '#lib/operations/backup/list-files.server.ts';
import type { Contents, Manifest } from '#lib/operations/backup/manifest.schema.ts';
import { type BackupStoreSettings, openBackup } from '#lib/operations/backup/open-backup-store.server.ts';
import { restorePostgres } from '#lib/operations/backup/postgres-dump.server.ts';
import { activateSettings, saveRestoredSettings } from '#lib/operations/backup/restore-settings.server.ts';
import { SQLITE_FILE, sqliteContents } from '#lib/operations/backup/sqlite-dump.server.ts';
import { sizeAndHashOf, writeNewFile } from '#lib/operations/backup/write-file.server.ts';
import { refuseNewerDatabase } from '#lib/platform/db/migrator/migrate.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';
import { openFileStore } from '#lib/platform/files/storage/open-file-store.server.ts';
import { removeEmptyFolders, syncFile } from '#lib/platform/files/storage/write-file.server.ts';
import { SETTINGS_FILE } from '#lib/platform/settings/settings-file.server.ts';

/** Entries that an empty target may have: created when a shop starts, or written by the owner for the new machine. */
const ALLOWED_ENTRIES = new Set(['pictures', 'uploads', SETTINGS_FILE]);
const STAGING_DIR = 'restoring';
/** The folder for a backup that is downloaded from a bucket. */
const DOWNLOAD_DIR = 'fetched';
const DUMP_FILES = [SQLITE_FILE, POSTGRES_FILE];
const ENGINE_NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/**
 * Restores a backup into an empty data folder and database, and compares the result with the backup. Throws a ShopError
 * `conflict` if the target is not empty or has the other database engine, and `refused` if the backup is unusable.
 * After an error, the data folder is as before. With `replacesShop`, the settings of the backup are used, too.
 */
export async function restoreBackup(
  settings: BackupSettings & BackupStoreSettings,
  location: string,
  replacesShop = false,
): Promise<Manifest> {
  const { store, name } = openBackup(settings, location);
  const manifest = await store.readManifest(name);
  if (replacesShop && !manifest.files[BACKUP_SETTINGS_FILE])
    throw new ShopError(
      'refused',
      'This backup has no settings. Restore it without --settings, and set them yourself.',
    );
  await checkTarget(settings, manifest);
  const downloadDir = join(settings.dataDir, DOWNLOAD_DIR);
  const createdFolder = await mkdir(settings.dataDir, { recursive: true, mode: 0o700 });
  try {
    await restoreAll(settings, await store.fetch(name, downloadDir), manifest);
    if (replacesShop) await activateSettings(settings);
  } catch (error) {
    // Only the first error is reported.
    await removeRestoredFiles(settings.dataDir, manifest, createdFolder).catch(() => {});
    throw error;
  } finally {
    await rm(downloadDir, { recursive: true, force: true });
  }
  return manifest;
}

/**
 * Deletes the restored files from the data folder. Files in a bucket are kept, because an earlier shop may use the same
 * keys.
 */
async function removeRestoredFiles(
  dataDir: string,
  { files }: Manifest,
  createdFolder: string | undefined,
): Promise<void> {
  for (const path of [...Object.keys(files), STAGING_DIR, DOWNLOAD_DIR]) {
    const target = join(dataDir, path);
    await rm(target, { recursive: true, force: true });
    const [folder = ''] = path.split('/');
    if (folder !== path) await removeEmptyFolders(dirname(target), join(dataDir, folder));
  }
  if (createdFolder !== undefined) await removeEmptyFolders(dataDir, createdFolder);
}

async function restoreAll(settings: BackupSettings, folder: string, manifest: Manifest): Promise<void> {
  await checkFiles(folder, manifest);
  await restoreFiles(settings, folder, manifest);
  const deviations = differences(manifest.contents, await restoreDatabase(settings, folder));
  if (deviations.length > 0)
    throw new ShopError('refused', `The restored data differs from the backup: ${deviations.join('; ')}.`);
}

async function checkTarget({ dataDir, databaseUrl }: BackupSettings, { engine, contents }: Manifest): Promise<void> {
  refuseNewerDatabase(contents.migrations);
  const targetEngine = databaseUrl ? 'postgres' : 'sqlite';
  if (engine !== targetEngine)
    throw new ShopError(
      'conflict',
      `This is a backup of ${ENGINE_NAMES[engine]}, but the settings use ${ENGINE_NAMES[targetEngine]}.`,
    );
  const existingNames = (await existingFiles(dataDir)).filter((name) => !ALLOWED_ENTRIES.has(name));
  if (existingNames.length > 0 || existsSync(join(dataDir, 'pictures', 'masters')))
    throw new ShopError('conflict', `${dataDir} is not empty. Restore into an empty folder (DATA_DIR).`);
}

async function checkFiles(folder: string, { files }: Manifest): Promise<void> {
  const realFolder = await realpath(folder);
  for (const [path, { bytes, sha256 }] of Object.entries(files)) {
    const realFilePath = await realpath(join(folder, path)).catch(ignoreNotFound);
    if (realFilePath !== undefined && realFilePath !== join(realFolder, path))
      throw new ShopError('refused', `This backup was changed: ${path} is a link to another folder.`);
    const file = await sizeAndHashOf(join(folder, path)).catch(ignoreNotFound);
    if (!file) throw new ShopError('refused', `This backup is incomplete: ${path} is missing.`);
    if (file.bytes !== bytes || file.sha256 !== sha256)
      throw new ShopError('refused', `This backup is damaged: the checksum of ${path} is wrong.`);
  }
}

/** Restores the files. They are restored before the database, so that its rows never refer to a missing file. */
async function restoreFiles(settings: BackupSettings, folder: string, { files }: Manifest): Promise<void> {
  const store = openFileStore(settings);
  for (const path of Object.keys(files)) {
    const key = uploadKeyOf(path);
    if (DUMP_FILES.includes(path)) continue;
    if (key) await store.restore(key, join(folder, path));
    else if (path === BACKUP_SETTINGS_FILE) await saveRestoredSettings(settings, folder);
    else await writeNewFile(createReadStream(join(folder, path)), join(settings.dataDir, path));
  }
}

async function restoreDatabase({ dataDir, databaseUrl }: BackupSettings, folder: string): Promise<Contents> {
  if (databaseUrl) return restorePostgres(databaseUrl, folder);
  const stagingDir = join(dataDir, STAGING_DIR);
  await writeNewFile(createReadStream(join(folder, SQLITE_FILE)), join(stagingDir, SQLITE_FILE));
  const contents = await sqliteContents(stagingDir);
  await rename(join(stagingDir, SQLITE_FILE), join(dataDir, SQLITE_FILE));
  await rm(stagingDir, { recursive: true });
  await syncFile(dataDir);
  return contents;
}
