import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { applyCoupon } from '#lib/sales/cart/cart-coupon.server.ts';
import { releaseHold } from '#lib/sales/orders/holds/order-hold.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { openFrame } from '#lib/sales/payments/frame.server.ts';
import { checkPaymentOfOrder, checkUnfinishedPayments, receiveWebhook } from '#lib/sales/payments/payments.server.ts';
import { switchToCashOnDelivery } from '#lib/sales/payments/switch-payment.server.ts';
import { decideTestPayment } from '#lib/sales/payments/test-payment.server.ts';
import { ONE_USE_COUPON } from '#support/coupon-row.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { HOME, orderFixture } from '#support/order-fixture.ts';
import { type RazorpayStandIn, razorpayWebhook, startRazorpay } from '#support/razorpay-stand-in.ts';
import { startGatewayPayment } from '#support/start-gateway-payment.ts';

let razorpay: RazorpayStandIn;
beforeAll(async () => {
  razorpay = await startRazorpay();
});
afterAll(() => razorpay.close());

onBothEngines('a payment report', (open) => {
  async function startPaymentOfOrder({ address = HOME, hasCoupon = false } = {}) {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const logLines: { level: number; msg: string }[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void logLines.push(JSON.parse(line)) });
    const settings = { ...readSettings({}), razorpay: razorpay.keys };
    const shop = { ...fixture.shop, settings, log };
    const owner = await fixture.cartOf(['test-kurta', 2]);
    if (hasCoupon) {
      await db.write
        .insertInto('coupon')
        .values({ ...ONE_USE_COUPON, code: 'ONCE', kind: 'fixed', value: 1_000 })
        .execute();
      await applyCoupon(shop, owner, 'ONCE');
    }
    const order = await fixture.place(owner, { payment: 'razorpay', address });
    const gatewayOrder = await startGatewayPayment(shop, { ...order, amountPaise: order.total_paise }, 'razorpay');
    const deliverWebhook = (event: string, payment: ReturnType<RazorpayStandIn['pay']>) => {
      const { body, headers } = razorpayWebhook(event, payment);
      return receiveWebhook(shop, 'razorpay', body, headers);
    };
    const readOrder = () =>
      db.write.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
    const readAttemptStatus = async () =>
      (await db.write.selectFrom('payment_attempt').selectAll().executeTakeFirstOrThrow()).status;
    const readEvents = async () =>
      (
        await db.write.selectFrom('order_event').selectAll().where('order_id', '=', order.id).orderBy('id').execute()
      ).map(({ kind, detail }) => `${kind}${detail ? `: ${detail}` : ''}`);
    return {
      ...fixture,
      db,
      shop,
      order,
      gatewayOrder,
      deliverWebhook,
      readOrder,
      readAttemptStatus,
      readEvents,
      logLines,
    };
  }

  test('is recorded in the audit log as made by the gateway, even if a job queried the status', async () => {
    const { db, shop, order, gatewayOrder, deliverWebhook } = await startPaymentOfOrder();
    await deliverWebhook('payment.failed', razorpay.pay(gatewayOrder, 'failed'));
    razorpay.pay(gatewayOrder, 'captured');
    const job = { kind: 'job' as const, id: 'check waiting payments', name: 'Taana', origin: 'check waiting payments' };
    await runAs(job, () => checkPaymentOfOrder({ ...shop, now: () => shop.now() + 60_000 }, order.id));
    const { entries } = await readAudit(db, { record: { kind: 'order', id: order.id } });
    expect(entries.map(({ action, actor, origin }) => [action, actor, origin])).toEqual([
      ['order paid', 'Razorpay', 'status query'],
      ['order payment failed', 'Razorpay', 'status query'],
      ['order payment failed', 'Razorpay', 'webhook'],
    ]);
  });

  test('marks the attempt as paid only if its amount is the order’s amount', async () => {
    const { gatewayOrder, deliverWebhook, readAttemptStatus, logLines } = await startPaymentOfOrder();
    expect(await readAttemptStatus()).toBe('begun');
    await deliverWebhook('payment.failed', razorpay.pay(gatewayOrder, 'failed'));
    expect(await readAttemptStatus()).toBe('failed');
    await deliverWebhook('payment.captured', razorpay.pay(gatewayOrder, 'captured', { amount: 1_000 }));
    expect(await readAttemptStatus()).toBe('failed');
    expect(logLines.at(-1)).toMatchObject({
      level: 50,
      msg: expect.stringMatching(/^alarm: a payment does not match the amount/),
    });
    await deliverWebhook('payment.captured', razorpay.pay(gatewayOrder, 'captured'));
    expect(await readAttemptStatus()).toBe('paid');
    expect(logLines.at(-1)).toMatchObject({ level: 30, msg: 'a payment was reported' });
    await deliverWebhook('payment.failed', razorpay.pay(gatewayOrder, 'failed'));
    expect(await readAttemptStatus()).toBe('paid');
  });

  test('is requested only once for concurrent pages, at most every five seconds, until the order is paid', async () => {
    const { shop, clock, order, gatewayOrder, readOrder } = await startPaymentOfOrder();
    const countCalls = async (work: () => Promise<unknown>) => {
      const callsBefore = razorpay.calls;
      await work();
      return razorpay.calls - callsBefore;
    };
    const query = () => checkPaymentOfOrder(shop, order.id);
    clock.at += 4_999;
    expect(await countCalls(query)).toBe(0);
    clock.at += 1;
    expect(await countCalls(() => Promise.all([query(), query(), query()]))).toBe(1);
    expect(await countCalls(query)).toBe(0);
    // The periodic query skips orders whose page is open, because the page itself sends queries.
    clock.at += 59_999;
    expect(await countCalls(() => checkUnfinishedPayments(shop))).toBe(0);
    razorpay.pay(gatewayOrder, 'captured');
    clock.at += 1;
    expect(await countCalls(() => checkUnfinishedPayments(shop))).toBe(1);
    expect((await readOrder()).payment_status).toBe('paid');
    clock.at += 60_000;
    expect(await countCalls(query)).toBe(0);
    expect(await countCalls(() => checkUnfinishedPayments(shop))).toBe(0);
  });

  test('is requested by the page that is waiting for it', async () => {
    const { shop, clock, order, gatewayOrder, readOrder } = await startPaymentOfOrder();
    razorpay.pay(gatewayOrder, 'captured');
    clock.at += 5_000;
    const viewer = { token: trackToken(shop.secretKey, order.id) };
    await openFrame(shop, order.id, viewer, { state: 'declined' });
    await shop.upstreams.settled();
    expect((await readOrder()).payment_status).toBe('unpaid');
    await openFrame(shop, order.id, viewer, { state: 'waiting' });
    await shop.upstreams.settled();
    expect((await readOrder()).payment_status).toBe('paid');
  });

  test('is not requested after a day', async () => {
    const { db, shop, clock } = await startPaymentOfOrder();
    await db.write
      .updateTable('payment_attempt')
      .set({ created_at: clock.at - DAY_MS })
      .execute();
    clock.at += 60_000;
    const callsBefore = razorpay.calls;
    await checkUnfinishedPayments(shop);
    expect(razorpay.calls).toBe(callsBefore);
  });

  test('after the stock is sold releases the coupon and makes a refund due', async () => {
    const { db, shop, order, gatewayOrder, deliverWebhook, readOrder, readEvents, cartOf, place } =
      await startPaymentOfOrder({
        hasCoupon: true,
      });
    const readUsesLeft = async () =>
      (await db.write.selectFrom('coupon').select('uses_left').executeTakeFirstOrThrow()).uses_left;
    expect(await readUsesLeft()).toBe(0);
    await releaseHold(shop, order.id);
    await place(await cartOf(['test-kurta', 5]));
    const payment = razorpay.pay(gatewayOrder, 'captured');
    await deliverWebhook('payment.captured', payment);
    expect(await readOrder()).toMatchObject({ order_status: 'cancelled', payment_status: 'refund_due' });
    expect(await readUsesLeft()).toBe(1);
    expect((await readEvents()).at(-1)).toBe(`too_late: ${payment.id}`);
    expect(await db.write.selectFrom('refund').selectAll().execute()).toMatchObject([
      { amount_paise: order.total_paise, reason: 'too_late', reference: payment.id, state: 'due' },
    ]);
  });

  test.each([
    ['a second payment', 'paid_twice', 'pay'],
    ['a wrong amount', 'wrong_amount', 'nothing'],
    ['a payment for a cash order', 'paid_at_door', 'cash'],
  ])('of %s is stored as %s', async (_description, reason, firstStep) => {
    const { db, shop, order, gatewayOrder, deliverWebhook, readEvents } = await startPaymentOfOrder();
    if (firstStep === 'pay') await deliverWebhook('payment.captured', razorpay.pay(gatewayOrder, 'captured'));
    if (firstStep === 'cash') await switchToCashOnDelivery(shop, order.id);
    const payment = razorpay.pay(gatewayOrder, 'captured', firstStep === 'nothing' ? { amount: 5_000 } : {});
    expect(await deliverWebhook('payment.captured', payment)).toMatchObject({ settlement: reason });
    expect((await readEvents()).at(-1)).toMatch(new RegExp(`^${reason}: ${payment.id}: ₹`));
    expect(await db.write.selectFrom('refund').select(['reason', 'amount_paise', 'reference']).execute()).toEqual([
      { reason, amount_paise: payment.amount, reference: payment.id },
    ]);
  });

  test('of a payment for an order that was paid in cash at the door is stored as paid_at_door', async () => {
    const { shop, order, gatewayOrder, deliverWebhook } = await startPaymentOfOrder();
    await switchToCashOnDelivery(shop, order.id);
    await moveOrder(shop, order.id, 'delivered');
    const response = await deliverWebhook('payment.captured', razorpay.pay(gatewayOrder, 'captured'));
    expect(response).toMatchObject({ settlement: 'paid_at_door', orderStatus: 'delivered', paymentStatus: 'paid' });
  });

  test('of a wrong amount for a cancelled order is stored as too_late', async () => {
    const { shop, order, gatewayOrder, deliverWebhook } = await startPaymentOfOrder();
    await cancelOrder(shop, order.id, 'customer');
    const response = await deliverWebhook(
      'payment.captured',
      razorpay.pay(gatewayOrder, 'captured', { amount: 1_000 }),
    );
    expect(response).toMatchObject({ settlement: 'too_late', orderStatus: 'cancelled' });
  });

  test('from the test gateway needs an attempt that was started there', async () => {
    const { shop, order } = await startPaymentOfOrder();
    await expect(decideTestPayment(shop, order.id, 'approve')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is no longer awaited after a switch to cash, which adds the cash fee and its tax', async () => {
    const { shop, order, readEvents } = await startPaymentOfOrder({
      address: { ...HOME, pincode: '400001', city: 'Mumbai', state: 'Maharashtra' },
    });
    const cashOrder = await switchToCashOnDelivery(shop, order.id);
    expect((await readEvents()).at(-1)).toBe('placed: cash on delivery');
    const feePaise = cashOrder.cod_fee_paise;
    expect(feePaise).toBeGreaterThan(0);
    expect(cashOrder).toMatchObject({
      payment_method: 'cod',
      hold_until: null,
      delivery_paise: order.delivery_paise + feePaise,
      total_paise: order.total_paise + feePaise,
    });
    const taxPaise = cashOrder.tax_paise - order.tax_paise;
    expect(taxPaise).toBeGreaterThan(0);
    expect(taxPaise).toBeLessThan(feePaise);
    await expect(switchToCashOnDelivery(shop, order.id)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('is still awaited if a switch to cash is rejected for an unverified mailbox', async () => {
    const { shop, order, readOrder } = await startPaymentOfOrder();
    const cashLimits = { ...shop.settings.holds.cash, variantPieces: 1, variantShare: 1 };
    const shopWithLimit = {
      ...shop,
      settings: { ...shop.settings, holds: { ...shop.settings.holds, cash: cashLimits } },
    };
    await expect(switchToCashOnDelivery(shopWithLimit, order.id)).rejects.toMatchObject({
      code: 'conflict',
      message: 'To pay in cash, please order again and confirm your email address, or pay online here.',
    });
    expect((await readOrder()).payment_status).toBe('unpaid');
  });
});
