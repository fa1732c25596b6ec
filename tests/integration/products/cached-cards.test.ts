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
const PICTURES = new Map(['first.jpg', 'second.jpg'].map((src) => [src, pictureOf(src)]));

function pictureOf(src: string) {
  return { hash: src.padEnd(32, '0'), width: 800, height: 1_000, dominant: '#aabbcc' };
}

/** Reads without a cache. */
function readUncached(db: ShopDatabase, ids: number[]): Promise<ProductCard[]> {
  return cardsByIds({ ...db, memo: (_name, make) => make() }, ids);
}

onBothEngines('cached product cards', (open) => {
  it('show each change of their content immediately', async () => {
    const db = await open();
    const save = (...records: CatalogueRecord[]) => saveCatalogueBatch(db, records, PICTURES, { writesStock: true });
    await save(BRAND, SARI, SCARF);
    const stored = await db.read.selectFrom('product').select('id').orderBy('id').execute();
    const ids = stored.map(({ id }) => id);
    const [product = 0] = ids;
    const shop = { db, now: () => 1_790_000_000_000 };
    const asha = { id: await newCustomer(db, 'asha@kept.example'), name: 'Asha' };
    const fields = { product, rating: 4, summary: 'Soft and light', fit: undefined };
    let review = '';
    const moreExpensive = SARI.variants.map((variant) => ({ ...variant, price: 2_500 }));
    const soldOut = SARI.variants.map((variant) => ({ ...variant, quantity: 0 }));
    const changes: Record<string, () => Promise<unknown>> = {
      'another price': () => save({ ...SARI, variants: moreExpensive }),
      'another name': () => save({ ...SARI, name: 'Test Saree' }),
      'the brand has another name': () => save({ ...BRAND, name: 'The Old Mill' }),
      'another picture': () => save({ ...SARI, images: [{ src: 'second.jpg', alt: '' }] }),
      'sold out': () => save({ ...SARI, variants: soldOut }),
      'in stock again': () => save(SARI),
      'a review': async () => {
        review = (await createReview(shop, fields, asha))._id;
      },
      'the review is hidden': () => setReviewHidden(shop, review, true),
      'the review is shown again': () => setReviewHidden(shop, review, false),
      'the review is deleted': () => deleteReview(shop, review, asha.id),
      'an imported review': () =>
        save({
          type: 'review',
          product: SARI.slug,
          name: 'Bala',
          rating: 2,
          summary: 'Thin',
          created_at: '2026-02-01',
        }),
      'no longer on sale': () => save({ ...SARI, status: 'draft' }),
    };
    let before = await cardsByIds(db, ids);
    expect(before.map(({ slug }) => slug)).toEqual([SARI.slug, SCARF.slug]);
    for (const [what, change] of Object.entries(changes)) {
      await change();
      const shown = await cardsByIds(db, ids);
      expect(shown, what).toEqual(await readUncached(db, ids));
      expect(shown, what).not.toEqual(before);
      before = shown;
    }
  });

  it('are cached until they change', async () => {
    const db = await open();
    await saveCatalogueBatch(db, [KURTA, SCARF]);
    const stored = await db.read.selectFrom('product').select('id').orderBy('id').execute();
    const ids = stored.map(({ id }) => id);
    const first = await cardsByIds(db, ids);
    const second = await cardsByIds(db, [...ids].reverse());
    expect(second.every((card) => first.includes(card))).toBe(true);
    await saveCatalogueBatch(db, [{ ...SCARF, name: 'Long Scarf' }]);
    const [kurta, scarf] = await cardsByIds(db, ids);
    expect(kurta).toBe(first[0]);
    expect(scarf?.name).toBe('Long Scarf');
  });

  it('that were read before a change are not cached after it', async () => {
    const db = await open();
    await saveCatalogueBatch(db, [KURTA]);
    const { id } = await db.read.selectFrom('product').select('id').executeTakeFirstOrThrow();
    const cards = cardsByIds(db, [id]);
    await saveCatalogueBatch(db, [{ ...KURTA, name: 'Long Kurta' }]);
    await cards;
    expect((await cardsByIds(db, [id]))[0]?.name).toBe('Long Kurta');
  });
});
