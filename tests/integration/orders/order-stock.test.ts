import { expect, test } from 'vitest';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { DAY_MS, HOUR_MS } from '#lib/primitives/durations.ts';
import { recordRefundDue } from '#lib/sales/orders/credits/refunds.server.ts';
import { deleteOldHolds } from '#lib/sales/orders/holds/hold-bounds.server.ts';
import { isScarce } from '#lib/sales/orders/holds/hold-sums.ts';
import { releaseHold, renewHold } from '#lib/sales/orders/holds/order-hold.server.ts';
import { sweepHolds } from '#lib/sales/orders/holds/sweep-holds.server.ts';
import { changeOrder } from '#lib/sales/orders/record/change-order.server.ts';
import { findOrder, latestOrders } from '#lib/sales/orders/record/find-order.server.ts';
import { deleteOldKeys, hashText } from '#lib/sales/orders/record/idempotency.server.ts';
import { returnStock, stockedLines, takeStockAgain } from '#lib/sales/orders/record/order-stock.server.ts';
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
])('with a share of %i %%, taking %i with %i left is scarce: %s', (share, quantity, left, scarce) =>
  expect(isScarce(share, quantity, left)).toBe(scarce),
);

test('the hash of the same text is the same, and that of another text differs', () => {
  expect(hashText('a')).toBe(hashText('a'));
  expect(hashText('a')).not.toBe(hashText('b'));
});

onBothEngines('the stock of an order', (open) => {
  async function unpaidOrder(...goods: [string, number][]) {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const order = await fixture.place(await fixture.cartOf(...goods), { payment: 'test' });
    const row = () => db.write.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
    const events = async () =>
      (
        await db.write.selectFrom('order_event').select('kind').where('order_id', '=', order.id).orderBy('id').execute()
      ).map(({ kind }) => kind);
    return { ...fixture, db, order, row, events };
  }

  test('is returned and taken again, cloth from another bolt if the first has become too short', async () => {
    const { db, shop, order, stock } = await unpaidOrder(['test-scarf', 2], ['test-cloth', 2]);
    const lines = () => transaction(db, (tx) => stockedLines(tx, order.id));
    const cause = { why: 'released', at: shop.now(), orderId: order.id } as const;
    expect((await lines()).map(({ bolt_position }) => bolt_position)).toEqual([null, 1]);
    await transaction(db, async (tx) => returnStock(tx, await stockedLines(tx, order.id), cause));
    expect(await stock()).toMatchObject({ 'test-scarf': { stock: 50 }, 'test-cloth': { stock: 1_250 } });
    await db.write.updateTable('bolt').set({ length_cm: 100 }).where('position', '=', 1).execute();
    await db.write.updateTable('variant').set({ quantity: 1_100 }).where('sku', '=', 'TC').execute();
    const isTaken = await transaction(db, async (tx) =>
      takeStockAgain(tx, await stockedLines(tx, order.id), { ...cause, why: 'order' }),
    );
    expect(isTaken).toBe(true);
    expect((await lines()).map(({ bolt_position }) => bolt_position)).toEqual([null, 0]);
  });

  test('is taken again completely or not at all', async () => {
    const { db, shop, order, stock, row, events } = await unpaidOrder(['test-kurta', 1], ['test-scarf', 2]);
    expect(await releaseHold(shop, order.id)).toBe(true);
    expect(await releaseHold(shop, order.id)).toBe(false);
    await db.write.updateTable('variant').set({ quantity: 1 }).where('sku', '=', 'TS').execute();
    const before = await stock();
    await expect(renewHold(shop, order.id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('have been sold in the meantime'),
    });
    expect(await stock()).toEqual(before);
    expect((await row()).stock_held).toBe(0);
    await db.write.updateTable('variant').set({ quantity: 2 }).where('sku', '=', 'TS').execute();
    await renewHold(shop, order.id);
    // The order already holds its stock: nothing is taken twice.
    await renewHold(shop, order.id);
    expect(await stock()).toMatchObject({ 'test-kurta': { stock: 4, sold: 1 }, 'test-scarf': { stock: 0, sold: 2 } });
    expect((await events()).slice(-2)).toEqual(['let_go', 'held_again']);
  });

  test('is not held again after the deadline', async () => {
    const { shop, clock, order } = await unpaidOrder(['test-scarf', 1]);
    clock.at += HOLD_MS - 1;
    await renewHold(shop, order.id);
    clock.at += 1;
    await expect(renewHold(shop, order.id)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This order is no longer waiting for payment.',
    });
  });

  test('stays held if the deadline passed an hour ago, as after a clock jump, but not if it just passed', async () => {
    const { db, shop, clock, order, row, cartOf, place } = await unpaidOrder(['test-scarf', 1]);
    clock.at += HOUR_MS - 1;
    const recent = await place(await cartOf(['test-kurta', 1]), { payment: 'test' });
    clock.at += HOLD_MS + 1;
    // The deadline of the first order passed exactly an hour ago.
    expect(clock.at - (order.hold_until ?? 0)).toBe(HOUR_MS);
    expect(await sweepHolds(shop)).toEqual({ extended: 1, cancelled: 1 });
    expect(await row()).toMatchObject({ order_status: 'pending', hold_until: clock.at + HOLD_MS });
    const other = await db.write
      .selectFrom('orders')
      .select('order_status')
      .where('id', '=', recent.id)
      .executeTakeFirst();
    expect(other?.order_status).toBe('cancelled');
  });

  test('records of holds are kept for two days, and idempotency keys for seven', async () => {
    const { db, shop, clock } = await unpaidOrder(['test-scarf', 1]);
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

onBothEngines('an order', (open) => {
  async function placeTwoOrders() {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const first = await fixture.place(await fixture.cartOf(['test-scarf', 1]));
    fixture.clock.at += 400 * DAY_MS;
    const second = await fixture.place(await fixture.cartOf(['test-scarf', 1]));
    return { ...fixture, db, first, second };
  }

  test('is found by its number, its id, or a unique end of its number', async () => {
    const { db, cartOf, place, first, second } = await placeTwoOrders();
    expect((await findOrder(db, ` ${first.number.toLowerCase()} `)).id).toBe(first.id);
    expect((await findOrder(db, second.id)).number).toBe(second.number);
    const third = await place(await cartOf(['test-scarf', 1]));
    expect((await findOrder(db, '2')).id).toBe(third.id);
    for (const reference of ['7', 'x', '1x', '', '1234567'])
      await expect(findOrder(db, reference)).rejects.toMatchObject({ code: 'not_found' });
    // Each year begins with number 1.
    expect(first.number.slice(-6)).toBe(second.number.slice(-6));
    await expect(findOrder(db, '1')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Several order numbers end in 1.'),
    });
  });

  test('is listed, the latest first, also by status, email address or due refund', async () => {
    const { db, first, second } = await placeTwoOrders();
    const ids = async (...args: [number, object?]) => (await latestOrders(db, ...args)).map(({ id }) => id);
    expect(await ids(10)).toEqual([second.id, first.id]);
    expect(await ids(1)).toEqual([second.id]);
    await db.write
      .updateTable('orders')
      .set({ email: 'other@example.in', order_status: 'shipped' })
      .where('id', '=', first.id)
      .execute();
    expect(await ids(10, { status: 'shipped' })).toEqual([first.id]);
    expect(await ids(10, { email: 'other@example.in' })).toEqual([first.id]);
    expect(await ids(10, { isRefundDue: true })).toEqual([]);
    const refund = { provider: 'test' as const, reference: 'pay_1', amount_paise: 100 };
    await transaction(db, (tx) => recordRefundDue(tx, second.id, refund, 'paid_at_door', 1));
    expect(await ids(10, { isRefundDue: true })).toEqual([second.id]);
  });

  test('changes only from the given states', async () => {
    const { db, first } = await placeTwoOrders();
    const change = (from: Parameters<typeof changeOrder>[2]) =>
      transaction(db, (tx) => changeOrder(tx, first.id, from, { updated_at: 9 }));
    expect(await change({ order_status: ['shipped', 'delivered'] })).toBeUndefined();
    expect(await change({ payment_status: ['paid'] })).toBeUndefined();
    expect(await change({ stock_held: 0 })).toBeUndefined();
    expect(await change({ order_status: ['placed'], payment_status: ['cod'], stock_held: 1 })).toMatchObject({
      updated_at: first.updated_at + 1,
    });
    expect(await change({})).toMatchObject({ id: first.id });
  });
});
