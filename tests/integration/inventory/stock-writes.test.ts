import { expect, test } from 'vitest';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { correctStock } from '#lib/catalog/inventory/correct-stock.server.ts';
import { setStock, stockRows } from '#lib/catalog/inventory/set-stock.server.ts';
import {
  cutBolt,
  deductStock,
  deductStockForEach,
  putBackStock,
  refreshStock,
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
  async function setUpStockedShop() {
    const db = await open();
    await stockGoods(db);
    const idOf = async (slug: string, position?: number) => Number(await variantOf(db, slug, position));
    const ids = { kurta: await idOf('test-kurta'), scarf: await idOf('test-scarf'), cloth: await idOf('test-cloth') };
    const change = <T>(work: (tx: Tx) => Promise<T>) => transaction(db, work);
    const readRow = (id: number) => db.write.selectFrom('variant').selectAll().where('id', '=', id).executeTakeFirst();
    const readBolts = async (id: number) =>
      (await db.write.selectFrom('bolt').selectAll().where('variant_id', '=', id).orderBy('position').execute()).map(
        ({ length_cm }) => length_cm,
      );
    /** Returns the ledger entries after the initial import. */
    const readLedger = async (id: number) =>
      (await db.write.selectFrom('stock_ledger').selectAll().where('variant_id', '=', id).orderBy('id').execute())
        .slice(1)
        .map((line) => `${line.why} ${line.change}${line.note ? ` ${line.note}` : ''}`);
    const readInStock = async (slug: string) =>
      (await db.write.selectFrom('product').select('in_stock').where('slug', '=', slug).executeTakeFirst())?.in_stock;
    const collectTags = async (work: (tx: Tx) => Promise<unknown>) => {
      await db.write.deleteFrom('invalidation').execute();
      await change(work);
      const tags = await db.write.selectFrom('invalidation').select('tag').execute();
      return tags.map(({ tag }) => tag).sort();
    };
    return { db, ids, change, readRow, readBolts, readLedger, readInStock, collectTags };
  }

  test('is neither taken nor recorded in the ledger if there is not enough', async () => {
    const { ids, change, readLedger } = await setUpStockedShop();
    expect(
      await change((tx) => deductStock(tx, { variantId: ids.scarf, sellUnit: 'piece', quantity: 51 }, CAUSE)),
    ).toBeUndefined();
    expect(await readLedger(ids.scarf)).toEqual([]);
    const requests = [
      { variantId: ids.scarf, sellUnit: 'piece' as const, quantity: 50 },
      { variantId: ids.kurta, sellUnit: 'piece' as const, quantity: 6 },
      { variantId: ids.cloth, sellUnit: 'metre' as const, quantity: 250 },
    ];
    expect(await change((tx) => deductStockForEach(tx, requests, CAUSE))).toEqual([
      { boltPosition: null, remaining: 0 },
      undefined,
      { boltPosition: 1, remaining: 1_000 },
    ]);
    expect([await readLedger(ids.scarf), await readLedger(ids.kurta), await readLedger(ids.cloth)]).toEqual([
      ['count -50'],
      [],
      ['count -250'],
    ]);
  });

  test('of cloth is not cut if an older version left bolts whose total length exceeds the stock', async () => {
    const { db, ids, change, readBolts } = await setUpStockedShop();
    await db.write.updateTable('variant').set({ quantity: 100 }).where('id', '=', ids.cloth).execute();
    const request = { variantId: ids.cloth, quantity: 200 };
    const boltsExceedStock = /the bolts of variant \d+ exceed its stock/;
    await expect(change((tx) => deductStock(tx, { ...request, sellUnit: 'metre' }, CAUSE))).rejects.toThrow(
      boltsExceedStock,
    );
    await expect(change((tx) => cutBolt(tx, request, 0))).rejects.toThrow(boltsExceedStock);
    expect(await readBolts(ids.cloth)).toEqual([1_000, 250]);
  });

  test('is put back, with a report of whether it was sold out; a deleted variant is ignored', async () => {
    const { ids, change, readRow, readBolts } = await setUpStockedShop();
    const putBack = (variantId: number, quantity: number) =>
      change((tx) => putBackStock(tx, { variantId, sellUnit: 'piece', quantity }, null, CAUSE));
    expect(await putBack(ids.scarf, 1)).toEqual({ wasOutOfStock: false });
    await change((tx) => deductStock(tx, { variantId: ids.scarf, sellUnit: 'piece', quantity: 51 }, CAUSE));
    expect(await putBack(ids.scarf, 2)).toEqual({ wasOutOfStock: true });
    expect(await readRow(ids.scarf)).toMatchObject({ quantity: 2 });
    expect(await readBolts(ids.scarf)).toEqual([]);
    expect(await putBack(9_999, 1)).toBeUndefined();
  });

  test('of cloth that is put back without a bolt is added to the first bolt', async () => {
    const { ids, change, readBolts } = await setUpStockedShop();
    await change((tx) => putBackStock(tx, { variantId: ids.cloth, sellUnit: 'metre', quantity: 50 }, null, CAUSE));
    expect(await readBolts(ids.cloth)).toEqual([1_050, 250]);
  });

  test('invalidates its product’s pages, and lists only if the availability changes', async () => {
    const { db, ids, collectTags, readRow } = await setUpStockedShop();
    const productId = (await readRow(ids.scarf))?.product_id ?? 0;
    expect(await collectTags((tx) => refreshStock(tx, []))).toEqual([]);
    const scarf = { productId, slug: 'test-scarf' };
    expect(await collectTags((tx) => refreshStock(tx, [{ ...scarf, affectsListing: false }]))).toEqual([
      'product:test-scarf',
    ]);
    const readVersion = async () =>
      (await db.write.selectFrom('product').select('version').where('id', '=', productId).executeTakeFirst())?.version;
    const versionBefore = await readVersion();
    expect(await collectTags((tx) => refreshStock(tx, [{ ...scarf, affectsListing: true }]))).toEqual([
      'availability:test-scarf',
      'list',
      'product:test-scarf',
    ]);
    expect(await readVersion()).toBeGreaterThan(Number(versionBefore));
    const kurta = (await readRow(ids.kurta))?.product_id ?? 0;
    const changes = [
      { productId, affectsListing: false },
      { productId: kurta, slug: 'given-kurta', affectsListing: false },
    ];
    expect(await collectTags((tx) => refreshStock(tx, changes))).toEqual(['product:given-kurta', 'product:test-scarf']);
  });

  test('determines the product’s availability when counted or corrected; an unchanged count adds no ledger entry', async () => {
    const { db, ids, readLedger, readInStock } = await setUpStockedShop();
    await setStock(db, 'TS', [50], CAUSE);
    expect(await readLedger(ids.scarf)).toEqual([]);
    await setStock(db, 'TS', [0], CAUSE);
    expect(await readInStock('test-scarf')).toBe(0);
    await correctStock(db, 'TS', { difference: 1, reason: 'found' }, 8);
    expect(await readInStock('test-scarf')).toBe(1);
    expect(await readLedger(ids.scarf)).toEqual(['count -50', 'correction 1 found']);
  });

  test('is found by the variant’s exact id', async () => {
    const { db } = await setUpStockedShop();
    const moreScarves = Array.from({ length: 10 }, (_, n) => ({
      ...SCARF,
      slug: `scarf-${n}`,
      variants: [{ ...SCARF.variants?.[0], sku: `S${n}`, price: 1, quantity: n }],
    }));
    await saveCatalogueBatch(db, moreScarves as never, new Map());
    const lastId = Number(await variantOf(db, 'scarf-9'));
    expect(lastId).toBeGreaterThan(9);
    expect(await stockRows(db.write, String(lastId))).toMatchObject([{ sku: 'S9', quantity: 9 }]);
    for (const name of [`${lastId}x`, `x${lastId}`, ''])
      await expect(stockRows(db.write, name)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('has separate bolts for each of a product’s two cloth variants', async () => {
    const { db } = await setUpStockedShop();
    const twins = { ...SCARF, slug: 'twins', name: 'Twins', sell_unit: 'metre' as const, options: ['color'] };
    const variants = [
      { sku: 'T1', values: { color: 'Red' }, price: 100, quantity: 3, bolts: [3] },
      { sku: 'T2', values: { color: 'Blue' }, price: 100, quantity: 5, bolts: [5] },
    ];
    await saveCatalogueBatch(db, [{ ...twins, variants }] as never, new Map());
    expect((await stockRows(db.write, 'twins')).map(({ bolts }) => bolts.map(({ length_cm }) => length_cm))).toEqual([
      [300],
      [500],
    ]);
  });

  test('is added, changed, replaced and removed together with its variant by an import', async () => {
    const { db, ids, change, readRow, readBolts, readLedger } = await setUpStockedShop();
    const scarf = await readRow(ids.scarf);
    if (!scarf) throw new Error('no scarf');
    const id = (await change(lastVariantId)) + 1;
    const cause = { why: 'import', at: 9, note: 'goods.csv' } as const;
    await change((tx) => addVariants(tx, [], new Map(), cause));
    const newVariants = [
      { ...scarf, id, sku: 'N1', position: 1, quantity: 300 },
      { ...scarf, id: id + 1, sku: 'N2', position: 2, quantity: 0 },
    ];
    await change((tx) => addVariants(tx, newVariants, new Map([[id, [100, 200]]]), cause));
    expect(await readBolts(id)).toEqual([100, 200]);
    expect(await readBolts(id + 1)).toEqual([]);
    const lines = await db.write.selectFrom('stock_ledger').selectAll().where('variant_id', '>=', id).execute();
    expect(lines).toMatchObject([{ variant_id: id, change: 300, why: 'import', at: 9, note: 'goods.csv' }]);
    await change((tx) => changeVariants(tx, [{ ...scarf, sku: 'TS2', price_paise: 1, quantity: 1 }]));
    expect(await readRow(ids.scarf)).toEqual({ ...scarf, sku: 'TS2', price_paise: 1 });
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
    expect(await readLedger(ids.scarf)).toEqual(['count -10']);
    expect(await readBolts(ids.cloth)).toEqual([700]);
    const failedReplacement = change((tx) => replaceStock(tx, new Map([[9_999, { quantity: 1, boltsCm: [] }]]), CAUSE));
    await expect(failedReplacement).rejects.toThrow('cannot replace stock: variant not found');
    await change((tx) => removeVariants(tx, [id + 1, ids.cloth], { ...CAUSE, at: 10 }));
    expect([await readRow(id + 1), await readRow(ids.cloth), await readBolts(ids.cloth)]).toEqual([
      undefined,
      undefined,
      [],
    ]);
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
