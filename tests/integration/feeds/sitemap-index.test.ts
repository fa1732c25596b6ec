import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { PRODUCT_FILES_QUERY, sitemapIndex } from '#lib/catalog/feeds/sitemaps.server.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { onBothEngines } from '#support/database.ts';

const PRODUCT_COUNT = 6_000;

async function addProductsForManySitemaps(db: ShopDatabase): Promise<void> {
  const variants = [{ price: 100, quantity: 1 }];
  await saveCatalogueBatch(db, [
    { type: 'product', slug: 'cloth', name: 'Cloth', categories: [], sell_unit: 'piece', variants },
  ]);
  const row = await db.write.selectFrom('product').selectAll().executeTakeFirstOrThrow();
  const rows = Array.from({ length: PRODUCT_COUNT }, (_, index) => ({
    ...row,
    id: 10 + index * 50,
    slug: `p-${index}`,
    updated_at: index,
  }));
  for (let from = 0; from < PRODUCT_COUNT; from += 500) {
    await db.write
      .insertInto('product')
      .values(rows.slice(from, from + 500))
      .execute();
  }
  await sql`analyze`.execute(db.write);
}

onBothEngines('the sitemap index', (open, engine) => {
  it('is computed from a database index, without scanning the product table', async () => {
    const db = await open();
    await addProductsForManySitemaps(db);
    const explain =
      engine === 'sqlite' ? sql`explain query plan ${PRODUCT_FILES_QUERY}` : sql`explain ${PRODUCT_FILES_QUERY}`;
    const plan = JSON.stringify((await explain.execute(db.write)).rows);
    expect(plan).toContain('product_sitemap');
    expect(plan).not.toMatch(/SCAN product|Seq Scan on product|Bitmap/);
  });

  it('lists one sitemap per 50,000 ids that include active products, with the date of the latest change', async () => {
    const db = await open();
    await addProductsForManySitemaps(db);
    const shop = { db, settings: readSettings({}) };
    await db.write
      .updateTable('product')
      .set({ status: 'draft' })
      .where('id', '>=', 50_000)
      .where('id', '<', 100_000)
      .execute();
    await db.write
      .updateTable('product')
      .set({ updated_at: 9e12, status: 'draft' })
      .where('id', '=', 100_010)
      .execute();
    const index = await sitemapIndex(shop);
    expect(index.match(/products-\d+/g)).toEqual([0, 2, 3, 4, 5].map((number) => `products-${number}`));
    expect(index).toContain(`products-2.xml</loc><lastmod>${new Date(2_999).toISOString()}<`);
    expect(index).toContain(`products-5.xml</loc><lastmod>${new Date(5_999).toISOString()}<`);
  });
});
