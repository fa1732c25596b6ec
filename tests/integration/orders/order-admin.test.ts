import { expect, test } from 'vitest';
import { countOpenTasks } from '#lib/operations/today/open-tasks.server.ts';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import {
  bulkActionResult,
  createBulkAction,
  previewBulkAction,
  runBulkAction,
  undoBulkAction,
} from '#lib/sales/orders/admin/bulk-actions.server.ts';
import { correctAddress, correctTracking } from '#lib/sales/orders/admin/correct-order.server.ts';
import { readOrderDetails } from '#lib/sales/orders/admin/order-details.server.ts';
import { collectedCash, receiveCash } from '#lib/sales/orders/admin/receive-cash.server.ts';
import { undoChange } from '#lib/sales/orders/admin/undo-change.server.ts';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import { listOrders } from '#lib/sales/orders/list/list-orders.server.ts';
import { ORDER_QUERY } from '#lib/sales/orders/list/order-query.schema.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { packOrder } from '#lib/sales/orders/packing/pack-order.server.ts';
import { onBothEngines } from '#support/database.ts';
import { insertOrder } from '#support/order-row.ts';

const START = Date.parse('2026-11-20T06:00:00Z');
const ADDRESS = {
  ...{ name: 'Asha Rao', house: '7', street: 'New Street', landmark: '', city: 'Pune', state: 'Maharashtra' },
  ...{ pincode: '411002', mobile: '9876543210' },
};
const CANNOT_UNDO = 'This change can no longer be undone, because the order has changed since.';
const PRIYA = { kind: 'staff' as const, id: 's1', name: 'Priya', origin: '203.0.113.7, Chrome on Android' };

onBothEngines('orders in the admin', (open) => {
  async function setUp(statuses: readonly string[] = ['placed']) {
    const db = await open();
    const clock = { at: START };
    const shop = { db, settings: readSettings({}), secretKey: 'k'.repeat(40), now: () => clock.at++ };
    const orders = [];
    for (const [n, order_status] of statuses.entries()) {
      await insertOrder(db, `o${n}`, { order_status: order_status as 'placed', created_at: START });
      orders.push({ id: `o${n}`, version: START });
    }
    const readStatus = async (id: string) => (await readOrderDetails(db, id))?.order.order_status;
    const readVersion = async (id: string) => (await readOrderDetails(db, id))?.order.updated_at ?? 0;
    return { db, shop, orders, readStatus, readVersion };
  }

  test('are not changed by a request that is based on an outdated version', async () => {
    const { shop, readStatus } = await setUp();
    await moveOrder(shop, 'o0', 'processing', {}, { version: START });
    const conflict = { code: 'conflict', message: 'The order was changed in the meantime. Please check it again.' };
    await expect(moveOrder(shop, 'o0', 'shipped', {}, { version: START })).rejects.toMatchObject(conflict);
    await expect(cancelOrder(shop, 'o0', 'shop', { version: START })).rejects.toMatchObject(conflict);
    expect(await readStatus('o0')).toBe('processing');
  });

  test('have a history and audit log entries that name who changed an order', async () => {
    const { db, shop } = await setUp();
    await runAs(PRIYA, () => moveOrder(shop, 'o0', 'processing'));
    await moveOrder(shop, 'o0', 'shipped');
    const details = await readOrderDetails(db, 'o0');
    expect(details?.events.map(({ kind, author }) => [kind, author])).toEqual([
      ['processing', 'Priya'],
      ['shipped', null],
    ]);
    const { entries } = await readAudit(db, { record: { kind: 'order', id: 'o0' } });
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([['order processing', 'Priya']]);
  });

  test('are not found by staff who may see only open ones if they are closed', async () => {
    const closedStatuses = ['pending', 'delivered', 'cancelled', 'returned'];
    const statuses = [...closedStatuses, 'placed', 'processing', 'shipped', 'in_transit', 'out_for_delivery'];
    const { db, shop, orders } = await setUp(statuses);
    const openIds = ['o4', 'o5', 'o6', 'o7', 'o8'];
    await indexOrders(db);
    for (const query of [{ status: 'all' }, { search: 'buyer' }, { status: 'all', sort: 'newest' }]) {
      const { rows } = await listOrders(db, ORDER_QUERY.parse(query), 'open');
      expect(rows.map(({ id }) => id).sort()).toEqual(openIds);
    }
    expect((await listOrders(db, ORDER_QUERY.parse({ status: 'delivered' }), 'open')).rows).toEqual([]);
    expect(await readOrderDetails(db, 'o1', 'open')).toBeUndefined();
    const details = await readOrderDetails(db, 'o4', 'open');
    expect(details?.otherOrders.map(({ id }) => id).sort()).toEqual(['o5', 'o6', 'o7', 'o8']);
    const ids = orders.map(({ id }) => id);
    const preview = await previewBulkAction(db, 'delivered', ids, 'open');
    expect(preview.map(({ order }) => order.id)).toEqual(openIds);
    const bulkAction = { action: 'delivered' as const, orders };
    await expect(createBulkAction(shop, bulkAction, 'open')).rejects.toMatchObject({ code: 'not_found' });
    const id = await createBulkAction(
      shop,
      { ...bulkAction, orders: orders.filter((order) => order.id === 'o6') },
      'open',
    );
    await runBulkAction(shop, id);
    expect((await bulkActionResult(db, id, 'open')).rows).toMatchObject([
      { orderId: 'o6', state: 'done', mayOpen: false },
    ]);
  });

  test('can have their address corrected only before shipping, within its state, in the current version', async () => {
    const { db, shop, readVersion } = await setUp();
    await expect(correctAddress(shop, 'o0', ADDRESS, START - 1)).rejects.toMatchObject({ code: 'conflict' });
    const addressInOtherState = { ...ADDRESS, state: 'Karnataka' };
    await expect(correctAddress(shop, 'o0', addressInOtherState, START)).rejects.toMatchObject({ code: 'conflict' });
    await runAs(PRIYA, () => correctAddress(shop, 'o0', ADDRESS, START));
    expect((await readOrderDetails(db, 'o0'))?.address).toMatchObject(ADDRESS);
    const [entry] = (await readAudit(db)).entries;
    expect(entry?.changes).toContainEqual({ field: 'street', before: 'Street', after: 'New Street' });
    await moveOrder(shop, 'o0', 'shipped');
    await expect(correctAddress(shop, 'o0', ADDRESS, await readVersion('o0'))).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('can have their tracking number corrected only after shipping', async () => {
    const { db, shop, readVersion } = await setUp();
    const tracking = { carrier: 'Delhivery', trackingNumber: 'AWB2' };
    await expect(correctTracking(shop, 'o0', tracking, START)).rejects.toMatchObject({ code: 'conflict' });
    await moveOrder(shop, 'o0', 'shipped', { carrier: 'DTDC', trackingNumber: 'AWB1' });
    await correctTracking(shop, 'o0', tracking, await readVersion('o0'));
    const { order } = (await readOrderDetails(db, 'o0')) ?? {};
    expect([order?.carrier, order?.tracking_number]).toEqual(['Delhivery', 'AWB2']);
  });

  test('are changed by a bulk action where possible; the others are reported with reasons', async () => {
    const statuses = Array.from({ length: 30 }, (_, n) => (n % 10 === 9 ? 'delivered' : 'processing'));
    const { db, shop, orders, readStatus } = await setUp(statuses);
    const preview = await previewBulkAction(
      db,
      'shipped',
      orders.map(({ id }) => id),
    );
    expect(preview.filter(({ refusal }) => refusal !== undefined).map(({ order }) => order.id)).toEqual([
      'o9',
      'o19',
      'o29',
    ]);
    const trackingNumbers = orders.map(({ id }) => `AWB-${id}`);
    const id = await runAs(PRIYA, () =>
      createBulkAction(shop, { action: 'shipped', orders, carrier: 'Delhivery', trackingNumbers }),
    );
    await runBulkAction(shop, id);
    const { rows, author } = await bulkActionResult(db, id);
    expect(author).toBe('Priya');
    expect(rows.filter(({ state }) => state === 'done')).toHaveLength(27);
    expect(rows.filter(({ state }) => state === 'failed').map(({ number, message }) => [number, message])).toEqual(
      ['o9', 'o19', 'o29'].map((number) => [number, "An order that is delivered can't be changed to “Shipped”."]),
    );
    expect(await readStatus('o9')).toBe('delivered');
    expect((await readOrderDetails(db, 'o7'))?.order).toMatchObject({
      order_status: 'shipped',
      tracking_number: 'AWB-o7',
    });
  });

  test('are skipped by a bulk action if they were changed after their version was read', async () => {
    const { db, shop, orders, readStatus } = await setUp(['placed', 'placed']);
    const id = await createBulkAction(shop, { action: 'shipped', orders });
    await moveOrder(shop, 'o0', 'processing');
    await runBulkAction(shop, id);
    expect((await bulkActionResult(db, id)).rows.map(({ state }) => state)).toEqual(['failed', 'done']);
    expect(await readStatus('o0')).toBe('processing');
  });

  test('are changed only once by an interrupted bulk action, which continues where it stopped', async () => {
    const { db, shop, orders } = await setUp(['placed', 'placed', 'placed']);
    const id = await createBulkAction(shop, { action: 'processing', orders });
    let clockReads = 0;
    const interruptedShop = {
      ...shop,
      now: () => {
        clockReads += 1;
        if (clockReads === 2) throw new Error('interrupted');
        return shop.now();
      },
    };
    await expect(runBulkAction(interruptedShop, id)).rejects.toThrow('interrupted');
    expect((await bulkActionResult(db, id)).rows.map(({ state }) => state)).toEqual(['done', 'waiting', 'waiting']);
    await Promise.all([runBulkAction(shop, id), runBulkAction(shop, id)]);
    expect((await bulkActionResult(db, id)).rows.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    const events = await db.write.selectFrom('order_event').select('order_id').orderBy('order_id').execute();
    expect(events.map(({ order_id }) => order_id)).toEqual(['o0', 'o1', 'o2']);
  });

  test('can be moved back by undoing a bulk action, row by row, under the same rules as a single order', async () => {
    const statuses = ['placed', 'placed', 'placed', 'shipped', 'placed', 'placed', 'placed'];
    const { db, shop, orders, readStatus, readVersion } = await setUp(statuses);
    const id = await runAs(PRIYA, () => createBulkAction(shop, { action: 'processing', orders }));
    await runBulkAction(shop, id);
    await moveOrder(shop, 'o1', 'shipped');
    await correctAddress(shop, 'o2', ADDRESS, await readVersion('o2'));
    await packOrder(shop, 'o4');
    for (const order of ['o5', 'o6'])
      await undoChange(shop, order, (await readOrderDetails(db, order))?.events.at(-1)?.id ?? 0);
    await moveOrder(shop, 'o6', 'processing');
    expect((await bulkActionResult(db, id)).undoableCount).toBe(2);
    const canUndo = async (order: string) => (await readOrderDetails(db, order))?.events.some((event) => event.canUndo);
    expect(await Promise.all(['o0', 'o1', 'o4', 'o5'].map(canUndo))).toEqual([true, false, false, false]);
    const undoActionId = await runAs(PRIYA, async () => {
      const undoId = await undoBulkAction(shop, id);
      await runBulkAction(shop, undoId);
      return undoId;
    });
    const { action, rows, undoableCount } = await bulkActionResult(db, undoActionId);
    expect([action, undoableCount]).toEqual(['placed', 0]);
    expect(rows.map(({ orderId, state, message }) => [orderId, state, message])).toEqual([
      ['o0', 'done', null],
      ['o1', 'failed', CANNOT_UNDO],
      ['o2', 'done', null],
      ['o4', 'failed', CANNOT_UNDO],
      ['o5', 'failed', CANNOT_UNDO],
      ['o6', 'failed', CANNOT_UNDO],
    ]);
    const statusesAfter = await Promise.all(['o0', 'o1', 'o2', 'o4', 'o5', 'o6'].map(readStatus));
    expect(statusesAfter).toEqual(['placed', 'shipped', 'placed', 'processing', 'placed', 'processing']);
    expect((await readOrderDetails(db, 'o2'))?.address.street).toBe('New Street');
    const { entries } = await readAudit(db, { record: { kind: 'order', id: 'o0' } });
    expect(entries.map((entry) => [entry.action, entry.actor])).toEqual([['order undone', 'Priya']]);
    expect((await bulkActionResult(db, id)).undoableCount).toBe(0);
  });

  test('can’t be moved back after bulk shipping', async () => {
    const { shop, orders, readStatus } = await setUp(['processing']);
    const id = await createBulkAction(shop, { action: 'shipped', orders });
    await runBulkAction(shop, id);
    await expect(undoBulkAction(shop, id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(undoBulkAction(shop, 'x')).rejects.toMatchObject({ code: 'not_found' });
    expect(await readStatus('o0')).toBe('shipped');
  });

  test('have cash collected by a courier, which is recorded as received only once', async () => {
    const { db, shop, orders, readVersion } = await setUp(['shipped', 'shipped', 'placed']);
    await moveOrder(shop, 'o0', 'delivered');
    await db.write.updateTable('orders').set({ payment_status: 'paid' }).where('id', '=', 'o1').execute();
    await moveOrder(shop, 'o1', 'delivered');
    const listCashDueIds = async () =>
      (await listOrders(db, ORDER_QUERY.parse({ status: 'cash_due' }))).rows.map(({ id }) => id);
    expect(await listCashDueIds()).toEqual(['o0']);
    expect((await countOpenTasks(db, START)).cashDue).toBe(1);
    const ids = orders.map(({ id }) => id);
    const preview = await previewBulkAction(db, 'cash_received', ids);
    expect(preview.map(({ refusal }) => refusal)).toEqual([
      undefined,
      'No courier owes cash for this order.',
      'No courier owes cash for this order.',
    ]);
    expect(
      await collectedCash(
        db,
        preview.slice(0, 1).map(({ order }) => order),
      ),
    ).toEqual(new Map([['o0', 100_000]]));
    const versions = await Promise.all(ids.map(async (id) => ({ id, version: await readVersion(id) })));
    const bulkActionId = await runAs(PRIYA, () =>
      createBulkAction(shop, { action: 'cash_received', orders: versions }),
    );
    await runAs(PRIYA, () => runBulkAction(shop, bulkActionId));
    expect((await bulkActionResult(db, bulkActionId)).rows.map(({ state }) => state)).toEqual([
      'done',
      'failed',
      'failed',
    ]);
    expect(await listCashDueIds()).toEqual([]);
    expect((await readOrderDetails(db, 'o0'))?.events.at(-1)).toMatchObject({ kind: 'cash_received', author: 'Priya' });
    await expect(receiveCash(shop, 'o0')).rejects.toMatchObject({
      message: 'The cash for this order was already recorded.',
    });
    const { entries } = await readAudit(db, { record: { kind: 'order', id: 'o0' } });
    expect(entries.map(({ action }) => action)).toEqual(['order cash received']);
  });

  test('have cash that is recorded as received only once even if two people do so concurrently', async () => {
    const { db, shop } = await setUp(['shipped']);
    await moveOrder(shop, 'o0', 'delivered');
    const results = await Promise.allSettled([receiveCash(shop, 'o0'), receiveCash(shop, 'o0')]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { events = [] } = (await readOrderDetails(db, 'o0')) ?? {};
    expect(events.filter(({ kind }) => kind === 'cash_received')).toHaveLength(1);
  });

  test.each([
    ['too few tracking numbers', ['A1']],
    ['duplicate tracking numbers', ['A1', 'A1']],
  ])('are not changed by a bulk action with %s, which is rejected', async (_description, trackingNumbers) => {
    const { db, shop, orders } = await setUp(['placed', 'placed']);
    await expect(createBulkAction(shop, { action: 'shipped', orders, trackingNumbers })).rejects.toMatchObject({
      code: 'invalid',
      fields: { tracking: expect.any(String) },
    });
    expect(await db.write.selectFrom('bulk_action').selectAll().execute()).toEqual([]);
  });
});
