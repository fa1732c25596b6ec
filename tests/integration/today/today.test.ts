import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inboxScopeOf } from '#lib/admin/inbox/inbox.ts';
import { INBOX_QUERY } from '#lib/admin/inbox/inbox-query.schema.ts';
import { listInbox } from '#lib/admin/inbox/list-inbox.server.ts';
import { heldBackProducts } from '#lib/catalog/admin/held-back.server.ts';
import type { CatalogueRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { holdBackUntaxed } from '#lib/catalog/import/untaxed-goods.server.ts';
import { lowStockItems } from '#lib/operations/today/low-stock.server.ts';
import { countOpenTasks } from '#lib/operations/today/open-tasks.server.ts';
import { readToday, shopProblems } from '#lib/operations/today/today.server.ts';
import { chunksForInsert } from '#lib/platform/db/chunks.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { faultStore } from '#lib/platform/upstream/fault-store.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { listOrders } from '#lib/sales/orders/list/list-orders.server.ts';
import { ORDER_QUERY } from '#lib/sales/orders/list/order-query.schema.ts';
import { ordersToPack } from '#lib/sales/orders/packing/read-packing.server.ts';
import { onBothEngines } from '#support/database.ts';
import { inboxFixture } from '#support/inbox-rows.ts';
import { insertOrder } from '#support/order-row.ts';
import { queryPlans } from '#support/query-plans.ts';
import { oneProduct } from '#support/small-shop.ts';

const NOW = Date.parse('2026-11-20T06:00:00Z');

onBothEngines('today’s tasks', (open) => {
  /** Creates a placed, a confirmed, a packed and a shipped order, and an order that waits for pre-ordered goods. */
  async function setUp() {
    const db = await open();
    await insertOrder(db, 'placed', { created_at: NOW - 5 });
    await insertOrder(db, 'confirmed', { order_status: 'processing', created_at: NOW - 4 });
    await insertOrder(db, 'packed', { order_status: 'processing', packed_at: NOW, created_at: NOW - 3 });
    await insertOrder(db, 'shipped', { order_status: 'shipped', packed_at: NOW, created_at: NOW - 2 });
    await insertOrder(db, 'waiting', { order_status: 'processing', created_at: NOW - 1 });
    for (const order of ['waiting', 'shipped'])
      await db.write.updateTable('order_line').set({ pre_order_at: NOW }).where('order_id', '=', order).execute();
    return db;
  }
  const listIds = async (db: ShopDatabase, status: string) =>
    (await listOrders(db, ORDER_QUERY.parse({ status, sort: 'oldest' }))).rows.map(({ id }) => id);

  test('count each open order only once, as the filtered order lists do', async () => {
    const db = await setUp();
    expect(await countOpenTasks(db, NOW)).toMatchObject({ toConfirm: 1, toPack: 2, toShip: 1 });
    expect(await listIds(db, 'placed')).toEqual(['placed']);
    expect(await listIds(db, 'to_pack')).toEqual(['confirmed', 'waiting']);
    expect(await listIds(db, 'to_ship')).toEqual(['packed']);
    expect(await ordersToPack(db, 1)).toEqual(['confirmed']);
    const { rows } = await listOrders(db, ORDER_QUERY.parse({}));
    expect(rows.map(({ id, isPacked }) => [id, isPacked])).toEqual([
      ['placed', false],
      ['confirmed', false],
      ['packed', true],
      ['waiting', false],
    ]);
  });

  test('count the open items in the inbox, as the inbox list does', async () => {
    const db = await open();
    const inbox = await inboxFixture(db);
    await inbox.ticket('t1', { at: 1 });
    await inbox.ticket('t2', { at: 1, state: 'answered' });
    for (const state of ['requested', 'approved', 'received', 'declined'] as const)
      await inbox.exchange(state, { at: 2, state });
    await inbox.message('m1', { at: 3 });
    await inbox.message('m2', { at: 3, state: 'closed' });
    await inbox.review('r1', { at: 4 });
    const { tickets, exchanges, messages, reviews } = await countOpenTasks(db, NOW);
    expect({ tickets, exchanges, messages, reviews }).toEqual({ tickets: 1, exchanges: 2, messages: 1, reviews: 1 });
    const { rows } = await listInbox(db, INBOX_QUERY.parse({}), inboxScopeOf('owner'));
    expect(rows.map(({ id }) => id)).toEqual(['t1', 'received', 'requested', 'm1', 'r1']);
  });

  test('include a pre-order from its shipping date until it ships', async () => {
    const db = await setUp();
    expect((await countOpenTasks(db, NOW - 1)).preOrdersDue).toBe(0);
    expect((await countOpenTasks(db, NOW)).preOrdersDue).toBe(1);
    expect(await listIds(db, 'pre_order')).toEqual(['waiting']);
  });

  test('list products that have sold in the last 30 days and are low in stock', async () => {
    const db = await open();
    const lowStockVariant = { values: { size: 'M' }, price: 1_250, quantity: 2, hsn: '6206' };
    const product = { ...oneProduct('loom-kurta', 1_250), variants: [lowStockVariant] } as CatalogueRecord;
    await saveCatalogueBatch(db, [{ type: 'category', slug: 'women', name: 'Women' }, product], new Map());
    const { id } = await db.read.selectFrom('variant').select('id').executeTakeFirstOrThrow();
    await insertOrder(db, 'o1', { created_at: NOW - DAY_MS });
    await db.write.updateTable('order_line').set({ variant_id: id }).execute();
    const shop = { db, settings: readSettings({}), now: () => NOW };
    expect((await readToday(shop)).lowStock.map(({ quantity }) => quantity)).toEqual([2]);
    expect((await readToday({ ...shop, now: () => NOW + 30 * DAY_MS })).lowStock).toEqual([]);
    await db.write.updateTable('orders').set({ order_status: 'cancelled' }).execute();
    expect((await readToday(shop)).lowStock, 'the only order is cancelled').toEqual([]);
  });

  test('list the best-selling low-stock products first, reading only the order lines of the last 30 days', async () => {
    const db = await open();
    const variants = [2, 3, 2, 90].map((quantity, n) => ({
      ...{ sku: `K-${n}`, values: { size: 'M' }, price: 500, quantity, hsn: '6206' },
    }));
    const goods = variants.map((variant, n) => ({ ...oneProduct(`kurta-${n}`, 500), variants: [variant] }));
    const records = [{ type: 'category', slug: 'women', name: 'Women' }, ...goods] as CatalogueRecord[];
    await saveCatalogueBatch(db, records, new Map());
    const ids = (await db.read.selectFrom('variant').select('id').orderBy('sku').execute()).map(({ id }) => id);
    await insertOrder(db, 'o', { created_at: NOW - 90 * DAY_MS });
    const order = await db.read.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
    const line = await db.read.selectFrom('order_line').selectAll().executeTakeFirstOrThrow();
    // The last 150 orders are recent: 20 of kurta-2, 30 of kurta-1, and 100 of kurta-3, which is well stocked.
    const kurtaIndex = (n: number) => (n < 2_850 ? 0 : n < 2_870 ? 2 : n < 2_900 ? 1 : 3);
    const orders = Array.from({ length: 3_000 }, (_, n) => {
      const id = `o${String(n).padStart(4, '0')}`;
      return { ...order, id, number: id, created_at: NOW - (n < 2_850 ? 60 : 1) * DAY_MS };
    });
    for (const rows of chunksForInsert(orders)) await db.bulk.insertInto('orders').values(rows).execute();
    const lines = orders.map(({ id }, n) => ({ ...line, order_id: id, variant_id: ids[kurtaIndex(n)] ?? 0 }));
    for (const rows of chunksForInsert(lines)) await db.bulk.insertInto('order_line').values(rows).execute();
    await sql`analyze`.execute(db.write);
    expect((await lowStockItems(db, NOW)).map(({ quantity }) => quantity)).toEqual([3, 2]);
    const plan = await queryPlans(db, (recordingDb) => lowStockItems(recordingDb, NOW));
    expect(plan).not.toMatch(/SCAN order_line"|Seq Scan on order_line|SCAN orders"|Seq Scan on orders/);
  });

  test('count products that are held back, and list the HSN codes that have no known rate', async () => {
    const db = await open();
    const createVariant = (hsn: string) => ({ values: { size: 'M' }, price: 500, quantity: 1, hsn });
    const cushion = { values: { size: 'L' }, price: 500, quantity: 1, hsn: '6304' };
    const goods = ['6206', '5702', '5702'].map((hsn, n) => ({
      ...oneProduct(`p-${n}`, 500),
      variants: [createVariant(hsn), ...(n === 2 ? [cushion] : [])],
    }));
    const records = [{ type: 'category', slug: 'women', name: 'Women' }, ...goods] as CatalogueRecord[];
    await saveCatalogueBatch(db, records, new Map());
    expect(await heldBackProducts(db, NOW)).toBeUndefined();
    await holdBackUntaxed(db, true, NOW);
    expect(await heldBackProducts(db, NOW)).toEqual({ productCount: 2, hsns: ['5702'] });
    await holdBackUntaxed(db, false, NOW);
    expect(await heldBackProducts(db, NOW)).toBeUndefined();
  });

  test('list a failing service until it has recovered', async () => {
    const db = await open();
    const store = faultStore(db);
    await store.add({ upstream: 'razorpay', route: 'POST /v1/orders', kind: 'unreachable' }, 3, NOW);
    const readFailures = async () => (await shopProblems({ db, settings: readSettings({}), now: () => NOW })).failures;
    expect(await readFailures()).toEqual([
      expect.stringContaining('Razorpay could not be reached (POST /v1/orders), 3 times'),
    ]);
    await store.markRecovered('razorpay', 'POST /v1/orders', NOW + 1);
    expect(await readFailures()).toEqual([]);
  });
});
