import { expect, test } from 'vitest';
import { rowText } from '#lib/catalog/admin/bulk/bulk-action-words.ts';
import type { BulkChange } from '#lib/catalog/admin/bulk/bulk-change.ts';
import { type BulkActionRequest, planBulkAction, planUndo } from '#lib/catalog/admin/bulk/plan-bulk-action.server.ts';
import { PRODUCT_BULK_ACTION_FORM } from '#lib/catalog/admin/bulk/product-bulk-action.schema.ts';
import {
  productBulkActionRows,
  readProductBulkAction,
  recentBulkActions,
} from '#lib/catalog/admin/bulk/read-bulk-action.server.ts';
import { runBulkActions, startBulkAction, stopBulkAction } from '#lib/catalog/admin/bulk/run-bulk-actions.server.ts';
import { changeProduct } from '#lib/catalog/admin/change-product.server.ts';
import { deleteOldBulkActions } from '#lib/catalog/admin/delete-old-actions.server.ts';
import { PRODUCT_QUERY } from '#lib/catalog/admin/list/product-query.schema.ts';
import type { ProductPatch } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { oneProduct } from '#support/small-shop.ts';

const ASHA = { kind: 'staff' as const, id: 's1', name: 'Asha', origin: '203.0.113.7' };
const NOW = Date.parse('2026-11-27T06:00:00Z');
const RAISE_PRICE: BulkChange = { action: 'price', direction: 'up', amount: 10, unit: 'percent', rounding: 'nine' };
const neverAborted = new AbortController().signal;

onBothEngines('bulk changes to products', (open) => {
  /** Sets up a shop with the test products and `count` more products, which cost ₹1,000 each. */
  async function setUp(count = 0) {
    const db = await open();
    const shop = { db, now: () => NOW, settings: readSettings({}) };
    await stockGoods(db);
    const slugs = Array.from({ length: count }, (_, n) => `kurta-${n}`);
    await saveCatalogueBatch(db, [
      { type: 'category', slug: 'women', name: 'Women' },
      { type: 'category', slug: 'sale', name: 'Sale' },
      ...slugs.map((slug) => oneProduct(slug, 1_000)),
    ]);
    const readProductId = async (slug: string) =>
      (await db.write.selectFrom('product').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id;
    const allKurtas: BulkActionRequest['chosen'] = { list: PRODUCT_QUERY.parse({ search: 'kurta-' }) };
    const planChange = (change: BulkChange, chosen: BulkActionRequest['chosen'] = allKurtas) =>
      runAs(ASHA, () => planBulkAction(shop, { change, chosen }));
    const runToEnd = async (id: string) => {
      await runAs(ASHA, () => startBulkAction(shop, id));
      await runBulkActions(shop, neverAborted);
      return readProductBulkAction(db, id);
    };
    const editProduct = (patch: Omit<ProductPatch, 'type'>) =>
      transaction(db, (tx) => changeProduct(tx, shop, { type: 'product', ...patch }));
    const readPrice = async (slug: string) => (await showProduct(db, slug))?.minPaise;
    const readAuditEntries = async () => {
      const query = db.write.selectFrom('audit_entry').select(['record_id', 'actor_name', 'action']);
      return query.where('action', 'like', 'change % in bulk').orderBy('id').execute();
    };
    return { db, shop, slugs, readProductId, planChange, runToEnd, editProduct, readPrice, readAuditEntries };
  }

  test('are previewed row by row, and change nothing until they are started', async () => {
    const { db, readProductId, planChange, readPrice } = await setUp();
    const products = [await readProductId('test-kurta'), await readProductId('test-scarf')];
    const id = await planChange(RAISE_PRICE, { products: [...products, 4_711] });
    expect(await readProductBulkAction(db, id)).toMatchObject({
      state: 'planned',
      author: 'Asha',
      counts: { waiting: 2, failed: 1 },
    });
    const { rows } = await productBulkActionRows(db, id, {});
    const texts = rows.map((row) => [row.name, row.message ?? rowText(row, String)]);
    expect(texts).toEqual([
      ['Test Kurta', '₹1,999.00 → ₹2,199.00'],
      ['Test Scarf', '₹300.00 → ₹329.00'],
      ['Product 4711', 'It was deleted.'],
    ]);
    expect(await readPrice('test-scarf')).toBe(30_000);
    expect((await recentBulkActions(db)).map((bulkAction) => bulkAction.id)).toEqual([id]);
  });

  test('record each changed product in the audit log, invalidate its pages, and can be undone', async () => {
    const { db, shop, slugs, planChange, runToEnd, readPrice, readAuditEntries } = await setUp(45);
    const id = await planChange(RAISE_PRICE);
    expect(await runToEnd(id)).toMatchObject({ state: 'done', counts: { waiting: 0, done: 45, failed: 0 } });
    for (const slug of slugs) expect(await readPrice(slug)).toBe(109_900);
    const entries = await readAuditEntries();
    expect(entries.map(({ record_id }) => record_id).sort()).toEqual([...slugs].sort());
    expect(entries[0]).toMatchObject({ actor_name: 'Asha', action: 'change price in bulk' });
    const tags = await db.write.selectFrom('invalidation').select('tag').execute();
    expect(tags.map(({ tag }) => tag)).toEqual(expect.arrayContaining(['product:kurta-44', 'list']));

    const undoId = await runAs(ASHA, () => planUndo(shop, id));
    expect(await readProductBulkAction(db, undoId)).toMatchObject({
      state: 'planned',
      isUndo: true,
      counts: { waiting: 45 },
    });
    expect(await runToEnd(undoId)).toMatchObject({ state: 'done', counts: { done: 45 } });
    for (const slug of slugs) expect(await readPrice(slug)).toBe(100_000);
  });

  test('can still be undone after their sale has ended, or after their category has been deleted', async () => {
    const { db, shop, planChange, runToEnd } = await setUp(2);
    const sale: BulkChange = { action: 'sale', percent: 10, rounding: 'none', startsAt: null, endsAt: NOW + DAY_MS };
    const saleId = await planChange(sale);
    expect(await runToEnd(saleId)).toMatchObject({ counts: { done: 2 } });
    const categoryId = await planChange({ action: 'category', way: 'remove', category: 'women' });
    expect(await runToEnd(categoryId)).toMatchObject({ counts: { done: 2 } });
    await db.write.deleteFrom('facet_value').where('slug', '=', 'women').execute();
    const laterShop = { ...shop, now: () => NOW + 2 * DAY_MS };
    for (const id of [saleId, categoryId]) {
      const undoId = await runAs(ASHA, () => planUndo(laterShop, id));
      expect(await readProductBulkAction(db, undoId)).toMatchObject({
        state: 'planned',
        isUndo: true,
        counts: { waiting: 2 },
      });
    }
  });

  test('skip and report a product that somebody has changed since the preview', async () => {
    const { db, readProductId, planChange, runToEnd, editProduct, readPrice } = await setUp(3);
    const id = await planChange(RAISE_PRICE);
    await editProduct({ slug: 'kurta-1', variants: [{ values: { size: 'M' }, price: 750 }] });
    // A new name is not a conflict, because the bulk change does not affect the name.
    await editProduct({ slug: 'kurta-2', name: 'Silk kurta' });
    expect(await runToEnd(id)).toMatchObject({ counts: { done: 2, failed: 1 } });
    expect(await readPrice('kurta-1')).toBe(75_000);
    expect(await showProduct(db, 'kurta-2')).toMatchObject({ name: 'Silk kurta', minPaise: 109_900 });
    const { rows } = await productBulkActionRows(db, id, { state: 'failed' });
    expect(rows).toMatchObject([
      { productId: await readProductId('kurta-1'), message: 'It was changed in the meantime, and stays as it is.' },
    ]);
  });

  test('can be stopped between two batches, and continued', async () => {
    const { db, shop, planChange, runToEnd } = await setUp(60);
    const id = await planChange(RAISE_PRICE);
    await runAs(ASHA, () => startBulkAction(shop, id));
    await stopBulkAction(shop, id);
    await runBulkActions(shop, neverAborted);
    expect(await readProductBulkAction(db, id)).toMatchObject({ state: 'stopped', counts: { done: 40, waiting: 20 } });
    await expect(stopBulkAction(shop, id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await runToEnd(id)).toMatchObject({ state: 'done', counts: { done: 60, waiting: 0 } });
  });

  test('that several processes run at once change each product only once', async () => {
    const { db, shop, slugs, planChange, readPrice, readAuditEntries } = await setUp(80);
    const id = await planChange(RAISE_PRICE);
    await runAs(ASHA, () => startBulkAction(shop, id));
    await Promise.all([
      runBulkActions(shop, neverAborted),
      runBulkActions(shop, neverAborted),
      runBulkActions(shop, neverAborted),
    ]);
    expect(await readProductBulkAction(db, id)).toMatchObject({
      state: 'done',
      counts: { done: 80, waiting: 0, failed: 0 },
    });
    expect(await readAuditEntries()).toHaveLength(80);
    for (const slug of slugs) expect(await readPrice(slug)).toBe(109_900);
  });

  test('to a long list are previewed in steps, by any process', async () => {
    const { db, shop, planChange } = await setUp(1_203);
    const id = await planChange({ action: 'status', status: 'draft' });
    expect(await readProductBulkAction(db, id)).toMatchObject({ state: 'planning', counts: { waiting: 100 } });
    await Promise.all([runBulkActions(shop, neverAborted), runBulkActions(shop, neverAborted)]);
    expect(await readProductBulkAction(db, id)).toMatchObject({ state: 'planned', counts: { waiting: 1_203 } });
    const { rows, next } = await productBulkActionRows(db, id, { after: 249 });
    expect(rows).toHaveLength(50);
    expect([rows[0]?.position, next]).toEqual([250, 299]);
  });

  test('can set the status, and add or remove a category', async () => {
    const { db, planChange, runToEnd } = await setUp(2);
    await runToEnd(await planChange({ action: 'category', way: 'add', category: 'sale' }));
    expect((await showProduct(db, 'kurta-0'))?.categories.map(({ slug }) => slug)).toEqual(['women', 'sale']);
    await runToEnd(await planChange({ action: 'category', way: 'remove', category: 'women' }));
    expect((await showProduct(db, 'kurta-0'))?.categories.map(({ slug }) => slug)).toEqual(['sale']);
    const repeatedId = await planChange({ action: 'category', way: 'remove', category: 'women' });
    expect(await readProductBulkAction(db, repeatedId)).toMatchObject({
      state: 'planned',
      counts: { waiting: 0, failed: 2 },
    });
    await runToEnd(await planChange({ action: 'status', status: 'draft' }));
    expect(await showProduct(db, 'kurta-0')).toBeUndefined();
    const planWithUnknownCategory = planChange({ action: 'category', way: 'add', category: 'nowhere' });
    await expect(planWithUnknownCategory).rejects.toMatchObject({ code: 'not_found' });
  });

  test('report products whose price would be zero, or not above the sale price', async () => {
    const { db, readProductId, planChange } = await setUp();
    const products = [await readProductId('test-kurta'), await readProductId('test-scarf')];
    const id = await planChange(
      { action: 'price', direction: 'down', amount: 500, unit: 'rupees', rounding: 'rupee' },
      { products },
    );
    const { rows } = await productBulkActionRows(db, id, {});
    expect(rows.map(({ message }) => message)).toEqual([
      'A sale price would not be below the regular price.',
      'A price would be ₹0 or less.',
    ]);
    await expect(planChange(RAISE_PRICE, { products: [] })).rejects.toMatchObject({ code: 'invalid' });
  });

  test('are deleted after 90 days, or after one day if they were only previewed', async () => {
    const { db, shop, planChange, runToEnd } = await setUp(2);
    await runToEnd(await planChange(RAISE_PRICE));
    await planChange({ action: 'status', status: 'draft' });
    await deleteOldBulkActions({ db, now: () => NOW + 2 * DAY_MS });
    expect((await recentBulkActions(db)).map(({ state }) => state)).toEqual(['done']);
    await deleteOldBulkActions({ db, now: () => shop.now() + 91 * DAY_MS });
    expect(await db.write.selectFrom('bulk_action_row').select('position').execute()).toEqual([]);
  });
});

test.each([
  [{ action: 'price', direction: 'up', amount: '0', unit: 'percent', rounding: 'nine' }, 'amount'],
  [{ action: 'price', direction: 'up', amount: 'ten', unit: 'percent', rounding: 'nine' }, 'amount'],
  [{ action: 'price', direction: 'up', amount: '1001', unit: 'percent', rounding: 'nine' }, 'amount'],
  [{ action: 'category', way: 'add', category: '' }, 'category'],
])('the bulk change form %o is rejected with an error at the field', (form, field) => {
  const { error } = PRODUCT_BULK_ACTION_FORM.safeParse({ ...form, products: '1,2' });
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
});

test('the bulk change form accepts amounts with a unit', () => {
  const form = { action: 'price', direction: 'up', unit: 'percent', rounding: 'nine' };
  for (const [typedAmount, amount] of [
    ['12.5 %', 12.5],
    ['₹1,250', 1_250],
  ] as const) {
    const { data } = PRODUCT_BULK_ACTION_FORM.safeParse({
      ...form,
      unit: amount > 100 ? 'rupees' : 'percent',
      amount: typedAmount,
    });
    expect(data).toMatchObject({ amount });
  }
});
