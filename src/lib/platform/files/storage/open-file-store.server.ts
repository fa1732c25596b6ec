import { join } from 'node:path';
import { DiskFileStore } from '#lib/platform/files/storage/disk-file-store.server.ts';
import type { FileStore } from '#lib/platform/files/storage/file-store.ts';
import { S3FileStore } from '#lib/platform/files/storage/s3-file-store.server.ts';
import { parseStorageUrl } from '#lib/platform/files/storage/storage-address.ts';
import { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';

export function openFileStore(
  { dataDir, storageUrl }: { dataDir: string; storageUrl?: string | undefined },
  upstreams = new Upstreams(),
): FileStore {
  if (!storageUrl) return new DiskFileStore(dataDir);
  const address = parseStorageUrl(storageUrl);
  if (typeof address === 'string') throw new Error(`STORAGE_URL ${address}`);
  return new S3FileStore(address, upstreams);
}

/** Returns a folder on the same disk as the data folder, so that storing a file is only a rename. */
export function uploadsDir(dataDir: string): string {
  return join(dataDir, 'uploads');
}
