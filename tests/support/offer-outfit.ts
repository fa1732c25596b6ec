import { changesOf, publish } from '#lib/content/publishing/save-documents.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { OUTFITS, type Outfit } from '#lib/sales/cart/offers/outfits.schema.ts';

/** An outfit of the test kurta and scarf (goods.ts), at 10 % off. */
export const TEST_OUTFIT: Outfit = {
  slug: 'test-outfit',
  name: 'Test Outfit',
  text: 'A kurta and its scarf.',
  parts: ['test-kurta', 'test-scarf'],
  percentOff: 10,
};

/** Publishes an outfit as the only one that the shop offers. */
export async function offerOutfit(db: ShopDatabase, outfit = TEST_OUTFIT): Promise<void> {
  const input = { document: OUTFITS, path: OUTFITS.path, text: JSON.stringify([outfit]) };
  await publish({ db, now: Date.now }, changesOf([input], { db }));
}
