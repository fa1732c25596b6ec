import { lockCatalogue } from '#lib/catalog/products/catalogue-version.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { OwnerPicture } from '#lib/platform/files/pictures/owner-picture.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';

/** The age at which a file without a row is removed. It is longer than any upload takes until its row is written. */
const MIN_UNUSED_AGE_MS = HOUR_MS;

type PictureStorage = Pick<Shop, 'db' | 'pictures'>;

/**
 * Removes the files of uploads whose process ended before the rows of the pictures were written. Returns the number of
 * removed files.
 */
export async function sweepUnusedPictures(shop: PictureStorage, now: number): Promise<number> {
  const files = await shop.pictures.unconfirmedPictures();
  const hashes = files.filter(({ since }) => now - since >= MIN_UNUSED_AGE_MS).map(({ hash }) => hash);
  return removeUnusedPictures(shop, hashes);
}

/** Removes those of the given pictures that nothing uses. Returns the number of removed pictures. */
export async function removeUnusedPictures(
  { db, pictures }: PictureStorage,
  hashes: readonly string[],
): Promise<number> {
  if (hashes.length === 0) return 0;
  return transaction(db, async (tx) => {
    // A transaction that stores the row of a picture holds this lock while it checks that the file exists.
    await lockCatalogue(tx);
    const usedHashes = await hashesInUse(tx, db, hashes);
    const unusedHashes = hashes.filter((hash) => !usedHashes.has(hash));
    for (const hash of unusedHashes) await pictures.removeUnconfirmed(hash);
    await pictures.confirm([...usedHashes]);
    return unusedHashes.length;
  });
}

/** Returns those of the hashes that a product, a category or other facet value, or a picture of the owner uses. */
async function hashesInUse(tx: Tx, db: Shop['db'], hashes: readonly string[]): Promise<Set<string>> {
  const productPictures = await tx.selectFrom('picture').select('hash').where('hash', 'in', hashes).execute();
  const facetImages = await tx
    .selectFrom('facet_value')
    .select('image_hash as hash')
    .where('image_hash', 'in', hashes)
    .execute();
  const ownPictures = contentOf(db)
    .filesIn('pictures')
    .map(({ body }) => JSON.parse(body) as OwnerPicture);
  const usedHashes = new Set([...productPictures, ...facetImages, ...ownPictures].map(({ hash }) => hash));
  return new Set(hashes.filter((hash) => usedHashes.has(hash)));
}
