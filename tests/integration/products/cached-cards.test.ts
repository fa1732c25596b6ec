import { expect, it } from 'vitest';
import type { CatalogueRecord, ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import type { ProductCard } from '#lib/catalog/products/catalog.ts';
import { cardsByIds } from '#lib/catalog/products/product-cards.server.ts';
import { createReview, deleteReview, setReviewHidden } from '#lib/customers/reviews/write-reviews.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { onBothEngines } from '#support/database.ts';
import { KURTA, newCustomer, SCARF } from '#support/goods.ts';

const BRAND: CatalogueRecord = { type: 'brand', slug: 'mill', name: 'The Mill' };
const SARI: ProductRecord = {
  ...KURTA,
  slug: 'test-sari',
  name: 'Test Sari',
  brand: 'mill',
  images: [{ src: 'first.jpg', alt: '' }],
};
const PICTURES = new Map(['first.jpg', 'second.jpg'].map((src) => [src, createPicture(src)]));

function createPicture(src: string) {
  return { hash: src.padEnd(32, '0'), width: 800, height: 1_000, dominant: '#aabbcc' };
}

/** Reads product cards without a cache. */
function readUncached(db: ShopDatabase, ids: number[]): Promise<ProductCard[]> {
  return cardsByIds({ ...db, memo: (_name, make) => make() }, ids);
}

onBothEngines('cached product cards', (open) => {
  it('immediately show each change to their content', async () => {
    const db = await open();
    const saveRecords = (...records: CatalogueRecord[]) =>
      saveCatalogueBatch(db, records, PICTURES, { writesStock: true });
    await saveRecords(BRAND, SARI, SCARF);
    const products = await db.read.selectFrom('product').select('id').orderBy('id').execute();
    const ids = products.map(({ id }) => id);
    const [product = 0] = ids;
    const shop = { db, now: () => 1_790_000_000_000 };
    const asha = { id: await newCustomer(db, 'asha@kept.example'), name: 'Asha' };
    const reviewFields = { product, rating: 4, summary: 'Soft and light', fit: undefined };
    let reviewId = '';
    const higherPricedVariants = SARI.variants.map((variant) => ({ ...variant, price: 2_500 }));
    const soldOutVariants = SARI.variants.map((variant) => ({ ...variant, quantity: 0 }));
    const changes: Record<string, () => Promise<unknown>> = {
      'a different price': () => saveRecords({ ...SARI, variants: higherPricedVariants }),
      'a different name': () => saveRecords({ ...SARI, name: 'Test Saree' }),
      'a different name of the brand': () => saveRecords({ ...BRAND, name: 'The Old Mill' }),
      'a different picture': () => saveRecords({ ...SARI, images: [{ src: 'second.jpg', alt: '' }] }),
      'sold out': () => saveRecords({ ...SARI, variants: soldOutVariants }),
      'in stock again': () => saveRecords(SARI),
      'a review': async () => {
        reviewId = (await createReview(shop, reviewFields, asha))._id;
      },
      'the review is hidden': () => setReviewHidden(shop, reviewId, true),
      'the review is shown again': () => setReviewHidden(shop, reviewId, false),
      'the review is deleted': () => deleteReview(shop, reviewId, asha.id),
      'an imported review': () =>
        saveRecords({
          type: 'review',
          product: SARI.slug,
          name: 'Bala',
          rating: 2,
          summary: 'Thin',
          created_at: '2026-02-01',
        }),
      'no longer for sale': () => saveRecords({ ...SARI, status: 'draft' }),
    };
    let cardsBefore = await cardsByIds(db, ids);
    expect(cardsBefore.map(({ slug }) => slug)).toEqual([SARI.slug, SCARF.slug]);
    for (const [description, change] of Object.entries(changes)) {
      await change();
      const cards = await cardsByIds(db, ids);
      expect(cards, description).toEqual(await readUncached(db, ids));
      expect(cards, description).not.toEqual(cardsBefore);
      cardsBefore = cards;
    }
  });

  it('stay in the cache until they change', async () => {
    const db = await open();
    await saveCatalogueBatch(db, [KURTA, SCARF]);
    const products = await db.read.selectFrom('product').select('id').orderBy('id').execute();
    const ids = products.map(({ id }) => id);
    const firstCards = await cardsByIds(db, ids);
    const secondCards = await cardsByIds(db, [...ids].reverse());
    expect(secondCards.every((card) => firstCards.includes(card))).toBe(true);
    await saveCatalogueBatch(db, [{ ...SCARF, name: 'Long Scarf' }]);
    const [kurta, scarf] = await cardsByIds(db, ids);
    expect(kurta).toBe(firstCards[0]);
    expect(scarf?.name).toBe('Long Scarf');
  });

  it('that were read before a change are not cached afterwards', async () => {
    const db = await open();
    await saveCatalogueBatch(db, [KURTA]);
    const { id } = await db.read.selectFrom('product').select('id').executeTakeFirstOrThrow();
    const cards = cardsByIds(db, [id]);
    await saveCatalogueBatch(db, [{ ...KURTA, name: 'Long Kurta' }]);
    await cards;
    expect((await cardsByIds(db, [id]))[0]?.name).toBe('Long Kurta');
  });
});
