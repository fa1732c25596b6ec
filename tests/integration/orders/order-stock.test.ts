import { expect, test } from 'vitest';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { DAY_MS, HOUR_MS } from '#lib/primitives/durations.ts';
import { recordRefundDue } from '#lib/sales/orders/credits/refunds.server.ts';
import { deleteOldHolds, isScarce } from '#lib/sales/orders/holds/hold-limits.server.ts';
import { releaseHold, renewHold, sweepHolds } from '#lib/sales/orders/holds/order-hold.server.ts';
import { changeOrder } from '#lib/sales/orders/record/change-order.server.ts';
import { findOrder, latestOrders } from '#lib/sales/orders/record/find-order.server.ts';
import { deleteOldKeys, hashText } from '#lib/sales/orders/record/idempotency.server.ts';
import { deductStockAgain, returnStock, stockedLines } from '#lib/sales/orders/record/order-stock.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

const HOLD_MS = readSettings({}).holds.holdMs;

test.each([
  [50, 1, 1, false],
  [50, 2, 1, true],
  [50, 1, 0, true],
  [100, 5, 0, false],
  [1, 1, 99, false],
  [1, 1, 98, true],
])('with a share of %i %%, taking %i and leaving %i counts as scarce: %s', (share, quantity, remaining, expected) =>
  expect(isScarce(share, quantity, remaining)).toBe(expected),
);

test('hashes of the same text are equal, and hashes of different texts differ', () => {
  expect(hashText('a')).toBe(hashText('a'));
  expect(hashText('a')).not.toBe(hashText('b'));
});

onBothEngines('an order’s stock', (open) => {
  async function setUpUnpaidOrder(...goods: [string, number][]) {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const order = await fixture.place(await fixture.cartOf(...goods), { payment: 'test' });
    const readOrder = () =>
      db.write.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
    const readEvents = async () =>
      (
        await db.write.selectFrom('order_event').select('kind').where('order_id', '=', order.id).orderBy('id').execute()
      ).map(({ kind }) => kind);
    return { ...fixture, db, order, readOrder, readEvents };
  }

  test('is returned and taken again, for cloth from another bolt if the first one has become too short', async () => {
    const { db, shop, order, stock } = await setUpUnpaidOrder(['test-scarf', 2], ['test-cloth', 2]);
    const readLines = () => transaction(db, (tx) => stockedLines(tx, order.id));
    const cause = { why: 'released', at: shop.now(), orderId: order.id } as const;
    expect((await readLines()).map(({ bolt_position }) => bolt_position)).toEqual([null, 1]);
    await transaction(db, async (tx) => returnStock(tx, await stockedLines(tx, order.id), cause));
    expect(await stock()).toMatchObject({ 'test-scarf': { stock: 50 }, 'test-cloth': { stock: 1_250 } });
    await db.write.updateTable('bolt').set({ length_cm: 100 }).where('position', '=', 1).execute();
    await db.write.updateTable('variant').set({ quantity: 1_100 }).where('sku', '=', 'TC').execute();
    const isTaken = await transaction(db, async (tx) =>
      deductStockAgain(tx, await stockedLines(tx, order.id), { ...cause, why: 'order' }),
    );
    expect(isTaken).toBe(true);
    expect((await readLines()).map(({ bolt_position }) => bolt_position)).toEqual([null, 0]);
  });

  test('is taken again completely or not at all', async () => {
    const { db, shop, order, stock, readOrder, readEvents } = await setUpUnpaidOrder(
      ['test-kurta', 1],
      ['test-scarf', 2],
    );
    expect(await releaseHold(shop, order.id)).toBe(true);
    expect(await releaseHold(shop, order.id)).toBe(false);
    await db.write.updateTable('variant').set({ quantity: 1 }).where('sku', '=', 'TS').execute();
    const stockBefore = await stock();
    await expect(renewHold(shop, order.id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('have been sold in the meantime'),
    });
    expect(await stock()).toEqual(stockBefore);
    expect((await readOrder()).stock_held).toBe(0);
    await db.write.updateTable('variant').set({ quantity: 2 }).where('sku', '=', 'TS').execute();
    await renewHold(shop, order.id);
    // The order already holds its stock, so nothing is taken again.
    await renewHold(shop, order.id);
    expect(await stock()).toMatchObject({ 'test-kurta': { stock: 4, sold: 1 }, 'test-scarf': { stock: 0, sold: 2 } });
    expect((await readEvents()).slice(-2)).toEqual(['let_go', 'held_again']);
  });

  test('is not held again after the deadline', async () => {
    const { shop, clock, order } = await setUpUnpaidOrder(['test-scarf', 1]);
    clock.at += HOLD_MS - 1;
    await renewHold(shop, order.id);
    clock.at += 1;
    await expect(renewHold(shop, order.id)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This order is no longer waiting for payment.',
    });
  });

  test('is held longer if the deadline passed an hour ago, as after a clock jump, but not if it has just passed', async () => {
    const { db, shop, clock, order, readOrder, cartOf, place } = await setUpUnpaidOrder(['test-scarf', 1]);
    clock.at += HOUR_MS - 1;
    const recentOrder = await place(await cartOf(['test-kurta', 1]), { payment: 'test' });
    clock.at += HOLD_MS + 1;
    // The first order’s deadline passed exactly an hour ago.
    expect(clock.at - (order.hold_until ?? 0)).toBe(HOUR_MS);
    expect(await sweepHolds(shop)).toEqual({ extendedCount: 1, cancelledCount: 1 });
    expect(await readOrder()).toMatchObject({ order_status: 'pending', hold_until: clock.at + HOLD_MS });
    const otherOrder = await db.write
      .selectFrom('orders')
      .select('order_status')
      .where('id', '=', recentOrder.id)
      .executeTakeFirst();
    expect(otherOrder?.order_status).toBe('cancelled');
  });

  test('has hold records that are kept for two days; idempotency keys are kept for seven', async () => {
    const { db, shop, clock } = await setUpUnpaidOrder(['test-scarf', 1]);
    const start = clock.at;
    const count = async (table: 'stock_hold' | 'hold_party' | 'idempotency_key') =>
      (
        await db.write
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n;
    await db.write
      .insertInto('idempotency_key')
      .values({ owner: 'o', key: 'k', body_hash: 'b', order_id: 'x', created_at: start })
      .execute();
    clock.at = start + 2 * DAY_MS;
    await deleteOldHolds(shop);
    expect(Number(await count('stock_hold'))).toBe(1);
    expect(Number(await count('hold_party'))).toBeGreaterThan(0);
    clock.at += 1;
    await deleteOldHolds(shop);
    expect([await count('stock_hold'), await count('hold_party')].map(Number)).toEqual([0, 0]);
    await deleteOldKeys(db.write, start + 7 * DAY_MS);
    expect(Number(await count('idempotency_key'))).toBe(1);
    await deleteOldKeys(db.write, start + 7 * DAY_MS + 1);
    expect(Number(await count('idempotency_key'))).toBe(0);
  });
});

onBothEngines('an existing order', (open) => {
  async function placeTwoOrders() {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const firstOrder = await fixture.place(await fixture.cartOf(['test-scarf', 1]));
    fixture.clock.at += 400 * DAY_MS;
    const secondOrder = await fixture.place(await fixture.cartOf(['test-scarf', 1]));
    return { ...fixture, db, firstOrder, secondOrder };
  }

  test('is found by its number, its id or a unique end of its number', async () => {
    const { db, cartOf, place, firstOrder, secondOrder } = await placeTwoOrders();
    expect((await findOrder(db, ` ${firstOrder.number.toLowerCase()} `)).id).toBe(firstOrder.id);
    expect((await findOrder(db, secondOrder.id)).number).toBe(secondOrder.number);
    const thirdOrder = await place(await cartOf(['test-scarf', 1]));
    expect((await findOrder(db, '2')).id).toBe(thirdOrder.id);
    for (const reference of ['7', 'x', '1x', '', '1234567'])
      await expect(findOrder(db, reference)).rejects.toMatchObject({ code: 'not_found' });
    // The numbers begin with 1 each year.
    expect(firstOrder.number.slice(-6)).toBe(secondOrder.number.slice(-6));
    await expect(findOrder(db, '1')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Several order numbers end in 1.'),
    });
  });

  test('is listed, latest first, also by status, email address or due refund', async () => {
    const { db, firstOrder, secondOrder } = await placeTwoOrders();
    const listIds = async (...args: [number, object?]) => (await latestOrders(db, ...args)).map(({ id }) => id);
    expect(await listIds(10)).toEqual([secondOrder.id, firstOrder.id]);
    expect(await listIds(1)).toEqual([secondOrder.id]);
    await db.write
      .updateTable('orders')
      .set({ email: 'other@example.in', order_status: 'shipped' })
      .where('id', '=', firstOrder.id)
      .execute();
    expect(await listIds(10, { status: 'shipped' })).toEqual([firstOrder.id]);
    expect(await listIds(10, { email: 'other@example.in' })).toEqual([firstOrder.id]);
    expect(await listIds(10, { isRefundDue: true })).toEqual([]);
    const refund = { provider: 'test' as const, reference: 'pay_1', amount_paise: 100 };
    await transaction(db, (tx) => recordRefundDue(tx, secondOrder.id, refund, 'paid_at_door', 1));
    expect(await listIds(10, { isRefundDue: true })).toEqual([secondOrder.id]);
  });

  test('is changed only if it is in one of the given states', async () => {
    const { db, firstOrder } = await placeTwoOrders();
    const change = (from: Parameters<typeof changeOrder>[2]) =>
      transaction(db, (tx) => changeOrder(tx, firstOrder.id, from, { updated_at: 9 }));
    expect(await change({ order_status: ['shipped', 'delivered'] })).toBeUndefined();
    expect(await change({ payment_status: ['paid'] })).toBeUndefined();
    expect(await change({ stock_held: 0 })).toBeUndefined();
    expect(await change({ order_status: ['placed'], payment_status: ['cod'], stock_held: 1 })).toMatchObject({
      updated_at: firstOrder.updated_at + 1,
    });
    expect(await change({})).toMatchObject({ id: firstOrder.id });
  });
});
