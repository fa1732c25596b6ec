import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { changedTexts } from '#lib/catalog/search/index/product-texts.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';

const COPY_COUNT = 5_000;

async function addManyProducts(db: ShopDatabase): Promise<void> {
  await stockGoods(db);
  const product = await db.write.selectFrom('product').selectAll().orderBy('id').executeTakeFirstOrThrow();
  const listing = await db.write.selectFrom('product_listing').selectAll().executeTakeFirstOrThrow();
  const ids = Array.from({ length: COPY_COUNT }, (_, index) => 1_000 + index);
  for (let from = 0; from < COPY_COUNT; from += 500) {
    const batch = ids.slice(from, from + 500);
    const products = batch.map((id) => ({ ...product, id, slug: `copy-${id}` }));
    await db.write.insertInto('product').values(products).execute();
    const listings = batch.map((id) => ({ ...listing, product_id: id }));
    await db.write.insertInto('product_listing').values(listings).execute();
  }
  await sql`analyze`.execute(db.write);
}

/** Returns the number of `product_listing` rows that PostgreSQL has read so far. */
async function countReadRows(db: ShopDatabase): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db.read);
  const { rows } = await sql<{ read: string }>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_user_tables where relname = 'product_listing'`.execute(db.read);
  return Number(rows[0]?.read);
}

onBothEngines('reading the words of all products', (open, engine) => {
  it('returns each product only once, in batches; PostgreSQL reads fewer than two rows per product', async () => {
    const db = await open();
    await addManyProducts(db);
    const rowCountBefore = engine === 'postgres' ? await countReadRows(db) : 0;
    const readIds: number[] = [];
    let batchCount = 0;
    for await (const rows of changedTexts(db, undefined)) {
      batchCount += 1;
      readIds.push(...[...rows].filter(({ texts }) => texts).map(({ id }) => id));
    }
    expect(readIds.filter((id) => id >= 1_000)).toEqual(
      Array.from({ length: COPY_COUNT }, (_, index) => 1_000 + index),
    );
    expect(batchCount).toBeGreaterThan(1);
    if (engine === 'postgres') expect((await countReadRows(db)) - rowCountBefore).toBeLessThan(readIds.length * 2);
  });
});
