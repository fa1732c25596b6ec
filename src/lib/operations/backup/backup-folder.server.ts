import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isBackupPath } from '#lib/operations/backup/backup-path.server.ts';
import { MANIFEST_FILE, type Manifest, manifestSchema } from '#lib/operations/backup/manifest.schema.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';
import { syncFile } from '#lib/platform/files/storage/write-file.server.ts';
import { parseJsonOrUndefined } from '#lib/primitives/parse-json.ts';

const NAME_PATTERN = /^shop-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z$/;
const UNFINISHED_SUFFIX = '.unfinished';

export function backupName(at: number): string {
  return `shop-${new Date(at).toISOString().replace(/[:.]/g, '-')}`;
}

export function isBackupName(name: string): boolean {
  return NAME_PATTERN.test(name);
}

/** Returns the time in a backup's name, or NaN for any other name. */
export function backupTime(name: string): number {
  const [day = '', time = ''] = name.slice('shop-'.length).split('T');
  const [hours, minutes, seconds, fraction = ''] = time.split('-');
  return Date.parse(`${day}T${hours}:${minutes}:${seconds}.${fraction}`);
}

export function unfinishedPath(dir: string, name: string): string {
  return join(dir, name + UNFINISHED_SUFFIX);
}

/** Writes the manifest, and then gives the folder its final name. Returns the path of the folder. */
export async function finishBackup(dir: string, name: string, manifest: Manifest): Promise<string> {
  const folder = unfinishedPath(dir, name);
  await writeFile(join(folder, MANIFEST_FILE), JSON.stringify(manifest), { mode: 0o600, flush: true });
  await syncFile(folder);
  await rename(folder, join(dir, name));
  await syncFile(dir);
  return join(dir, name);
}

/** Returns the names of the complete backups in a folder, newest first. */
export async function backupsIn(dir: string): Promise<string[]> {
  const names = (await readdir(dir).catch(ignoreNotFound)) ?? [];
  return names
    .filter((name) => NAME_PATTERN.test(name))
    .sort()
    .reverse();
}

/**
 * Keeps the newest `keepCount` backups. Deletes all other backups, and unfinished backups that are older than the
 * newest backup. Returns the names of the deleted backups.
 */
export async function pruneBackups(dir: string, keepCount: number): Promise<string[]> {
  const completeNames = await backupsIn(dir);
  const [newestName = ''] = completeNames;
  const unfinishedNames = (await readdir(dir)).filter((name) => name.endsWith(UNFINISHED_SUFFIX) && name < newestName);
  const oldNames = [
    ...completeNames.slice(keepCount),
    ...unfinishedNames.filter((name) => NAME_PATTERN.test(name.slice(0, -UNFINISHED_SUFFIX.length))),
  ];
  for (const name of oldNames) await rm(join(dir, name), { recursive: true, force: true });
  return oldNames;
}

/** Returns the manifest in the folder of a backup. Throws the errors of `manifestOf`, and system errors. */
export async function readManifest(folder: string): Promise<Manifest> {
  return manifestOf(await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(ignoreNotFound), folder);
}

/**
 * Returns the parsed manifest. Throws a ShopError `refused` if the manifest is missing, because the backup is then
 * incomplete, if this version can't read the manifest, or if it lists files that can't be part of a backup.
 */
export function manifestOf(text: string | undefined, backupLabel: string): Manifest {
  if (text === undefined)
    throw new ShopError('refused', `${backupLabel} is not a complete backup: it has no ${MANIFEST_FILE}.`);
  const result = manifestSchema.safeParse(parseJsonOrUndefined(text));
  if (!result.success) throw new ShopError('refused', `${backupLabel} is not a backup that this version can read.`);
  const invalidPath = Object.keys(result.data.files).find((path) => !isBackupPath(path));
  if (invalidPath !== undefined)
    throw new ShopError(
      'refused',
      `${backupLabel} was changed: it lists ${JSON.stringify(invalidPath)}, which cannot be part of a backup.`,
    );
  return result.data;
}
