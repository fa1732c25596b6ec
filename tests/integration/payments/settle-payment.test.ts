import { expect, test } from 'vitest';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { cancelOverdueOrders } from '#lib/sales/orders/holds/order-hold.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import type { PaymentReport } from '#lib/sales/payments/payments.ts';
import { settlePayment } from '#lib/sales/payments/settle-payment.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

const HOLD_MS = readSettings({}).holds.holdMs;

onBothEngines('a payment result', (open) => {
  async function setUpUnpaidOrder(items: [string, number][] = [['test-kurta', 2]]) {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const order = await fixture.place(await fixture.cartOf(...items), { payment: 'test' });
    const settle = (overrides: Partial<PaymentReport> = {}, target: OrderRow = order) =>
      settlePayment(fixture.shop, {
        orderId: target.id,
        provider: 'test',
        eventId: 'evt-1',
        outcome: 'paid',
        amountPaise: target.total_paise,
        reference: 'pay-1',
        ...overrides,
      });
    const readState = async () => {
      const row = await db.write.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
      return `${row.order_status} ${row.payment_status} ${row.stock_held}`;
    };
    const expireHold = async () => {
      fixture.clock.at += HOLD_MS;
      expect(await cancelOverdueOrders(fixture.shop)).toBe(1);
    };
    return { ...fixture, db, order, settle, readState, expireHold };
  }

  test('is awaited by the order, which holds its stock', async () => {
    const { order, readState, stock, kindsOfMails } = await setUpUnpaidOrder();
    expect(await readState()).toBe('pending unpaid 1');
    expect((order.hold_until ?? 0) - order.created_at).toBe(HOLD_MS);
    expect((await stock())['test-kurta']).toEqual({ stock: 3, sold: 2 });
    expect(await kindsOfMails()).toEqual([]);
  });

  test('is applied only once, even if it is reported often and concurrently', async () => {
    const { settle, readState, kindsOfMails } = await setUpUnpaidOrder();
    const results = await Promise.all(Array.from({ length: 6 }, () => settle()));
    expect(results.map(({ settlement }) => settlement).sort()).toEqual(['paid', ...Array(5).fill('repeated')]);
    expect(await readState()).toBe('placed paid 1');
    expect(await kindsOfMails()).toEqual(['order_payment_received']);
  });

  test('with two events for one payment counts only once', async () => {
    const { settle, kindsOfMails } = await setUpUnpaidOrder();
    const results = await Promise.all([settle(), settle({ eventId: 'asked:pay-1' })]);
    expect(results.map(({ settlement }) => settlement).sort()).toEqual(['already_paid', 'paid']);
    expect(await kindsOfMails()).toEqual(['order_payment_received']);
  });

  test('that is a failure can be followed by a success; a later failure changes nothing', async () => {
    const { settle, readState, kindsOfMails } = await setUpUnpaidOrder();
    expect((await settle({ outcome: 'failed' })).settlement).toBe('failed');
    expect(await readState()).toBe('pending unpaid 1');
    await settle({ outcome: 'failed', eventId: 'evt-2' });
    await settle({ eventId: 'evt-3', reference: 'pay-2' });
    expect((await settle({ outcome: 'failed', eventId: 'evt-4' })).settlement).toBe('not_awaited');
    expect(await readState()).toBe('placed paid 1');
    expect(await kindsOfMails()).toEqual(['order_payment_failed', 'order_payment_received']);
  });

  test('with a wrong amount does not pay for the order', async () => {
    const { order, settle, readState } = await setUpUnpaidOrder();
    for (const amountPaise of [order.total_paise - 1, order.total_paise + 1, 0, -order.total_paise]) {
      expect(
        (await settle({ amountPaise, eventId: `evt-${amountPaise}`, reference: `pay-${amountPaise}` })).settlement,
      ).toBe('wrong_amount');
    }
    expect(await readState()).toBe('pending unpaid 1');
    expect((await settle({ eventId: 'right' })).settlement).toBe('paid');
  });

  test('for an unknown order is rejected as “not found” and not stored', async () => {
    const { db, settle } = await setUpUnpaidOrder();
    await expect(settle({ orderId: 'nobody' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await db.write.selectFrom('payment_event').selectAll().execute()).toEqual([]);
  });

  test('is awaited for 30 minutes, after which the hold ends only once, even for concurrent releases', async () => {
    const { shop, clock, readState, stock, kindsOfMails } = await setUpUnpaidOrder([
      ['test-kurta', 2],
      ['test-cloth', 2],
    ]);
    clock.at += HOLD_MS - 1;
    expect(await cancelOverdueOrders(shop)).toBe(0);
    clock.at += 1;
    const releaseCounts = await Promise.all([
      cancelOverdueOrders(shop),
      cancelOverdueOrders(shop),
      cancelOverdueOrders(shop),
    ]);
    expect(releaseCounts.reduce((a, b) => a + b)).toBe(1);
    expect(await readState()).toBe('cancelled failed 0');
    expect(await stock()).toMatchObject({
      'test-kurta': { stock: 5, sold: 0 },
      'test-cloth': { stock: 1250, sold: 0 },
    });
    expect(await kindsOfMails()).toEqual(['order_released']);
  });

  test('that is a success prevents the release of the order', async () => {
    const { shop, clock, settle } = await setUpUnpaidOrder();
    await settle();
    clock.at += 10 * HOLD_MS;
    expect(await cancelOverdueOrders(shop)).toBe(0);
  });

  test('that is a success after the release takes the stock again', async () => {
    const { settle, readState, stock, expireHold, kindsOfMails } = await setUpUnpaidOrder([
      ['test-kurta', 2],
      ['test-cloth', 2],
    ]);
    await expireHold();
    const results = await Promise.all([settle(), settle(), settle({ eventId: 'asked:pay-1' })]);
    expect(results.filter(({ settlement }) => settlement === 'paid').length).toBe(1);
    expect(await readState()).toBe('placed paid 1');
    expect(await stock()).toMatchObject({
      'test-kurta': { stock: 3, sold: 2 },
      'test-cloth': { stock: 1050, sold: 200 },
    });
    expect(await kindsOfMails()).toEqual(['order_released', 'order_payment_received']);
  });

  test('that is a success after the stock was sold makes a refund due, is emailed, and takes no stock', async () => {
    const { cartOf, place, settle, readState, stock, expireHold, kindsOfMails } = await setUpUnpaidOrder([
      ['test-scarf', 5],
      ['test-kurta', 2],
    ]);
    await expireHold();
    await place(await cartOf(['test-kurta', 4]));
    const stockBefore = await stock();
    expect((await settle()).settlement).toBe('too_late');
    expect((await settle({ eventId: 'asked:pay-1' })).settlement).toBe('already_paid');
    expect(await readState()).toBe('cancelled refund_due 0');
    expect(await stock()).toEqual(stockBefore);
    expect((await kindsOfMails()).filter((kind) => kind === 'order_too_late').length).toBe(1);
  });

  test('after a cancellation is too late even though there is stock', async () => {
    const { shop, order, settle, readState, stock } = await setUpUnpaidOrder();
    await cancelOrder(shop, order.id, 'customer');
    expect(await readState()).toBe('cancelled failed 0');
    expect((await settle()).settlement).toBe('too_late');
    expect((await stock())['test-kurta']).toEqual({ stock: 5, sold: 0 });
  });

  test('of a second payment is emailed to the buyer, and the order stays paid', async () => {
    const { settle, readState, kindsOfMails } = await setUpUnpaidOrder();
    await settle();
    expect((await settle({ eventId: 'evt-2', reference: 'pay-2' })).settlement).toBe('paid_twice');
    expect(await readState()).toBe('placed paid 1');
    expect(await kindsOfMails()).toEqual(['order_payment_received', 'order_paid_twice']);
  });

  test('wins or loses against a concurrent release and cancellation, but stock and money always match', async () => {
    const { shop, clock, order, settle, readState, stock } = await setUpUnpaidOrder();
    clock.at += HOLD_MS;
    await Promise.allSettled([settle(), cancelOverdueOrders(shop), cancelOrder(shop, order.id, 'customer'), settle()]);
    const [status, payment, heldStock] = (await readState()).split(' ');
    expect(heldStock).toBe(status === 'placed' ? '1' : '0');
    expect(payment).toBe(status === 'placed' ? 'paid' : 'refund_due');
    expect((await stock())['test-kurta']).toEqual(status === 'placed' ? { stock: 3, sold: 2 } : { stock: 5, sold: 0 });
  });

  test('of a failure or a second payment does not change a delivered and paid order', async () => {
    const { shop, order, settle, readState } = await setUpUnpaidOrder();
    await settle();
    await moveOrder(shop, order.id, 'delivered');
    await settle({ outcome: 'failed', eventId: 'evt-2' });
    await settle({ eventId: 'evt-3', reference: 'pay-2' });
    expect(await readState()).toBe('delivered paid 1');
  });
});
