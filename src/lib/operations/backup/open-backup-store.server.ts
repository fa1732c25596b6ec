import { basename, dirname, join } from 'node:path';
import type { BackupStore } from '#lib/operations/backup/backup-store.ts';
import { bucketStore } from '#lib/operations/backup/bucket-store.server.ts';
import { diskStore } from '#lib/operations/backup/disk-store.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { Bucket } from '#lib/platform/files/storage/bucket.server.ts';
import { parseBucketUrl } from '#lib/platform/files/storage/storage-address.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

export type BackupStoreSettings = Pick<Settings, 'dataDir' | 'storeKeys'>;

/** Opens the store at `location`, a folder or `s3://…`. Throws a ShopError `refused` for an invalid URL. */
export function openBackupStore({ dataDir, storeKeys }: BackupStoreSettings, location: string): BackupStore {
  if (!isBucket(location)) return diskStore(location);
  const addressOrProblem = parseBucketUrl(location, storeKeys);
  if (typeof addressOrProblem === 'string') throw new ShopError('refused', `The backup URL ${addressOrProblem}`);
  return bucketStore(new Bucket(addressOrProblem), join(dataDir, 'backing-up'));
}

/**
 * Returns the store and the name of the backup at a location such as `…/shop-2026-11-22T09-16-48-452Z`. Throws the
 * errors of `openBackupStore`.
 */
export function openBackup(settings: BackupStoreSettings, location: string): { store: BackupStore; name: string } {
  if (!isBucket(location)) return { store: openBackupStore(settings, dirname(location)), name: basename(location) };
  const [, storeUrl = '', name = '', query = ''] = /^(s3:\/\/.+?)\/([^/?]+)\/?(\?.*)?$/.exec(location) ?? [];
  return { store: openBackupStore(settings, storeUrl + query), name };
}

export function isBucket(location: string): boolean {
  return location.startsWith('s3://');
}
