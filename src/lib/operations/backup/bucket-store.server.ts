import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { backupTime, isBackupName, manifestOf } from '#lib/operations/backup/backup-folder.server.ts';
import type { BackupStore, UnfinishedBackup } from '#lib/operations/backup/backup-store.ts';
import { type BackupFile, MANIFEST_FILE, type Manifest } from '#lib/operations/backup/manifest.schema.ts';
import { hashingStream, writeNewFile } from '#lib/operations/backup/write-file.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Bucket } from '#lib/platform/files/storage/bucket.server.ts';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

/**
 * Returns a store in a bucket. Its layout is the same as on a disk, so that any S3 tool can download a backup.
 * `workDir` is a local folder for files to upload.
 */
export function bucketStore(bucket: Bucket, workDir: string): BackupStore {
  return {
    label: bucket.label,
    listComplete: () => completeBackups(bucket),
    readManifest: (name) => readManifest(bucket, name),
    begin: (name) => beginBackup(bucket, join(workDir, name), name),
    prune: (keepCount) => prune(bucket, keepCount),
    fetch: (name, into) => download(bucket, name, into),
  };
}

async function completeBackups(bucket: Bucket): Promise<string[]> {
  const completeNames: string[] = [];
  for (const name of await listNames(bucket))
    if (await bucket.has(`${name}/${MANIFEST_FILE}`)) completeNames.push(name);
  return completeNames;
}

async function listNames(bucket: Bucket): Promise<string[]> {
  const names: string[] = [];
  for await (const { key } of bucket.list('', true)) if (isBackupName(key.slice(0, -1))) names.push(key.slice(0, -1));
  return names.sort().reverse();
}

async function readManifest(bucket: Bucket, name: string): Promise<Manifest> {
  const content = await bucket.read(`${name}/${MANIFEST_FILE}`);
  return manifestOf(content && (await text(content)), `${bucket.label}/${name}`);
}

async function beginBackup(bucket: Bucket, folder: string, name: string): Promise<UnfinishedBackup> {
  await deleteAbandonedDumps(join(folder, '..'));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const add = (path: string, content: Readable) => upload(bucket, `${name}/${path}`, content);
  return {
    folder,
    add,
    reuse: (earlierName, path) => bucket.copy(`${earlierName}/${path}`, `${name}/${path}`),
    addFromFolder: (fileName) => add(fileName, createReadStream(join(folder, fileName))),
    async finish(manifest) {
      await compareSizes(bucket, name, manifest);
      await bucket.put(`${name}/${MANIFEST_FILE}`, Readable.from([Buffer.from(JSON.stringify(manifest))]));
      await rm(folder, { recursive: true, force: true });
      return `${bucket.label}/${name}`;
    },
    async abandon() {
      await rm(folder, { recursive: true, force: true });
      await removeBackup(bucket, name);
    },
  };
}

/** Deletes local dumps that are older than a day. They were left behind by processes that were killed. */
async function deleteAbandonedDumps(workDir: string): Promise<void> {
  for (const name of (await readdir(workDir).catch(ignoreNotFound)) ?? [])
    if (backupTime(name) < Date.now() - DAY_MS) await rm(join(workDir, name), { recursive: true, force: true });
}

async function upload(bucket: Bucket, key: string, content: Readable): Promise<BackupFile> {
  const { hashChunks, result } = hashingStream();
  const body = new PassThrough();
  const request = bucket.put(key, body).catch((error) => {
    body.destroy(error);
    throw error;
  });
  await Promise.all([pipeline(content, hashChunks, body), request]);
  return result();
}

/**
 * Throws a ShopError `refused` if a file is missing or truncated: a store may report success for an upload that it
 * lost.
 */
async function compareSizes(bucket: Bucket, name: string, { files }: Manifest): Promise<void> {
  const storedBytes = new Map<string, number>();
  for await (const { key, bytes } of bucket.list(`${name}/`)) storedBytes.set(key.slice(name.length + 1), bytes);
  const [incompletePath] = Object.entries(files).find(([path, { bytes }]) => storedBytes.get(path) !== bytes) ?? [];
  if (incompletePath !== undefined)
    throw new ShopError('refused', `${bucket.label}: ${incompletePath} was not stored completely.`);
}

async function prune(bucket: Bucket, keepCount: number): Promise<string[]> {
  const completeNames = await completeBackups(bucket);
  const keptNames = new Set(completeNames.slice(0, keepCount));
  const [newestName = ''] = completeNames;
  const oldNames = (await listNames(bucket)).filter((name) => name < newestName && !keptNames.has(name));
  for (const name of oldNames) await removeBackup(bucket, name);
  return oldNames;
}

/** Deletes the manifest first, so that a partly deleted backup does not look complete. */
async function removeBackup(bucket: Bucket, name: string): Promise<void> {
  await bucket.remove([`${name}/${MANIFEST_FILE}`]);
  const keys: string[] = [];
  for await (const { key } of bucket.list(`${name}/`)) keys.push(key);
  await bucket.remove(keys);
}

async function download(bucket: Bucket, name: string, into: string): Promise<string> {
  const manifest = await readManifest(bucket, name);
  for (const path of Object.keys(manifest.files)) {
    const content = await bucket.read(`${name}/${path}`);
    // A missing file is skipped, because the later check of all files reports it.
    if (content) await writeNewFile(content, join(into, path));
  }
  return into;
}
