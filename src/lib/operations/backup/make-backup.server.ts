import { Readable } from 'node:stream';
import { backupName } from '#lib/operations/backup/backup-folder.server.ts';
import type { BackupPlace, UnfinishedBackup } from '#lib/operations/backup/backup-place.ts';
import type { BackupSettings } from '#lib/operations/backup/backup-settings.ts';
import { keptFiles } from '#lib/operations/backup/kept-files.server.ts';
import type { KeptSecrets } from '#lib/operations/backup/kept-secrets.server.ts';
import type { Manifest } from '#lib/operations/backup/manifest.schema.ts';
import { refuseMissingShop } from '#lib/operations/backup/missing-shop.server.ts';
import { dumpPostgres, POSTGRES_FILE } from '#lib/operations/backup/postgres-dump.server.ts';
import { dumpSqlite, SQLITE_FILE } from '#lib/operations/backup/sqlite-dump.server.ts';
import { openFileStore } from '#lib/platform/files/storage/open-file-store.server.ts';

type Files = Manifest['files'];

/** Files come before the database, and once more after it, so that the backup names no file that is missing. */
export async function makeBackup(
  settings: BackupSettings,
  place: BackupPlace,
  secrets: KeptSecrets,
  now = Date.now,
): Promise<{ where: string; manifest: Manifest }> {
  await refuseMissingShop(settings);
  const before = await lastBackup(place);
  const backup = await place.begin(backupName(now()));
  try {
    const files = await keepSecrets(backup, secrets);
    await keepFiles(settings, backup, files, before);
    const takenAt = now();
    const { engine, file, contents } = await dump(settings, backup.folder);
    files[file] = await backup.keepWritten(file);
    await keepFiles(settings, backup, files, before);
    const manifest: Manifest = { format: 1, engine, takenAt, contents, files };
    return { where: await backup.finish(manifest), manifest };
  } catch (error) {
    // The first error says what went wrong; what can't be removed now is removed by a later backup.
    await backup.abandon().catch(() => {});
    throw error;
  }
}

/** Never as an earlier backup has them: unlike all other files, these change. */
async function keepSecrets(backup: UnfinishedBackup, secrets: KeptSecrets): Promise<Files> {
  const files: Files = {};
  for (const [path, text] of Object.entries(secrets.files))
    files[path] = await backup.keep(path, Readable.from([Buffer.from(text)]));
  return files;
}

async function dump({ databaseUrl, dataDir }: BackupSettings, folder: string) {
  if (databaseUrl)
    return { engine: 'postgres' as const, file: POSTGRES_FILE, contents: await dumpPostgres(databaseUrl, folder) };
  return { engine: 'sqlite' as const, file: SQLITE_FILE, contents: await dumpSqlite(dataDir, folder) };
}

async function keepFiles(
  settings: BackupSettings,
  backup: UnfinishedBackup,
  files: Files,
  before: Last,
): Promise<void> {
  for await (const { path, open } of keptFiles(settings.dataDir, openFileStore(settings))) {
    if (files[path]) continue;
    const known = before.files[path];
    if (known && (await backup.keepAgain(before.name, path, known))) {
      files[path] = known;
      continue;
    }
    const content = await open();
    // Deleted since it was listed.
    if (content) files[path] = await backup.keep(path, content);
  }
}

interface Last {
  name: string;
  files: Files;
}

async function lastBackup(place: BackupPlace): Promise<Last> {
  const [name] = await place.whole();
  if (name === undefined) return { name: '', files: {} };
  // A damaged backup is of no use here, but no reason to make none.
  const files = await place.manifest(name).then(
    (manifest) => manifest.files,
    () => ({}),
  );
  return { name, files };
}
