import { lockCatalogue } from '#lib/catalog/products/catalogue-version.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { OwnPicture } from '#lib/platform/files/pictures/own-picture.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';

/** The age at which a file without a row is removed. It is longer than any upload takes until its row is written. */
const LEFT_OVER_AFTER_MS = HOUR_MS;

type PicturesShop = Pick<Shop, 'db' | 'pictures'>;

/**
 * Removes the files of uploads whose process ended before the rows of the pictures were written. Returns the number of
 * removed files.
 */
export async function sweepUnusedPictures(shop: PicturesShop, now: number): Promise<number> {
  const files = await shop.pictures.unconfirmedPictures();
  const hashes = files.filter(({ since }) => now - since >= LEFT_OVER_AFTER_MS).map(({ hash }) => hash);
  return removeUnusedPictures(shop, hashes);
}

/** Removes those of the given pictures that nothing uses. Returns the number of removed pictures. */
export async function removeUnusedPictures({ db, pictures }: PicturesShop, hashes: readonly string[]): Promise<number> {
  if (hashes.length === 0) return 0;
  return transaction(db, async (tx) => {
    // A transaction that stores the row of a picture holds this lock while it checks that the file exists.
    await lockCatalogue(tx);
    const usedHashes = await usedPictures(tx, { db }, hashes);
    const unusedHashes = hashes.filter((hash) => !usedHashes.has(hash));
    for (const hash of unusedHashes) await pictures.removeUnconfirmed(hash);
    await pictures.confirm([...usedHashes]);
    return unusedHashes.length;
  });
}

async function usedPictures(tx: Tx, { db }: Pick<PicturesShop, 'db'>, hashes: readonly string[]): Promise<Set<string>> {
  const products = await tx.selectFrom('picture').select('hash').where('hash', 'in', hashes).execute();
  const values = await tx
    .selectFrom('facet_value')
    .select('image_hash as hash')
    .where('image_hash', 'in', hashes)
    .execute();
  const ownPictures = contentOf(db)
    .filesIn('pictures')
    .map(({ body }) => JSON.parse(body) as OwnPicture);
  const usedHashes = new Set([...products, ...values, ...ownPictures].map(({ hash }) => hash));
  return new Set(hashes.filter((hash) => usedHashes.has(hash)));
}
