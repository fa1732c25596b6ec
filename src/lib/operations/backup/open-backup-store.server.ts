import { basename, dirname, join } from 'node:path';
import type { BackupStore } from '#lib/operations/backup/backup-store.ts';
import { bucketStore } from '#lib/operations/backup/bucket-store.server.ts';
import { diskStore } from '#lib/operations/backup/disk-store.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { Bucket } from '#lib/platform/files/storage/bucket.server.ts';
import { parseBucketUrl } from '#lib/platform/files/storage/storage-address.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

export type BackupStoreSettings = Pick<Settings, 'dataDir' | 'storeKeys'>;

/** Opens the store at `location`, a folder or `s3://…`. Throws `refused` for an invalid address. */
export function openBackupStore({ dataDir, storeKeys }: BackupStoreSettings, location: string): BackupStore {
  if (!isBucket(location)) return diskStore(location);
  const address = parseBucketUrl(location, storeKeys);
  if (typeof address === 'string') throw new ShopError('refused', `The backup address ${address}`);
  return bucketStore(new Bucket(address), join(dataDir, 'backing-up'));
}

/**
 * Returns the store and the name of the backup at an address such as `…/shop-2026-11-22T09-16-48-452Z`. Throws the
 * errors of `openBackupStore`.
 */
export function openBackup(settings: BackupStoreSettings, location: string): { store: BackupStore; name: string } {
  if (!isBucket(location)) return { store: openBackupStore(settings, dirname(location)), name: basename(location) };
  const [, storeAddress = '', name = '', query = ''] = /^(s3:\/\/.+?)\/([^/?]+)\/?(\?.*)?$/.exec(location) ?? [];
  return { store: openBackupStore(settings, storeAddress + query), name };
}

export function isBucket(location: string): boolean {
  return location.startsWith('s3://');
}
