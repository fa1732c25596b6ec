import { createServer } from 'node:http';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';
import { recordReturn } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { findOrder } from '#lib/sales/orders/record/find-order.server.ts';
import { gatewaysOf } from '#lib/sales/payments/gateway.server.ts';
import type { PaymentGateway } from '#lib/sales/payments/payment-gateway.ts';
import { receiveWebhook } from '#lib/sales/payments/payments.server.ts';
import { PAYMENT_MESSAGES } from '#lib/sales/payments/payments.ts';
import { checkRazorpayKeys } from '#lib/sales/payments/razorpay.server.ts';
import { refundOrder } from '#lib/sales/payments/refund-order.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { type RazorpayStandIn, razorpayWebhook, startRazorpay } from '#support/razorpay-stand-in.ts';
import { startGatewayPayment } from '#support/start-gateway-payment.ts';

let standIn: RazorpayStandIn;
beforeAll(async () => {
  standIn = await startRazorpay();
});
afterAll(() => standIn.close());

const UNANSWERED = { code: 'busy', message: PAYMENT_MESSAGES.refundUnanswered };

describe('a refund by Razorpay', () => {
  let gateway: PaymentGateway;
  let payment: { id: string; amount: number };
  beforeEach(async () => {
    standIn.refundKeys.clear();
    gateway = gatewayAt(standIn.url);
    const order = { id: 'o1', number: 'TA-1', amountPaise: 100_000, email: 'asha@example.in', mobile: '9876543210' };
    payment = standIn.pay(await gateway.createOrder(order), 'captured');
  });
  const gatewayAt = (apiUrl: string): PaymentGateway => {
    const settings = { ...readSettings({}), razorpay: { ...standIn.keys, apiUrl } };
    const [first] = gatewaysOf({ settings, secretKey: 'k'.repeat(32), upstreams: new Upstreams() });
    if (!first) throw new Error('no gateway');
    return first;
  };
  const refund = (amountPaise: number, id = 'refund/1', failures = 0) =>
    gateway.refund({ id, reference: payment.id, amountPaise }, failures);

  test('is made once for repeated requests', async () => {
    const createdId = await refund(40_000);
    expect(await refund(40_000)).toBe(createdId);
    expect(await gateway.refundsOf(payment.id)).toEqual([
      { refundId: createdId, outcome: 'refunded', amountPaise: 40_000, reference: payment.id, shopRefundId: undefined },
    ]);
    expect([...standIn.refundKeys.keys()].at(-1)).toBe('refund_refund_1_40000_0');
    // An attempt after a failure, another amount and another refund are new.
    const others = [await refund(40_000, 'refund/1', 1), await refund(10_000), await refund(10_000, 'refund-2')];
    expect(new Set([createdId, ...others]).size).toBe(4);
  });

  test('is identified by the shop’s id; a failed one is returned as failed', async () => {
    const createdId = await refund(40_000, 'refund-1');
    const [reported] = await gateway.refundsOf(payment.id);
    expect(reported).toMatchObject({ refundId: createdId, outcome: 'refunded', shopRefundId: 'refund-1' });
    const gatewayRefund = standIn.refunds.find(({ id }) => id === createdId);
    if (gatewayRefund) gatewayRefund.status = 'failed';
    expect((await gateway.refundsOf(payment.id))[0]?.outcome).toBe('refund_failed');
  });

  test('is listed even if there are more than ten', async () => {
    for (let n = 0; n < 12; n++) await refund(100, `many-${n}`);
    expect(await gateway.refundsOf(payment.id)).toHaveLength(12);
  });

  test('returns the gateway’s reason when rejected', async () => {
    await expect(refund(100_001)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Razorpay refused the refund: The payment has been fully refunded already',
    });
  });

  test('that got a 503 or no response may have been made, and is made once when repeated', async () => {
    standIn.isDown = true;
    await expect(refund(40_000)).rejects.toMatchObject(UNANSWERED);
    await expect(gateway.refundsOf(payment.id)).rejects.toMatchObject(UNANSWERED);
    standIn.isDown = false;
    standIn.isResponseLost = true;
    await expect(refund(40_000)).rejects.toMatchObject(UNANSWERED);
    standIn.isResponseLost = false;
    await refund(40_000);
    expect(await gateway.refundsOf(payment.id)).toHaveLength(1);
  });

  test.each(['{"id":"rfnd_1"}', 'not JSON'])('with the response %s counts as unanswered', async (body) => {
    const server = createServer((_req, res) => void res.setHeader('content-type', 'application/json').end(body));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    gateway = gatewayAt(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
    await expect(refund(40_000)).rejects.toMatchObject(UNANSWERED);
    await new Promise((closed) => server.close(closed));
  });

  test('rejections count as healthy responses; responses with 503 pause the calls', async () => {
    for (let n = 0; n < 12; n++)
      await expect(refund(100_001, `refused-${n}`)).rejects.toMatchObject({ code: 'conflict' });
    await refund(100, 'taken');
    standIn.isDown = true;
    for (let n = 0; n < 12; n++) await expect(refund(100, `lost-${n}`)).rejects.toMatchObject(UNANSWERED);
    standIn.isDown = false;
    const before = standIn.calls;
    await expect(refund(100, 'again')).rejects.toMatchObject(UNANSWERED);
    expect(standIn.calls).toBe(before);
  });

  test('the check of the keys reports wrong keys and an unavailable gateway', async () => {
    const keyProblem = (keys: object = {}) => checkRazorpayKeys({ ...standIn.keys, ...keys }, new Upstreams());
    expect(await keyProblem()).toBeUndefined();
    expect(await keyProblem({ keySecret: 'wrong' })).toContain('Razorpay refuses these keys');
    standIn.isDown = true;
    expect(await keyProblem()).toBe('Razorpay responded with 503.');
    standIn.isDown = false;
    expect(await keyProblem({ apiUrl: 'http://127.0.0.1:9' })).toBe('Razorpay could not be reached from this machine.');
  });
});

onBothEngines('a due refund', (open) => {
  async function paidOrder(payment: 'razorpay' | 'cod' = 'razorpay') {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const settings = { ...readSettings({}), razorpay: standIn.keys };
    const shop = { ...fixture.shop, settings, log: pino({ level: 'silent' }) };
    const placed = await fixture.place(await fixture.cartOf(['test-kurta', 2]), { payment });
    const order = () => findOrder(db, placed.number);
    let reference = '';
    const deliver = ({ body, headers }: { body: Buffer; headers: Headers }) =>
      receiveWebhook(shop, 'razorpay', body, headers);
    if (payment === 'razorpay') {
      const gatewayOrder = await startGatewayPayment(shop, { ...placed, amountPaise: placed.total_paise }, 'razorpay');
      const captured = standIn.pay(gatewayOrder, 'captured');
      reference = captured.id;
      await deliver(razorpayWebhook('payment.captured', captured));
    }
    const refund = async (isByHand = false, actingShop: Parameters<typeof refundOrder>[0] = shop) =>
      refundOrder(actingShop, await order(), isByHand ? 'hand' : 'gateway');
    const state = async () => (await order()).payment_status;
    return { ...fixture, db, shop, order, id: placed.id, total: placed.total_paise, reference, deliver, refund, state };
  }

  test('is sent by the gateway, or recorded as refunded manually', async () => {
    const first = await paidOrder();
    await cancelOrder(first.shop, first.id, 'shop');
    expect(await first.refund()).toMatchObject([
      { amount_paise: first.total, provider: 'razorpay', reference: first.reference },
    ]);
    expect(await first.state()).toBe('refunded');
    expect(standIn.refunds.filter(({ payment_id }) => payment_id === first.reference)).toHaveLength(1);
    const second = await paidOrder();
    await cancelOrder(second.shop, second.id, 'shop');
    await second.refund(true);
    expect(await second.state()).toBe('refunded');
    expect(standIn.refunds.filter(({ payment_id }) => payment_id === second.reference)).toEqual([]);
  });

  test('of cash is never sent by a gateway', async () => {
    const { shop, id, refund, state } = await paidOrder('cod');
    await moveOrder(shop, id, 'delivered');
    await recordReturn(shop, id);
    await expect(refund()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('paid in cash'),
    });
    await refund(true);
    expect(await state()).toBe('refunded');
  });

  test('without the keys of its gateway is rejected', async () => {
    const { shop, id, refund, state } = await paidOrder();
    await cancelOrder(shop, id, 'shop');
    const shopWithoutKeys = { ...shop, settings: { ...shop.settings, razorpay: undefined } };
    await expect(refund(false, shopWithoutKeys)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('The keys of razorpay are not set.'),
    });
    expect(await state()).toBe('refund_due');
  });

  test('made on the gateway’s page counts, whether reported by a webhook or found by the next attempt', async () => {
    const { shop, id, total, reference, deliver, refund, state } = await paidOrder();
    await cancelOrder(shop, id, 'shop');
    const pageRefund = {
      id: 'rfnd_page',
      entity: 'refund' as const,
      amount: 100_000,
      currency: 'INR',
      payment_id: reference,
      status: 'processed' as const,
    };
    standIn.refunds.push(pageRefund);
    for (let n = 0; n < 2; n++) await deliver(razorpayWebhook('refund.processed', pageRefund));
    expect(await state()).toBe('refund_due');
    standIn.refunds.push({ ...pageRefund, id: 'rfnd_page2', amount: total - 100_100 });
    await refund();
    expect(await state()).toBe('refunded');
    expect(
      standIn.refunds
        .filter(({ payment_id }) => payment_id === reference)
        .map(({ amount }) => amount)
        .at(-1),
    ).toBe(100);
  });

  test('is due again when the gateway reports a failure, and the next attempt makes a new one', async () => {
    const { shop, id, reference, deliver, refund, state } = await paidOrder();
    await cancelOrder(shop, id, 'shop');
    await refund();
    const created = standIn.refunds.find(({ payment_id }) => payment_id === reference);
    if (!created) throw new Error('no refund');
    created.status = 'failed';
    await deliver(razorpayWebhook('refund.failed', created));
    expect(await state()).toBe('refund_due');
    await refund();
    expect(await state()).toBe('refunded');
    expect(standIn.refunds.filter(({ payment_id }) => payment_id === reference)).toHaveLength(2);
  });
});
