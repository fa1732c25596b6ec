import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { cancelOverdueOrders } from '#lib/sales/orders/holds/order-hold.server.ts';
import { checkPaymentOfOrder, checkUnfinishedPayments, receiveWebhook } from '#lib/sales/payments/payments.server.ts';
import { startPayment } from '#lib/sales/payments/start-payment.server.ts';
import { cashTerms, switchToCashOnDelivery } from '#lib/sales/payments/switch-payment.server.ts';
import { decideTestPayment } from '#lib/sales/payments/test-payment.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { HOME, orderFixture } from '#support/order-fixture.ts';
import { type RazorpayStandIn, razorpayWebhook, startRazorpay } from '#support/razorpay-stand-in.ts';
import { startGatewayPayment } from '#support/start-gateway-payment.ts';

/** The number of rounds, which is enough to provoke a race condition that occurs in about one of seven rounds. */
const ROUND_COUNT = 40;
const HOLD_MS = readSettings({}).holds.holdMs;
let razorpay: RazorpayStandIn;
beforeAll(async () => {
  razorpay = await startRazorpay();
});
afterAll(() => razorpay.close());

onBothEngines('a payment by a gateway', (open) => {
  async function startPaymentOfOrder(provider: 'razorpay' | 'test' = 'razorpay') {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const settings = { ...readSettings({}), razorpay: razorpay.keys };
    const shop = { ...fixture.shop, settings, log: pino({ level: 'silent' }) };
    const order = await fixture.place(await fixture.cartOf(['test-kurta', 2]), { payment: provider });
    const payable = { ...order, amountPaise: order.total_paise };
    const gatewayOrder = await startGatewayPayment(shop, payable, provider);
    const readState = async () => {
      const row = await db.write.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
      return `${row.order_status} ${row.payment_status}`;
    };
    const deliverWebhook = ({ body, headers }: { body: Buffer; headers: Headers }) =>
      receiveWebhook(shop, provider, body, headers);
    return { ...fixture, db, shop, order, payable, gatewayOrder, readState, deliverWebhook };
  }

  test('that is started twice has only one order at the gateway', async () => {
    const { shop, payable, gatewayOrder } = await startPaymentOfOrder();
    expect(await startGatewayPayment(shop, payable, 'razorpay')).toBe(gatewayOrder);
    expect(razorpay.orders.get(gatewayOrder)?.amount).toBe(payable.amountPaise);
  });

  test('that is started several times within milliseconds has only one attempt', async () => {
    const { db, shop, payable } = await startPaymentOfOrder('test');
    for (let round = 0; round < ROUND_COUNT; round++) {
      const order = { ...payable, amountPaise: 10_000 + round };
      const starts = Array.from({ length: 6 }, async (_, ms) => {
        await wait(ms);
        await startPayment(shop, order, 'test');
      });
      await Promise.all(starts);
      await shop.upstreams.settled();
    }
    const attempts = await db.write.selectFrom('payment_attempt').select('amount_paise').execute();
    expect(attempts.filter(({ amount_paise }) => amount_paise < 10_000 + ROUND_COUNT)).toHaveLength(ROUND_COUNT);
    expect(await db.write.selectFrom('payment_beginning').selectAll().execute()).toEqual([]);
  });

  test('with duplicate webhooks and two kinds of events causes only one change and one email', async () => {
    const { gatewayOrder, deliverWebhook, readState, kindsOfMails } = await startPaymentOfOrder();
    const payment = razorpay.pay(gatewayOrder, 'captured');
    const capturedWebhook = razorpayWebhook('payment.captured', payment, { eventId: 'evt_a' });
    const paidWebhook = razorpayWebhook('order.paid', payment, { eventId: 'evt_b' });
    await Promise.all([
      deliverWebhook(capturedWebhook),
      deliverWebhook(capturedWebhook),
      deliverWebhook(paidWebhook),
      deliverWebhook(capturedWebhook),
    ]);
    expect(await readState()).toBe('placed paid');
    expect((await deliverWebhook(capturedWebhook))?.settlement).toBe('repeated');
    expect(await kindsOfMails()).toEqual(['order_payment_received']);
  });

  test('is not changed by a failure that is reported after the success', async () => {
    const { gatewayOrder, deliverWebhook, readState } = await startPaymentOfOrder();
    const failedWebhook = razorpayWebhook('payment.failed', razorpay.pay(gatewayOrder, 'failed'));
    await deliverWebhook(razorpayWebhook('payment.captured', razorpay.pay(gatewayOrder, 'captured')));
    expect((await deliverWebhook(failedWebhook))?.settlement).toBe('not_awaited');
    expect(await readState()).toBe('placed paid');
  });

  test('is not changed by webhooks that are forged or for an unknown order, which are rejected, or by irrelevant ones', async () => {
    const { gatewayOrder, deliverWebhook, readState } = await startPaymentOfOrder();
    const payment = razorpay.pay(gatewayOrder, 'captured');
    await expect(deliverWebhook(razorpayWebhook('payment.captured', payment, { secret: 'guess' }))).rejects.toThrow(
      /signature/,
    );
    const unknownOrderWebhook = razorpayWebhook('payment.captured', { ...payment, order_id: 'order_of_another_shop' });
    await expect(deliverWebhook(unknownOrderWebhook)).rejects.toMatchObject({ code: 'not_found' });
    expect(
      await deliverWebhook(razorpayWebhook('payment.authorized', { ...payment, status: 'authorized' })),
    ).toBeUndefined();
    expect(await readState()).toBe('pending unpaid');
  });

  test('of a wrong amount does not pay for the order, but a later correct payment does', async () => {
    const { gatewayOrder, deliverWebhook, readState, payable } = await startPaymentOfOrder();
    for (const amount of [payable.amountPaise - 1, payable.amountPaise + 1, 100]) {
      const settled = await deliverWebhook(
        razorpayWebhook('payment.captured', razorpay.pay(gatewayOrder, 'captured', { amount })),
      );
      expect(settled?.settlement).toBe('wrong_amount');
    }
    expect(await readState()).toBe('pending unpaid');
    await deliverWebhook(razorpayWebhook('payment.captured', razorpay.pay(gatewayOrder, 'captured')));
    expect(await readState()).toBe('placed paid');
  });

  test('takes the stock again after the hold ended, so that money and stock match', async () => {
    const { gatewayOrder, deliverWebhook, readState, shop, clock, stock } = await startPaymentOfOrder();
    clock.at += HOLD_MS;
    expect(await cancelOverdueOrders(shop)).toBe(1);
    expect((await stock())['test-kurta']).toEqual({ stock: 5, sold: 0 });
    await deliverWebhook(razorpayWebhook('payment.captured', razorpay.pay(gatewayOrder, 'captured')));
    expect(await readState()).toBe('placed paid');
    expect((await stock())['test-kurta']).toEqual({ stock: 3, sold: 2 });
  });

  test('is marked for a refund if the stock is sold, and the buyer is notified', async () => {
    const { gatewayOrder, deliverWebhook, readState, shop, clock, stock, place, cartOf, kindsOfMails } =
      await startPaymentOfOrder();
    clock.at += HOLD_MS;
    await cancelOverdueOrders(shop);
    await place(await cartOf(['test-kurta', 5]));
    await deliverWebhook(razorpayWebhook('payment.captured', razorpay.pay(gatewayOrder, 'captured')));
    expect(await readState()).toBe('cancelled refund_due');
    expect((await stock())['test-kurta']).toEqual({ stock: 0, sold: 5 });
    expect(await kindsOfMails()).toContain('order_too_late');
  });

  test('whose webhook is missing is found by a query five seconds after the start', async () => {
    const { order, gatewayOrder, shop, clock, readState } = await startPaymentOfOrder();
    razorpay.pay(gatewayOrder, 'failed');
    razorpay.pay(gatewayOrder, 'captured');
    await checkPaymentOfOrder(shop, order.id);
    expect(await readState()).toBe('pending unpaid');
    clock.at += 5_000;
    await Promise.all([checkPaymentOfOrder(shop, order.id), checkPaymentOfOrder(shop, order.id)]);
    expect(await readState()).toBe('placed paid');
  });

  test('from a closed page is found by the periodic query, even after the gateway was down', async () => {
    const { gatewayOrder, shop, clock, readState } = await startPaymentOfOrder();
    razorpay.pay(gatewayOrder, 'captured');
    clock.at += 60_000;
    razorpay.isDown = true;
    await checkUnfinishedPayments(shop);
    expect(await readState()).toBe('pending unpaid');
    razorpay.isDown = false;
    await checkUnfinishedPayments(shop);
    expect(await readState()).toBe('pending unpaid');
    clock.at += 60_000;
    await checkUnfinishedPayments(shop);
    expect(await readState()).toBe('placed paid');
  });

  test('by the test gateway can be abandoned, declined, then approved', async () => {
    const { order, shop, readState, kindsOfMails } = await startPaymentOfOrder('test');
    await decideTestPayment(shop, order.id, 'abandon');
    await decideTestPayment(shop, order.id, 'decline');
    expect(await readState()).toBe('pending unpaid');
    await decideTestPayment(shop, order.id, 'approve');
    expect(await readState()).toBe('placed paid');
    expect(await kindsOfMails()).toEqual(['order_payment_failed', 'order_payment_received']);
  });

  test('by the test gateway can be reported late', async () => {
    const { order, shop, readState } = await startPaymentOfOrder('test');
    await decideTestPayment(shop, order.id, 'late', 200);
    expect(await readState()).toBe('pending unpaid');
    await expect.poll(readState).toBe('placed paid');
  });

  test('can be replaced by cash, which places the order immediately; the buyer is emailed about a late payment', async () => {
    const { order, db, shop, readState, gatewayOrder, deliverWebhook, kindsOfMails } = await startPaymentOfOrder();
    await Promise.allSettled([switchToCashOnDelivery(shop, order.id), switchToCashOnDelivery(shop, order.id)]);
    expect(await readState()).toBe('placed cod');
    const orderAfter = await db.write
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(orderAfter.total_paise).toBe(
      orderAfter.subtotal_paise - orderAfter.discount_paise + orderAfter.delivery_paise,
    );
    expect(orderAfter.hold_until).toBeNull();
    expect(await kindsOfMails()).toEqual(['order_placed']);
    const payment = razorpay.pay(gatewayOrder, 'captured');
    const webhooks = [razorpayWebhook('payment.captured', payment), razorpayWebhook('order.paid', payment)];
    const outcomes = await Promise.all(webhooks.map(deliverWebhook));
    expect(outcomes.map((settled) => settled?.settlement).sort()).toEqual(['already_paid', 'paid_at_door']);
    expect(await readState()).toBe('placed cod');
    expect(await kindsOfMails()).toEqual(['order_placed', 'order_paid_at_door']);
  });

  test('can be replaced by cash with its fee and tax, but not where the courier does not accept cash', async () => {
    const { shop, db, place, cartOf } = await startPaymentOfOrder();
    const mumbai = { ...HOME, pincode: '400001', city: 'Mumbai', state: 'Maharashtra' };
    const order = await place(await cartOf(['test-kurta', 1]), { payment: 'test', address: mumbai });
    const terms = await cashTerms(shop.db.write, shop, order);
    expect(terms?.feePaise).toBeGreaterThan(0);
    const switchedOrder = await switchToCashOnDelivery(shop, order.id);
    const cashOrder = await place(await cartOf(['test-kurta', 1]), { payment: 'cod', address: mumbai });
    for (const column of ['total_paise', 'tax_paise', 'delivery_paise', 'delivery_tax_json'] as const) {
      expect(switchedOrder[column]).toBe(cashOrder[column]);
    }
    const portBlair = { ...HOME, pincode: '744101', city: 'Port Blair', state: 'Andaman and Nicobar Islands' };
    const islandOrder = await place(await cartOf(['test-kurta', 1]), { payment: 'test', address: portBlair });
    expect(await cashTerms(shop.db.write, shop, islandOrder)).toBeUndefined();
    await expect(switchToCashOnDelivery(shop, islandOrder.id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await db.write.selectFrom('orders').select('id').where('payment_status', '=', 'cod').execute()).toHaveLength(
      2,
    );
  });

  test('can’t be made with the test gateway in a live shop', async () => {
    const { order, shop, payable } = await startPaymentOfOrder('test');
    const liveShop = { ...shop, settings: { ...shop.settings, mode: 'live' as const } };
    await expect(decideTestPayment(liveShop, order.id, 'approve')).rejects.toMatchObject({ code: 'not_found' });
    await expect(startPayment(liveShop, payable, 'test')).rejects.toMatchObject({ code: 'not_found' });
  });
});
