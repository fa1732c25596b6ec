import { Readable } from 'node:stream';
import { backupName } from '#lib/operations/backup/backup-folder.server.ts';
import { POSTGRES_FILE } from '#lib/operations/backup/backup-path.server.ts';
import type { BackupSecrets } from '#lib/operations/backup/backup-secrets.server.ts';
import type { BackupSettings } from '#lib/operations/backup/backup-settings.ts';
import type { BackupStore, UnfinishedBackup } from '#lib/operations/backup/backup-store.ts';
import { filesToBackUp } from '#lib/operations/backup/list-files.server.ts';
import type { Manifest } from '#lib/operations/backup/manifest.schema.ts';
import { refuseMissingShop } from '#lib/operations/backup/missing-shop.server.ts';
import { dumpPostgres } from '#lib/operations/backup/postgres-dump.server.ts';
import { dumpSqlite, SQLITE_FILE } from '#lib/operations/backup/sqlite-dump.server.ts';
import { openFileStore } from '#lib/platform/files/storage/open-file-store.server.ts';

type BackupFiles = Manifest['files'];

/**
 * Makes a backup. Files are backed up before and after the database, so that no row refers to a missing file. Throws a
 * StartError if there is no shop to back up.
 */
export async function makeBackup(
  settings: BackupSettings,
  store: BackupStore,
  secrets: BackupSecrets,
  now = Date.now,
): Promise<{ label: string; manifest: Manifest }> {
  await refuseMissingShop(settings);
  const previousBackup = await readPreviousBackup(store);
  const backup = await store.begin(backupName(now()));
  try {
    const files = await addSecrets(backup, secrets);
    await addFiles(settings, backup, files, previousBackup);
    const takenAt = now();
    const { engine, fileName, contents } = await dumpDatabase(settings, backup.folder);
    files[fileName] = await backup.addFromFolder(fileName);
    await addFiles(settings, backup, files, previousBackup);
    const manifest: Manifest = { format: 1, engine, takenAt, contents, files };
    return { label: await backup.finish(manifest), manifest };
  } catch (error) {
    // The first error is reported. A later backup with `keep` deletes files that can't be deleted now.
    await backup.abandon().catch(() => {});
    throw error;
  }
}

/** Adds the secrets, which are never reused from an earlier backup, because they change. */
async function addSecrets(backup: UnfinishedBackup, secrets: BackupSecrets): Promise<BackupFiles> {
  const files: BackupFiles = {};
  for (const [path, text] of Object.entries(secrets.files))
    files[path] = await backup.add(path, Readable.from([Buffer.from(text)]));
  return files;
}

async function dumpDatabase({ databaseUrl, dataDir }: BackupSettings, folder: string) {
  if (databaseUrl)
    return { engine: 'postgres' as const, fileName: POSTGRES_FILE, contents: await dumpPostgres(databaseUrl, folder) };
  return { engine: 'sqlite' as const, fileName: SQLITE_FILE, contents: await dumpSqlite(dataDir, folder) };
}

async function addFiles(
  settings: BackupSettings,
  backup: UnfinishedBackup,
  files: BackupFiles,
  previousBackup: { name: string; files: BackupFiles },
): Promise<void> {
  for await (const { path, open } of filesToBackUp(settings.dataDir, openFileStore(settings))) {
    if (files[path]) continue;
    const previousFile = previousBackup.files[path];
    if (previousFile && (await backup.reuse(previousBackup.name, path, previousFile))) {
      files[path] = previousFile;
      continue;
    }
    const content = await open();
    // The content is undefined if the file was deleted after it was listed.
    if (content) files[path] = await backup.add(path, content);
  }
}

async function readPreviousBackup(store: BackupStore): Promise<{ name: string; files: BackupFiles }> {
  const [name] = await store.listComplete();
  if (name === undefined) return { name: '', files: {} };
  // A damaged backup can't be reused, but must not prevent a new backup.
  const files = await store.readManifest(name).then(
    (manifest) => manifest.files,
    () => ({}),
  );
  return { name, files };
}
