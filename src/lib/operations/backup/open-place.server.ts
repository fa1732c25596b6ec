import { basename, dirname, join } from 'node:path';
import type { BackupPlace } from '#lib/operations/backup/backup-place.ts';
import { bucketPlace } from '#lib/operations/backup/bucket-place.server.ts';
import { diskPlace } from '#lib/operations/backup/disk-place.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { Bucket } from '#lib/platform/files/storage/bucket.server.ts';
import { parseBucketUrl } from '#lib/platform/files/storage/storage-address.ts';
import type { Settings } from '#lib/platform/settings.server.ts';

export type PlaceSettings = Pick<Settings, 'dataDir' | 'storeKeys'>;

/** A folder, or `s3://…`. Throws `refused` for an address that is none. */
export function openPlace({ dataDir, storeKeys }: PlaceSettings, at: string): BackupPlace {
  if (!isBucket(at)) return diskPlace(at);
  const address = parseBucketUrl(at, storeKeys);
  if (typeof address === 'string') throw new ShopError('refused', `The address of the backups ${address}`);
  return bucketPlace(new Bucket(address), join(dataDir, 'backing-up'));
}

/** Of `…/shop-2026-11-22T09-16-48-452Z`: the place, and the name there. */
export function openBackup(settings: PlaceSettings, at: string): { place: BackupPlace; name: string } {
  if (!isBucket(at)) return { place: openPlace(settings, dirname(at)), name: basename(at) };
  const [, before = '', name = '', query = ''] = /^(s3:\/\/.+?)\/([^/?]+)\/?(\?.*)?$/.exec(at) ?? [];
  return { place: openPlace(settings, before + query), name };
}

export function isBucket(at: string): boolean {
  return at.startsWith('s3://');
}
