import { expect, test } from 'vitest';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { articleProducts } from '#lib/content/content/journal/article-products.server.ts';
import { latestInvalidationId, pollInvalidations } from '#lib/platform/db/invalidation.server.ts';
import { onBothEngines } from '#support/database.ts';
import { EXACT_SAVE } from '#support/whole-record.ts';

const DUPATTA: ProductRecord = {
  type: 'product',
  slug: 'khadi-dupatta',
  name: 'Khadi dupatta',
  categories: [],
  sell_unit: 'piece',
  created_at: '2026-01-01',
  variants: [{ price: 900, quantity: 3 }],
};

onBothEngines('products in an article', (open) => {
  test('show the current price and stock; a change invalidates the pages that show the products', async () => {
    const db = await open();
    await saveCatalogueBatch(db, [DUPATTA], new Map());
    expect((await articleProducts(db, ['khadi-dupatta', 'gone'])).get('khadi-dupatta')).toMatchObject({
      pricePaise: 90_000,
      inStock: true,
    });
    const invalidationId = await latestInvalidationId(db);
    await saveCatalogueBatch(db, [{ ...DUPATTA, variants: [{ price: 950, quantity: 0 }] }], new Map(), EXACT_SAVE);
    const products = await articleProducts(db, ['khadi-dupatta', 'gone']);
    expect([...products.keys()]).toEqual(['khadi-dupatta']);
    expect(products.get('khadi-dupatta')).toMatchObject({ pricePaise: 95_000, inStock: false });
    expect((await pollInvalidations(db, invalidationId)).tags).toContain('product:khadi-dupatta');
  });

  test('are not shown while they are drafts', async () => {
    const db = await open();
    await saveCatalogueBatch(db, [{ ...DUPATTA, status: 'draft' }], new Map());
    expect((await articleProducts(db, ['khadi-dupatta'])).size).toBe(0);
    expect((await articleProducts(db, [])).size).toBe(0);
  });
});
