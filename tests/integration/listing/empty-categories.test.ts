import { afterAll, describe, expect, inject, test } from 'vitest';
import type { CatalogueRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { setStock } from '#lib/catalog/inventory/set-stock.server.ts';
import { TAXONOMY_TAG } from '#lib/catalog/listing-index/facets/taxonomy-tag.ts';
import { latestInvalidationId, pollInvalidations } from '#lib/platform/db/invalidation.server.ts';
import { onBothEngines } from '#support/database.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { oneProduct, smallShop } from '#support/small-shop.ts';
import { createDatabase } from '#support/test-database.ts';

const MEN: CatalogueRecord = { type: 'category', slug: 'men', name: 'Men' };
const shirt = (status: 'active' | 'draft', slug = 'loom-shirt'): CatalogueRecord => ({
  ...(oneProduct(slug, 900) as Extract<CatalogueRecord, { type: 'product' }>),
  categories: ['men'],
  status,
});

onBothEngines('the category menu', (open) => {
  test('changes only when a category is renamed, gets its first active product or loses its last one', async () => {
    const db = await open();
    await saveCatalogueBatch(db, [{ type: 'category', slug: 'women', name: 'Women' }, MEN], new Map());
    const isInvalidatedBy = async (records: CatalogueRecord[]) => {
      const invalidationId = await latestInvalidationId(db);
      await saveCatalogueBatch(db, records, new Map());
      return (await pollInvalidations(db, invalidationId)).tags.has(TAXONOMY_TAG);
    };
    expect(await isInvalidatedBy([shirt('active')])).toBe(true);
    expect(await isInvalidatedBy([shirt('active', 'other-shirt')])).toBe(false);
    expect(await isInvalidatedBy([shirt('draft')])).toBe(false);
    expect(await isInvalidatedBy([shirt('draft', 'other-shirt')])).toBe(true);
    expect(await isInvalidatedBy([shirt('draft', 'third-shirt')])).toBe(false);
    expect(await isInvalidatedBy([shirt('active')])).toBe(true);
    expect(await isInvalidatedBy([{ ...MEN, name: 'Gentlemen' }])).toBe(true);
    const invalidationId = await latestInvalidationId(db);
    await setStock(db, 'loom-shirt', [0], { why: 'count', at: 1 });
    expect((await pollInvalidations(db, invalidationId)).tags.has(TAXONOMY_TAG)).toBe(false);
  });
});

for (const engine of ['sqlite', 'postgres'] as const) {
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(`the link to a category [${engine}]`, () => {
    const cleanups: (() => unknown)[] = [];
    afterAll(async () => {
      for (const cleanup of cleanups.reverse()) await cleanup();
    });

    const PAGES = ['/', '/products', '/products/loom-kurta', '/products/loom-kurta/reviews', '/faq', '/blogs', '/cart'];

    async function findLinkingPaths(shop: ShopProcess, category: string): Promise<string[]> {
      const linkingPaths: string[] = [];
      for (const path of PAGES) {
        const page = await (await fetch(shop.origin + path)).text();
        if (page.includes(`/products?category=${category}"`)) linkingPaths.push(path);
      }
      return linkingPaths;
    }

    test('is on every page, cached or not, only while the category has active products', async () => {
      const { dir, remove } = temporaryDir('empty-categories');
      cleanups.push(remove);
      const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
      if (database) cleanups.push(database.drop);
      const db = await smallShop(dir, database?.url);
      cleanups.push(() => db.close());
      await saveCatalogueBatch(db, [MEN, shirt('active')], new Map());
      const shop = await startShop({ dataDir: dir, env: { DATABASE_URL: database?.url ?? '' } });
      cleanups.push(() => shop.stop());
      expect(await findLinkingPaths(shop, 'men')).toEqual(PAGES);
      // The demo’s slides link to these categories, which this shop does not have.
      for (const category of ['fabrics', 'children']) expect(await findLinkingPaths(shop, category)).toEqual([]);
      expect(await (await fetch(shop.origin)).text()).toMatch(/<h1[ >]/);

      await saveCatalogueBatch(db, [shirt('draft')], new Map());
      await expect.poll(async () => (await findLinkingPaths(shop, 'men')).length === 0, { interval: 100 }).toBe(true);
      expect(await findLinkingPaths(shop, 'women')).toEqual(PAGES);
      await saveCatalogueBatch(db, [shirt('active')], new Map());
      await expect
        .poll(async () => (await findLinkingPaths(shop, 'men')).length === PAGES.length, { interval: 100 })
        .toBe(true);
    });
  });
}
