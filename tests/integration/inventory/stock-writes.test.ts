import { expect, test } from 'vitest';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { correctStock } from '#lib/catalog/inventory/correct-stock.server.ts';
import { readStock, setStock } from '#lib/catalog/inventory/set-stock.server.ts';
import {
  cutBolt,
  putBackStock,
  refreshStock,
  takeStock,
  takeStockForEach,
} from '#lib/catalog/inventory/stock.server.ts';
import { lastVariantId } from '#lib/catalog/inventory/stock-ledger.server.ts';
import {
  addVariants,
  changeVariants,
  removeVariants,
  replaceStock,
} from '#lib/catalog/inventory/write-variants.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { onBothEngines } from '#support/database.ts';
import { SCARF, stockGoods, variantOf } from '#support/goods.ts';

const CAUSE = { why: 'count', at: 7 } as const;

onBothEngines('the stock of a variant', (open) => {
  async function stockedShop() {
    const db = await open();
    await stockGoods(db);
    const idOf = async (slug: string, position?: number) => Number(await variantOf(db, slug, position));
    const ids = { kurta: await idOf('test-kurta'), scarf: await idOf('test-scarf'), cloth: await idOf('test-cloth') };
    const change = <T>(work: (tx: Tx) => Promise<T>) => transaction(db, work);
    const row = (id: number) => db.write.selectFrom('variant').selectAll().where('id', '=', id).executeTakeFirst();
    const bolts = async (id: number) =>
      (await db.write.selectFrom('bolt').selectAll().where('variant_id', '=', id).orderBy('position').execute()).map(
        ({ length_cm }) => length_cm,
      );
    const ledger = async (id: number) =>
      (await db.write.selectFrom('stock_ledger').selectAll().where('variant_id', '=', id).orderBy('id').execute())
        .slice(1)
        .map((line) => `${line.why} ${line.change}${line.note ? ` ${line.note}` : ''}`);
    const inStock = async (slug: string) =>
      (await db.write.selectFrom('product').select('in_stock').where('slug', '=', slug).executeTakeFirst())?.in_stock;
    const tagsOf = async (work: (tx: Tx) => Promise<unknown>) => {
      await db.write.deleteFrom('invalidation').execute();
      await change(work);
      const tags = await db.write.selectFrom('invalidation').select('tag').execute();
      return tags.map(({ tag }) => tag).sort();
    };
    return { db, ids, change, row, bolts, ledger, inStock, tagsOf };
  }

  test('is not taken, and gets no entry in the ledger, when there is not enough', async () => {
    const { ids, change, ledger } = await stockedShop();
    expect(
      await change((tx) => takeStock(tx, { variantId: ids.scarf, sellUnit: 'piece', quantity: 51 }, CAUSE)),
    ).toBeUndefined();
    expect(await ledger(ids.scarf)).toEqual([]);
    const requested = [
      { variantId: ids.scarf, sellUnit: 'piece' as const, quantity: 50 },
      { variantId: ids.kurta, sellUnit: 'piece' as const, quantity: 6 },
      { variantId: ids.cloth, sellUnit: 'metre' as const, quantity: 250 },
    ];
    expect(await change((tx) => takeStockForEach(tx, requested, CAUSE))).toEqual([
      { boltPosition: null, remaining: 0 },
      undefined,
      { boltPosition: 1, remaining: 1_000 },
    ]);
    expect([await ledger(ids.scarf), await ledger(ids.kurta), await ledger(ids.cloth)]).toEqual([
      ['count -50'],
      [],
      ['count -250'],
    ]);
  });

  test('of cloth is not cut if an older version left bolts whose lengths exceed it', async () => {
    const { db, ids, change, bolts } = await stockedShop();
    await db.write.updateTable('variant').set({ quantity: 100 }).where('id', '=', ids.cloth).execute();
    const requested = { variantId: ids.cloth, quantity: 200 };
    const boltsExceedStock = /the bolts of variant \d+ exceed its stock/;
    await expect(change((tx) => takeStock(tx, { ...requested, sellUnit: 'metre' }, CAUSE))).rejects.toThrow(
      boltsExceedStock,
    );
    await expect(change((tx) => cutBolt(tx, requested, 0))).rejects.toThrow(boltsExceedStock);
    expect(await bolts(ids.cloth)).toEqual([1_000, 250]);
  });

  test('is returned, and reports whether it was sold out; a deleted variant is ignored', async () => {
    const { ids, change, row, bolts } = await stockedShop();
    const putBack = (variantId: number, quantity: number) =>
      change((tx) => putBackStock(tx, { variantId, sellUnit: 'piece', quantity }, null, CAUSE));
    expect(await putBack(ids.scarf, 1)).toEqual({ wasOutOfStock: false });
    await change((tx) => takeStock(tx, { variantId: ids.scarf, sellUnit: 'piece', quantity: 51 }, CAUSE));
    expect(await putBack(ids.scarf, 2)).toEqual({ wasOutOfStock: true });
    expect(await row(ids.scarf)).toMatchObject({ quantity: 2 });
    expect(await bolts(ids.scarf)).toEqual([]);
    expect(await putBack(9_999, 1)).toBeUndefined();
  });

  test('of cloth that is returned without a bolt is added to the first bolt', async () => {
    const { ids, change, bolts } = await stockedShop();
    await change((tx) => putBackStock(tx, { variantId: ids.cloth, sellUnit: 'metre', quantity: 50 }, null, CAUSE));
    expect(await bolts(ids.cloth)).toEqual([1_050, 250]);
  });

  test('purges the pages of its product, and lists only when its availability changes', async () => {
    const { db, ids, tagsOf, row } = await stockedShop();
    const productId = (await row(ids.scarf))?.product_id ?? 0;
    expect(await tagsOf((tx) => refreshStock(tx, []))).toEqual([]);
    const scarf = { productId, slug: 'test-scarf' };
    expect(await tagsOf((tx) => refreshStock(tx, [{ ...scarf, affectsListing: false }]))).toEqual([
      'product:test-scarf',
    ]);
    const version = async () =>
      (await db.write.selectFrom('product').select('version').where('id', '=', productId).executeTakeFirst())?.version;
    const before = await version();
    expect(await tagsOf((tx) => refreshStock(tx, [{ ...scarf, affectsListing: true }]))).toEqual([
      'availability:test-scarf',
      'list',
      'product:test-scarf',
    ]);
    expect(await version()).toBeGreaterThan(Number(before));
    const kurta = (await row(ids.kurta))?.product_id ?? 0;
    const changes = [
      { productId, affectsListing: false },
      { productId: kurta, slug: 'given-kurta', affectsListing: false },
    ];
    expect(await tagsOf((tx) => refreshStock(tx, changes))).toEqual(['product:given-kurta', 'product:test-scarf']);
  });

  test('sets the availability of its product when counted or corrected; the same count changes nothing', async () => {
    const { db, ids, ledger, inStock } = await stockedShop();
    await setStock(db, 'TS', [50], CAUSE);
    expect(await ledger(ids.scarf)).toEqual([]);
    await setStock(db, 'TS', [0], CAUSE);
    expect(await inStock('test-scarf')).toBe(0);
    await correctStock(db, 'TS', { difference: 1, reason: 'found' }, 8);
    expect(await inStock('test-scarf')).toBe(1);
    expect(await ledger(ids.scarf)).toEqual(['count -50', 'correction 1 found']);
  });

  test('is found by its exact id', async () => {
    const { db } = await stockedShop();
    const moreScarves = Array.from({ length: 10 }, (_, n) => ({
      ...SCARF,
      slug: `scarf-${n}`,
      variants: [{ ...SCARF.variants?.[0], sku: `S${n}`, price: 1, quantity: n }],
    }));
    await saveCatalogueBatch(db, moreScarves as never, new Map());
    const last = Number(await variantOf(db, 'scarf-9'));
    expect(last).toBeGreaterThan(9);
    expect(await readStock(db, String(last))).toMatchObject([{ sku: 'S9', quantity: 9 }]);
    for (const name of [`${last}x`, `x${last}`, ''])
      await expect(readStock(db, name)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('has separate bolts for each of two cloths of one product', async () => {
    const { db } = await stockedShop();
    const twins = { ...SCARF, slug: 'twins', name: 'Twins', sell_unit: 'metre' as const, options: ['color'] };
    const variants = [
      { sku: 'T1', values: { color: 'Red' }, price: 100, quantity: 3, bolts: [3] },
      { sku: 'T2', values: { color: 'Blue' }, price: 100, quantity: 5, bolts: [5] },
    ];
    await saveCatalogueBatch(db, [{ ...twins, variants }] as never, new Map());
    expect((await readStock(db, 'twins')).map(({ bolts }) => bolts.map(({ length_cm }) => length_cm))).toEqual([
      [300],
      [500],
    ]);
  });

  test('is written with its variant by an import: added, changed, replaced and removed', async () => {
    const { db, ids, change, row, bolts, ledger } = await stockedShop();
    const scarf = await row(ids.scarf);
    if (!scarf) throw new Error('no scarf');
    const id = (await change(lastVariantId)) + 1;
    const cause = { why: 'import', at: 9, note: 'goods.csv' } as const;
    await change((tx) => addVariants(tx, [], new Map(), cause));
    const added = [
      { ...scarf, id, sku: 'N1', position: 1, quantity: 300 },
      { ...scarf, id: id + 1, sku: 'N2', position: 2, quantity: 0 },
    ];
    await change((tx) => addVariants(tx, added, new Map([[id, [100, 200]]]), cause));
    expect(await bolts(id)).toEqual([100, 200]);
    expect(await bolts(id + 1)).toEqual([]);
    const lines = await db.write.selectFrom('stock_ledger').selectAll().where('variant_id', '>=', id).execute();
    expect(lines).toMatchObject([{ variant_id: id, change: 300, why: 'import', at: 9, note: 'goods.csv' }]);
    await change((tx) => changeVariants(tx, [{ ...scarf, sku: 'TS2', price_paise: 1, quantity: 1 }]));
    expect(await row(ids.scarf)).toEqual({ ...scarf, sku: 'TS2', price_paise: 1 });
    await change((tx) =>
      replaceStock(
        tx,
        new Map([
          [ids.scarf, { quantity: 40, boltsCm: [] }],
          [ids.cloth, { quantity: 700, boltsCm: [700] }],
        ]),
        CAUSE,
      ),
    );
    expect(await ledger(ids.scarf)).toEqual(['count -10']);
    expect(await bolts(ids.cloth)).toEqual([700]);
    const missing = change((tx) => replaceStock(tx, new Map([[9_999, { quantity: 1, boltsCm: [] }]]), CAUSE));
    await expect(missing).rejects.toThrow('cannot replace stock: variant not found');
    await change((tx) => removeVariants(tx, [id + 1, ids.cloth], { ...CAUSE, at: 10 }));
    expect([await row(id + 1), await row(ids.cloth), await bolts(ids.cloth)]).toEqual([undefined, undefined, []]);
    const removals = await db.write
      .selectFrom('stock_ledger')
      .selectAll()
      .where('why', '=', 'removed')
      .orderBy('change')
      .execute();
    expect(removals.map(({ variant_id, change: by, at }) => [variant_id, by, at])).toEqual([
      [ids.cloth, -700, 10],
      [id + 1, 0, 10],
    ]);
    // The id of a removed variant is never reused.
    expect(await change(lastVariantId)).toBe(id + 1);
  });
});
