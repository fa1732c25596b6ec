import { createServer } from 'node:http';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';
import { recordReturn } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { findOrder } from '#lib/sales/orders/record/find-order.server.ts';
import { gatewaysOf } from '#lib/sales/payments/gateway.server.ts';
import { receiveWebhook } from '#lib/sales/payments/payments.server.ts';
import { PAYMENT_MESSAGES, type PaymentGateway } from '#lib/sales/payments/payments.ts';
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

const UNANSWERED_ERROR = { code: 'busy', message: PAYMENT_MESSAGES.refundUnanswered };

describe('a refund by Razorpay', () => {
  let gateway: PaymentGateway;
  let payment: { id: string; amount: number };
  beforeEach(async () => {
    standIn.refundKeys.clear();
    gateway = gatewayAt(standIn.url);
    const order = {
      id: 'o1',
      number: 'TA-1',
      amountPaise: 100_000,
      email: 'asha@example.in',
      mobile: '9876543210',
    };
    payment = standIn.pay(await gateway.createOrder(order), 'captured');
  });
  const gatewayAt = (apiUrl: string): PaymentGateway => {
    const settings = { ...readSettings({}), razorpay: { ...standIn.keys, apiUrl } };
    const [gateway] = gatewaysOf({ settings, secretKey: 'k'.repeat(32), upstreams: new Upstreams() });
    if (!gateway) throw new Error('There is no gateway.');
    return gateway;
  };
  const refund = (amountPaise: number, id = 'refund/1', failureCount = 0) =>
    gateway.refund({ id, reference: payment.id, amountPaise }, failureCount);

  test('is made only once for repeated requests', async () => {
    const createdId = await refund(40_000);
    expect(await refund(40_000)).toBe(createdId);
    expect(await gateway.refundsOf(payment.id)).toEqual([
      { refundId: createdId, outcome: 'refunded', amountPaise: 40_000, reference: payment.id, shopRefundId: undefined },
    ]);
    expect([...standIn.refundKeys.keys()].at(-1)).toBe('refund_refund_1_40000_0');
    // An attempt after a failure, a different amount and a different refund each create a new refund.
    const newIds = [await refund(40_000, 'refund/1', 1), await refund(10_000), await refund(10_000, 'refund-2')];
    expect(new Set([createdId, ...newIds]).size).toBe(4);
  });

  test('is identified by the shop’s id, and returned as failed if it failed', async () => {
    const createdId = await refund(40_000, 'refund-1');
    const [refundReport] = await gateway.refundsOf(payment.id);
    expect(refundReport).toMatchObject({ refundId: createdId, outcome: 'refunded', shopRefundId: 'refund-1' });
    const gatewayRefund = standIn.refunds.find(({ id }) => id === createdId);
    if (gatewayRefund) gatewayRefund.status = 'failed';
    expect((await gateway.refundsOf(payment.id))[0]?.outcome).toBe('refund_failed');
  });

  test('is listed even if there are more than ten refunds', async () => {
    for (let n = 0; n < 12; n++) await refund(100, `many-${n}`);
    expect(await gateway.refundsOf(payment.id)).toHaveLength(12);
  });

  test.each([
    [{ currency: 'USD' }, 'its currency is USD, not INR'],
    [{ payment_id: 'pay_other' }, 'it belongs to pay_other, not to'],
    [{ amount: 0.5 }, 'it can’t be parsed'],
  ])('is neither counted nor ignored if Razorpay lists it with %o', async (change, reason) => {
    await refund(40_000);
    standIn.listedRefund = change;
    onTestFinished(() => {
      standIn.listedRefund = {};
    });
    await expect(gateway.refundsOf(payment.id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(reason),
    });
  });

  test('fails with the gateway’s reason if it is rejected', async () => {
    await expect(refund(100_001)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Razorpay rejected the refund: The payment has been fully refunded already',
    });
  });

  test('with a 503 or no response may have been made, and is made only once if it is repeated', async () => {
    standIn.isDown = true;
    await expect(refund(40_000)).rejects.toMatchObject(UNANSWERED_ERROR);
    await expect(gateway.refundsOf(payment.id)).rejects.toMatchObject(UNANSWERED_ERROR);
    standIn.isDown = false;
    standIn.isResponseLost = true;
    await expect(refund(40_000)).rejects.toMatchObject(UNANSWERED_ERROR);
    standIn.isResponseLost = false;
    await refund(40_000);
    expect(await gateway.refundsOf(payment.id)).toHaveLength(1);
  });

  test.each(['{"id":"rfnd_1"}', 'not JSON'])('with the response %s counts as unanswered', async (body) => {
    const server = createServer((_req, res) => void res.setHeader('content-type', 'application/json').end(body));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    gateway = gatewayAt(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
    await expect(refund(40_000)).rejects.toMatchObject(UNANSWERED_ERROR);
    await new Promise((closed) => server.close(closed));
  });

  test('that is rejected counts as a healthy response, whereas responses with 503 open the circuit', async () => {
    for (let n = 0; n < 12; n++)
      await expect(refund(100_001, `refused-${n}`)).rejects.toMatchObject({ code: 'conflict' });
    await refund(100, 'taken');
    standIn.isDown = true;
    for (let n = 0; n < 12; n++) await expect(refund(100, `lost-${n}`)).rejects.toMatchObject(UNANSWERED_ERROR);
    standIn.isDown = false;
    const callsBefore = standIn.calls;
    await expect(refund(100, 'again')).rejects.toMatchObject(UNANSWERED_ERROR);
    expect(standIn.calls).toBe(callsBefore);
  });
});

test('the check of Razorpay’s keys reports wrong keys and an unavailable gateway', async () => {
  const checkKeys = (keys: object = {}) => checkRazorpayKeys({ ...standIn.keys, ...keys }, new Upstreams());
  expect(await checkKeys()).toBeUndefined();
  expect(await checkKeys({ keySecret: 'wrong' })).toContain('Razorpay rejects these keys');
  standIn.isDown = true;
  expect(await checkKeys()).toBe('Razorpay responded with 503.');
  standIn.isDown = false;
  expect(await checkKeys({ apiUrl: 'http://127.0.0.1:9' })).toBe('Razorpay could not be reached from this machine.');
});

onBothEngines('a due refund', (open) => {
  async function setUpPaidOrder(payment: 'razorpay' | 'cod' = 'razorpay') {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const settings = { ...readSettings({}), razorpay: standIn.keys };
    const shop = { ...fixture.shop, settings, log: pino({ level: 'silent' }) };
    const placedOrder = await fixture.place(await fixture.cartOf(['test-kurta', 2]), { payment });
    const readOrder = () => findOrder(db, placedOrder.number);
    let reference = '';
    const deliverWebhook = ({ body, headers }: { body: Buffer; headers: Headers }) =>
      receiveWebhook(shop, 'razorpay', body, headers);
    if (payment === 'razorpay') {
      const gatewayOrder = await startGatewayPayment(
        shop,
        { ...placedOrder, amountPaise: placedOrder.total_paise },
        'razorpay',
      );
      const capturedPayment = standIn.pay(gatewayOrder, 'captured');
      reference = capturedPayment.id;
      await deliverWebhook(razorpayWebhook('payment.captured', capturedPayment));
    }
    const refund = async (isByHand = false, actingShop: Parameters<typeof refundOrder>[0] = shop) =>
      refundOrder(actingShop, await readOrder(), isByHand ? 'hand' : 'gateway');
    const readState = async () => (await readOrder()).payment_status;
    return {
      ...fixture,
      db,
      shop,
      readOrder,
      id: placedOrder.id,
      totalPaise: placedOrder.total_paise,
      reference,
      deliverWebhook,
      refund,
      readState,
    };
  }

  test('is either sent by the gateway or recorded as refunded manually', async () => {
    const firstOrder = await setUpPaidOrder();
    await cancelOrder(firstOrder.shop, firstOrder.id, 'shop');
    expect(await firstOrder.refund()).toMatchObject([
      { amount_paise: firstOrder.totalPaise, provider: 'razorpay', reference: firstOrder.reference },
    ]);
    expect(await firstOrder.readState()).toBe('refunded');
    expect(standIn.refunds.filter(({ payment_id }) => payment_id === firstOrder.reference)).toHaveLength(1);
    const secondOrder = await setUpPaidOrder();
    await cancelOrder(secondOrder.shop, secondOrder.id, 'shop');
    await secondOrder.refund(true);
    expect(await secondOrder.readState()).toBe('refunded');
    expect(standIn.refunds.filter(({ payment_id }) => payment_id === secondOrder.reference)).toEqual([]);
  });

  test('for cash is never sent by a gateway', async () => {
    const { shop, id, refund, readState } = await setUpPaidOrder('cod');
    await moveOrder(shop, id, 'delivered');
    await recordReturn(shop, id);
    await expect(refund()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('paid in cash'),
    });
    await refund(true);
    expect(await readState()).toBe('refunded');
  });

  test('is rejected if the keys of its gateway are missing', async () => {
    const { shop, id, refund, readState } = await setUpPaidOrder();
    await cancelOrder(shop, id, 'shop');
    const shopWithoutKeys = { ...shop, settings: { ...shop.settings, razorpay: undefined } };
    await expect(refund(false, shopWithoutKeys)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('The keys of razorpay are not set.'),
    });
    expect(await readState()).toBe('refund_due');
  });

  test('made on the gateway’s page is counted if a webhook reports it or the next attempt finds it', async () => {
    const { shop, id, totalPaise, reference, deliverWebhook, refund, readState } = await setUpPaidOrder();
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
    for (let n = 0; n < 2; n++) await deliverWebhook(razorpayWebhook('refund.processed', pageRefund));
    expect(await readState()).toBe('refund_due');
    standIn.refunds.push({ ...pageRefund, id: 'rfnd_page2', amount: totalPaise - 100_100 });
    await refund();
    expect(await readState()).toBe('refunded');
    expect(
      standIn.refunds
        .filter(({ payment_id }) => payment_id === reference)
        .map(({ amount }) => amount)
        .at(-1),
    ).toBe(100);
  });

  test('becomes due again if the gateway reports a failure, and the next attempt makes a new refund', async () => {
    const { shop, id, reference, deliverWebhook, refund, readState } = await setUpPaidOrder();
    await cancelOrder(shop, id, 'shop');
    await refund();
    const createdRefund = standIn.refunds.find(({ payment_id }) => payment_id === reference);
    if (!createdRefund) throw new Error('There is no refund.');
    createdRefund.status = 'failed';
    await deliverWebhook(razorpayWebhook('refund.failed', createdRefund));
    expect(await readState()).toBe('refund_due');
    await refund();
    expect(await readState()).toBe('refunded');
    expect(standIn.refunds.filter(({ payment_id }) => payment_id === reference)).toHaveLength(2);
  });
});
