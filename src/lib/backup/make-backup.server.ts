import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backupName, backupsIn, finish, readManifest, unfinished } from '#lib/backup/backup-folder.server.ts';
import { hashOf, keepFile, linkFile } from '#lib/backup/keep-file.server.ts';
import { keptFiles } from '#lib/backup/kept-files.server.ts';
import type { Manifest } from '#lib/backup/manifest.schema.ts';
import { dumpPostgres, POSTGRES_FILE } from '#lib/backup/postgres-dump.server.ts';
import { dumpSqlite, SQLITE_FILE } from '#lib/backup/sqlite-dump.server.ts';
import { openFileStore } from '#lib/platform/files/open-file-store.server.ts';
import type { Settings } from '#lib/platform/settings.server.ts';

export type BackupSettings = Pick<Settings, 'dataDir' | 'databaseUrl' | 'storageUrl'>;
type Files = Manifest['files'];

/**
 * Writes a new folder below `dir`, while the shop sells. Files come first, those that came meanwhile after the database:
 * so it names no file that is missing, and what the backup holds is as new as can be.
 */
export async function makeBackup(
  settings: BackupSettings,
  dir: string,
  now = Date.now,
): Promise<{ folder: string; manifest: Manifest }> {
  const name = backupName(now());
  const folder = unfinished(dir, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const before = await lastBackup(dir);
    const files: Files = {};
    await keepFiles(settings, folder, files, before);
    const takenAt = now();
    const { engine, file, contents } = await dump(settings, folder);
    files[file] = await hashOf(join(folder, file));
    await keepFiles(settings, folder, files, before);
    const manifest: Manifest = { format: 1, engine, takenAt, contents, files };
    return { folder: await finish(dir, name, manifest), manifest };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function dump({ databaseUrl, dataDir }: BackupSettings, folder: string) {
  if (databaseUrl)
    return { engine: 'postgres' as const, file: POSTGRES_FILE, contents: await dumpPostgres(databaseUrl, folder) };
  return { engine: 'sqlite' as const, file: SQLITE_FILE, contents: await dumpSqlite(dataDir, folder) };
}

async function keepFiles(settings: BackupSettings, folder: string, files: Files, before: Last): Promise<void> {
  for await (const { path, open } of keptFiles(settings.dataDir, openFileStore(settings))) {
    if (files[path]) continue;
    const known = before.files[path];
    if (known && (await linkFile(join(before.folder, path), join(folder, path), known))) {
      files[path] = known;
      continue;
    }
    const content = await open();
    // Deleted since it was listed.
    if (content) files[path] = await keepFile(content, join(folder, path));
  }
}

interface Last {
  folder: string;
  files: Files;
}

async function lastBackup(dir: string): Promise<Last> {
  const [name] = await backupsIn(dir);
  if (name === undefined) return { folder: '', files: {} };
  const folder = join(dir, name);
  // A damaged backup is of no use here, but no reason to make none.
  const files = await readManifest(folder).then(
    (manifest) => manifest.files,
    () => ({}),
  );
  return { folder, files };
}
