import { sweepUnusedPictures } from '#lib/catalog/admin/pictures/unused-pictures.server.ts';
import { uploadsDir } from '#lib/platform/files/storage/open-file-store.server.ts';
import { sweepFiles } from '#lib/platform/files/storage/sweep-files.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** Deletes pictures and uploaded files that nothing refers to. */
export async function sweepUnusedFiles(shop: Shop): Promise<void> {
  const { db, files, settings, log, now } = shop;
  const removedPictureCount = await sweepUnusedPictures(shop, now());
  if (removedPictureCount > 0) log.info({ removed: removedPictureCount }, 'removed unused pictures');
  const removedCount = await sweepFiles({
    files,
    uploadsDir: uploadsDir(settings.dataDir),
    findUsedKeys: (keys) => findUsedKeys(db, keys),
    now: now(),
  });
  if (removedCount > 0) log.info({ removed: removedCount }, 'removed unused files');
}

async function findUsedKeys({ write }: Shop['db'], keys: string[]): Promise<Set<string>> {
  const rows = await write
    .selectFrom('customer')
    .select('image_file as key')
    .where('image_file', 'in', keys)
    .unionAll(write.selectFrom('attachment').select('file_key as key').where('file_key', 'in', keys))
    .unionAll(write.selectFrom('exchange_image').select('file_key as key').where('file_key', 'in', keys))
    .unionAll(write.selectFrom('catalogue_import').select('file_key as key').where('file_key', 'in', keys))
    .unionAll(write.selectFrom('shipment').select('label_file as key').where('label_file', 'in', keys))
    .execute();
  return new Set(rows.map(({ key }) => key ?? ''));
}
