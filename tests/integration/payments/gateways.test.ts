import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';
import { gatewaysOf } from '#lib/sales/payments/gateway.server.ts';
import type { PaymentGateway } from '#lib/sales/payments/payments.ts';
import { testWebhook } from '#lib/sales/payments/test-gateway.server.ts';
import { type RazorpayStandIn, razorpayWebhook, startRazorpay } from '#support/razorpay-stand-in.ts';

const ORDER = {
  id: 'o1',
  number: 'TA-2026-000001',
  amountPaise: 149_900,
  email: 'asha@example.in',
  mobile: '9876543210',
};
const SECRET_KEY = 'a secret of the shop, long enough';

let standIn: RazorpayStandIn;
let razorpay: PaymentGateway;
let testGateway: PaymentGateway;

beforeAll(async () => {
  standIn = await startRazorpay();
  const settings = { ...readSettings({}), razorpay: standIn.keys };
  const [firstGateway, secondGateway] = gatewaysOf({ settings, secretKey: SECRET_KEY, upstreams: new Upstreams() });
  if (!firstGateway || !secondGateway) throw new Error('Two gateways were expected.');
  razorpay = firstGateway;
  testGateway = secondGateway;
});
afterAll(() => standIn.close());

describe('Razorpay', () => {
  test('receives the amount in paise and the order number', async () => {
    const gatewayOrder = await razorpay.createOrder(ORDER);
    expect(standIn.orders.get(gatewayOrder)).toMatchObject({
      amount: 149_900,
      currency: 'INR',
      receipt: ORDER.number,
      payment: { capture: 'automatic' },
    });
  });

  test('is reported as busy if it is down or can’t be reached', async () => {
    standIn.isDown = true;
    await expect(razorpay.createOrder(ORDER)).rejects.toMatchObject({ code: 'busy' });
    standIn.isDown = false;
    const unreachableKeys = { ...standIn.keys, apiUrl: 'http://127.0.0.1:9' };
    const [gateway] = gatewaysOf({
      settings: { ...readSettings({}), razorpay: unreachableKeys },
      secretKey: SECRET_KEY,
      upstreams: new Upstreams(),
    });
    await expect(gateway?.createOrder(ORDER)).rejects.toMatchObject({ code: 'busy' });
  });

  test('sends webhooks that are read as paid, failed, irrelevant or contradictory', async () => {
    const gatewayOrder = await razorpay.createOrder(ORDER);
    const capturedWebhook = razorpayWebhook('payment.captured', standIn.pay(gatewayOrder, 'captured'), {
      eventId: 'evt_1',
    });
    expect(razorpay.readWebhook(capturedWebhook.body, capturedWebhook.headers)).toMatchObject({
      eventId: 'evt_1',
      providerOrderId: gatewayOrder,
      outcome: 'paid',
      amountPaise: 149_900,
    });
    const failedWebhook = razorpayWebhook('payment.failed', standIn.pay(gatewayOrder, 'failed'));
    expect(razorpay.readWebhook(failedWebhook.body, failedWebhook.headers)).toMatchObject({ outcome: 'failed' });
    const authorisedWebhook = razorpayWebhook('payment.authorized', standIn.pay(gatewayOrder, 'authorized'));
    expect(razorpay.readWebhook(authorisedWebhook.body, authorisedWebhook.headers)).toBeUndefined();
    const dollarWebhook = razorpayWebhook(
      'payment.captured',
      standIn.pay(gatewayOrder, 'captured', { currency: 'USD' }),
    );
    expect(razorpay.readWebhook(dollarWebhook.body, dollarWebhook.headers)).toMatchObject({ outcome: 'contradictory' });
  });

  test('has its webhooks rejected if they are forged: wrong secret, changed body or no signature', async () => {
    const payment = standIn.pay(await razorpay.createOrder(ORDER), 'captured');
    const forgedWebhook = razorpayWebhook('payment.captured', payment, { secret: 'guess' });
    expect(() => razorpay.readWebhook(forgedWebhook.body, forgedWebhook.headers)).toThrow(/signature/);
    const { body, headers } = razorpayWebhook('payment.captured', payment);
    const changedBody = Buffer.from(body.toString().replace('149900', '149901'));
    expect(() => razorpay.readWebhook(changedBody, headers)).toThrow(/signature/);
    expect(() => razorpay.readWebhook(body, new Headers())).toThrow(/signature/);
    expect(razorpay.readWebhook(body, headers)).toBeDefined();
  });

  test('returns all payments for the order', async () => {
    const gatewayOrder = await razorpay.createOrder(ORDER);
    expect(await razorpay.fetchPayments(gatewayOrder)).toEqual([]);
    standIn.pay(gatewayOrder, 'failed');
    const paidPayment = standIn.pay(gatewayOrder, 'captured');
    const payments = await razorpay.fetchPayments(gatewayOrder);
    expect(payments.map(({ outcome }) => outcome)).toEqual(['failed', 'paid']);
    expect(payments[1]).toMatchObject({
      reference: paidPayment.id,
      amountPaise: 149_900,
      providerOrderId: gatewayOrder,
    });
  });
});

describe('the test gateway', () => {
  test('does not exist in a live shop', () => {
    const liveSettings = { ...readSettings({}), mode: 'live' as const };
    expect(gatewaysOf({ settings: liveSettings, secretKey: SECRET_KEY, upstreams: new Upstreams() })).toEqual([]);
  });

  test('signs its reports', async () => {
    const providerOrderId = await testGateway.createOrder(ORDER);
    const { body, headers } = testWebhook(SECRET_KEY, { providerOrderId, outcome: 'paid', amountPaise: 149_900 });
    expect(testGateway.readWebhook(body, headers)).toMatchObject({ providerOrderId, outcome: 'paid' });
    const forgedWebhook = testWebhook('another secret', { providerOrderId, outcome: 'paid', amountPaise: 149_900 });
    expect(() => testGateway.readWebhook(forgedWebhook.body, forgedWebhook.headers)).toThrow(/signature/);
  });
});
