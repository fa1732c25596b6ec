import { expect, test } from 'vitest';
import type { CatalogueRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { deductStock, putBackStock, refreshStock } from '#lib/catalog/inventory/stock.server.ts';
import { parseListQuery } from '#lib/catalog/listing/list-query.ts';
import { listProducts } from '#lib/catalog/listing/listing.server.ts';
import { priceRange } from '#lib/catalog/listing/price-steps.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { onBothEngines } from '#support/database.ts';

const SHIRT: CatalogueRecord = {
  type: 'product',
  slug: 'shirt',
  name: 'Shirt',
  categories: [],
  sell_unit: 'piece',
  options: ['size'],
  variants: [
    { values: { size: 'S' }, price: 900, quantity: 2 },
    { values: { size: 'M' }, price: 900, quantity: 1 },
  ],
};
const CLOTH: CatalogueRecord = {
  type: 'product',
  slug: 'cloth',
  name: 'Cloth',
  categories: [],
  sell_unit: 'metre',
  variants: [{ price: 400, quantity: 9, bolts: [5, 1.5, 2.5] }],
};

async function setUpShop(open: () => Promise<ShopDatabase>) {
  const db = await open();
  await saveCatalogueBatch(db, [SHIRT, CLOTH], new Map());
  const variants = await db.write
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'product_id', 'slug', 'sell_unit as sellUnit'])
    .orderBy('variant.id')
    .execute();
  const variantOf = (slug: string, index = 0) => variants.filter((variant) => variant.slug === slug)[index]!;
  const take = ({ id, product_id, slug, sellUnit }: ReturnType<typeof variantOf>, quantity: number) =>
    transaction(db, async (tx) => {
      const deductedStock = await deductStock(tx, { variantId: id, sellUnit, quantity }, { why: 'order', at: 1 });
      if (deductedStock)
        await refreshStock(tx, [{ productId: product_id, slug, affectsListing: deductedStock.remaining === 0 }]);
      return deductedStock;
    });
  const putBack = (
    { id, product_id, slug, sellUnit }: ReturnType<typeof variantOf>,
    quantity: number,
    boltPosition: number | null,
  ) =>
    transaction(db, async (tx) => {
      const putBackResult = await putBackStock(tx, { variantId: id, sellUnit, quantity }, boltPosition, {
        why: 'cancelled',
        at: 2,
      });
      await refreshStock(tx, [{ productId: product_id, slug, affectsListing: putBackResult?.wasOutOfStock === true }]);
    });
  const readBolts = async () =>
    (await db.write.selectFrom('bolt').select('length_cm').orderBy('position').execute()).map((row) => row.length_cm);
  return { db, variantOf, take, putBack, readBolts };
}

/** Returns the total of the listing of products in stock, the count of the facet, and the products’ slugs. */
async function countInStock(db: ShopDatabase): Promise<{ listed: number; counted: number; slugs: string[] }> {
  const query = parseListQuery(new URLSearchParams({ availability: 'in_stock' }), priceRange({}));
  const { total } = await listProducts(db, query);
  const { product_count } = await db.write
    .selectFrom('facet_value')
    .select('product_count')
    .where('kind', '=', 'availability')
    .where('slug', '=', 'in_stock')
    .executeTakeFirstOrThrow();
  const rows = await db.write.selectFrom('product').select('slug').where('in_stock', '=', 1).orderBy('slug').execute();
  return { listed: total, counted: product_count, slugs: rows.map(({ slug }) => slug) };
}

onBothEngines('stock', (open) => {
  test('is taken only if there is enough', async () => {
    const { variantOf, take } = await setUpShop(open);
    expect(await take(variantOf('shirt'), 3)).toBeUndefined();
    expect(await take(variantOf('shirt'), 2)).toEqual({ boltPosition: null, remaining: 0 });
    expect(await take(variantOf('shirt'), 1)).toBeUndefined();
  });

  test('of cloth is cut from the shortest bolt that is long enough, never from two', async () => {
    const { variantOf, take, readBolts } = await setUpShop(open);
    expect(await take(variantOf('cloth'), 200)).toEqual({ boltPosition: 2, remaining: 700 });
    expect(await readBolts()).toEqual([500, 150, 50]);
    expect(await take(variantOf('cloth'), 550)).toBeUndefined();
    expect(await take(variantOf('cloth'), 500)).toEqual({ boltPosition: 0, remaining: 200 });
    expect(await readBolts()).toEqual([0, 150, 50]);
  });

  test('of cloth is put back on its bolt, or becomes a new bolt', async () => {
    const { db, variantOf, take, putBack, readBolts } = await setUpShop(open);
    const deductedStock = await take(variantOf('cloth'), 150);
    await putBack(variantOf('cloth'), 150, deductedStock!.boltPosition);
    expect(await readBolts()).toEqual([500, 150, 250]);
    await putBack(variantOf('cloth'), 75, 9);
    expect(await readBolts()).toEqual([500, 150, 250, 75]);
    const row = await db.write
      .selectFrom('variant')
      .select('quantity')
      .where('id', '=', variantOf('cloth').id)
      .executeTakeFirst();
    expect(row?.quantity).toBe(975);
  });

  test('determines which products are listed and counted as in stock', async () => {
    const { db, variantOf, take, putBack } = await setUpShop(open);
    expect(await countInStock(db)).toEqual({ listed: 2, counted: 2, slugs: ['cloth', 'shirt'] });
    await take(variantOf('shirt'), 2);
    expect(await countInStock(db)).toMatchObject({ listed: 2, counted: 2 });
    await take(variantOf('shirt', 1), 1);
    expect(await countInStock(db)).toEqual({ listed: 1, counted: 1, slugs: ['cloth'] });
    await putBack(variantOf('shirt', 1), 1, null);
    expect(await countInStock(db)).toEqual({ listed: 2, counted: 2, slugs: ['cloth', 'shirt'] });
    const tags = await db.write
      .selectFrom('invalidation')
      .select('tag')
      .where('tag', 'in', ['product:shirt', 'list'])
      .execute();
    expect(tags.length).toBeGreaterThan(4);
  });

  test('of a product is used up if all its sizes are bought at the same time', async () => {
    const { db, variantOf, take } = await setUpShop(open);
    await Promise.all([take(variantOf('shirt'), 2), take(variantOf('shirt', 1), 1)]);
    expect(await countInStock(db)).toEqual({ listed: 1, counted: 1, slugs: ['cloth'] });
  });

  test('of 2 pieces is sold to exactly 2 of 30 concurrent buyers', async () => {
    const { variantOf, take } = await setUpShop(open);
    const deductedStocks = await Promise.all(Array.from({ length: 30 }, () => take(variantOf('shirt'), 1)));
    expect(deductedStocks.filter(Boolean).length).toBe(2);
  });

  test('of 9 m on three bolts is sold to exactly 3 of 30 concurrent buyers of 2 m each', async () => {
    const { variantOf, take, readBolts } = await setUpShop(open);
    const deductedStocks = await Promise.all(Array.from({ length: 30 }, () => take(variantOf('cloth'), 200)));
    expect(deductedStocks.filter(Boolean).length).toBe(3);
    expect((await readBolts()).toSorted()).toEqual([100, 150, 50]);
  });
});
