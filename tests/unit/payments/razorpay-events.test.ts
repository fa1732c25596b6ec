import { describe, expect, test } from 'vitest';
import { contradictionIn, type RazorpayMessage } from '#lib/sales/payments/razorpay-contradictions.ts';
import { refundEventOf, reportOf, webhookReport } from '#lib/sales/payments/razorpay-events.server.ts';

const PAYMENT = { id: 'pay_1', order_id: 'order_1', amount: 149_900, currency: 'INR', status: 'captured' };
const ORDER = { id: 'order_1', amount: 149_900, currency: 'INR' };
const REFUND = { id: 'rfnd_1', payment_id: 'pay_1', amount: 50_000, currency: 'INR', status: 'processed' };

describe('a message from Razorpay', () => {
  test.each<RazorpayMessage>([
    { payment: PAYMENT },
    { event: 'payment.captured', payment: PAYMENT },
    { event: 'payment.captured', payment: { ...PAYMENT, captured: true } },
    { event: 'payment.failed', payment: { ...PAYMENT, status: 'failed', captured: false } },
    { event: 'order.paid', payment: PAYMENT, order: ORDER },
    { requestedOrderId: 'order_1', payment: PAYMENT },
    { payment: { ...PAYMENT, status: 'authorized', captured: false } },
    { event: 'refund.created', refund: { ...REFUND, status: 'pending' } },
    { event: 'refund.created', refund: { ...REFUND, status: 'failed' } },
    { event: 'refund.processed', refund: { ...REFUND, currency: undefined }, payment: PAYMENT },
    { event: 'refund.processed', refund: { ...REFUND, amount: 149_900 }, payment: PAYMENT },
    { event: 'refund.failed', refund: { ...REFUND, status: 'failed' } },
    { event: 'payment.unheard', payment: { ...PAYMENT, status: 'odd' } },
  ])('%j is consistent', (message) => expect(contradictionIn(message)).toBeUndefined());

  test.each<[RazorpayMessage, string]>([
    [
      { event: 'payment.captured', payment: { ...PAYMENT, status: 'failed' } },
      'the event is payment.captured, but its status is failed',
    ],
    [
      { event: 'order.paid', payment: { ...PAYMENT, status: 'authorized' } },
      'the event is order.paid, but its status is authorized',
    ],
    [{ event: 'payment.failed', payment: PAYMENT }, 'the event is payment.failed, but its status is captured'],
    [
      { event: 'refund.processed', refund: { ...REFUND, status: 'failed' } },
      'the event is refund.processed, but its status is failed',
    ],
    [{ event: 'refund.failed', refund: REFUND }, 'the event is refund.failed, but its status is processed'],
    [{ payment: { ...PAYMENT, currency: 'USD' } }, 'its currency is USD, not INR'],
    [{ refund: { ...REFUND, currency: 'USD' } }, 'its currency is USD, not INR'],
    [{ refund: REFUND, payment: { ...PAYMENT, currency: 'USD' } }, 'the currency of the payment is USD, not INR'],
    [{ payment: { ...PAYMENT, captured: false } }, 'its status is captured, but its field captured is false'],
    [
      { payment: { ...PAYMENT, status: 'failed', captured: true } },
      'its status is failed, but its field captured is true',
    ],
    [{ requestedOrderId: 'order_2', payment: PAYMENT }, 'it belongs to order_1, not to order_2'],
    [{ payment: PAYMENT, order: { ...ORDER, id: 'order_2' } }, 'it belongs to order_1, but the paid order is order_2'],
    [{ payment: PAYMENT, order: { ...ORDER, currency: 'USD' } }, 'the currency of the order is USD, not INR'],
    [{ payment: PAYMENT, order: { ...ORDER, amount: 1 } }, 'its amount is ₹1,499.00, but its order’s amount is ₹0.01'],
    [
      { refund: { ...REFUND, payment_id: 'pay_2' }, payment: PAYMENT },
      'the refund belongs to payment pay_2, not to pay_1',
    ],
    [
      { refund: { ...REFUND, amount: 149_901 }, payment: PAYMENT },
      'the refund of ₹1,499.01 exceeds the payment of ₹1,499.00',
    ],
  ])('%j is contradictory: %s', (message, reason) => expect(contradictionIn(message)).toBe(reason));
});

describe('a webhook call from Razorpay', () => {
  const event = (name: string, payload: object, eventId: string | null = 'evt_1') =>
    webhookReport(Buffer.from(JSON.stringify({ event: name, payload })), eventId);
  const entity = (value: object) => ({ entity: value });

  test('reports a captured or failed payment for an order of the shop', () => {
    const report = { eventId: 'evt_1', providerOrderId: 'order_1', amountPaise: 149_900, reference: 'pay_1' };
    expect(event('payment.captured', { payment: entity(PAYMENT) })).toEqual({ ...report, outcome: 'paid' });
    expect(event('order.paid', { payment: entity(PAYMENT), order: entity(ORDER) })).toEqual({
      ...report,
      outcome: 'paid',
    });
    const failedPayment = { ...PAYMENT, status: 'failed' };
    expect(event('payment.failed', { payment: entity(failedPayment) })).toEqual({ ...report, outcome: 'failed' });
  });

  test.each([null, 'an id with spaces', 'x'.repeat(101), ''])(
    'without a valid id (%j) is identified by its payment',
    (id) =>
      expect(event('payment.captured', { payment: entity(PAYMENT) }, id)).toMatchObject({
        eventId: 'payment.captured:pay_1',
      }),
  );

  test.each([
    ['payment.authorized', { payment: entity({ ...PAYMENT, status: 'authorized' }) }],
    ['payment.captured', {}],
    ['payment.captured', { payment: entity({ ...PAYMENT, order_id: null }) }],
    ['payment.captured', { payment: entity({ ...PAYMENT, order_id: undefined }) }],
    ['refund.processed', {}],
    ['refund.speed_changed', { refund: entity(REFUND) }],
    ['invoice.paid', { payment: entity(PAYMENT) }],
  ])('%s with %j is ignored', (name, payload) => expect(event(name, payload)).toBeUndefined());

  test.each([[{}], [{ event: 'payment.captured' }], [{ payload: {} }], ['text']])('%j is not an event', (body) =>
    expect(webhookReport(Buffer.from(JSON.stringify(body)), 'evt_1')).toBeUndefined(),
  );

  test('with a body that is not JSON is malformed', () =>
    expect(() => webhookReport(Buffer.from('{'), 'evt_1')).toThrow(expect.objectContaining({ code: 'malformed' })));

  test('with invalid fields is rejected with the names of the fields', () => {
    const sendInvalidPayment = () =>
      event('payment.captured', { payment: entity({ ...PAYMENT, id: 'a b', amount: -1 }) });
    expect(sendInvalidPayment).toThrow('The event can’t be parsed: id, amount.');
    expect(() => event('payment.captured', { payment: { entity: 'pay_1' } })).toThrow(
      'The event can’t be parsed: event.',
    );
    expect(() => event('payment.captured', { payment: entity({ ...PAYMENT, amount: 1.5 }) })).toThrow(/amount/);
    expect(() => event('order.paid', { payment: entity(PAYMENT), order: entity({ id: 'order_1' }) })).toThrow(
      /amount, currency/,
    );
    expect(() => event('refund.processed', { refund: entity({ ...REFUND, payment_id: '' }) })).toThrow(/payment_id/);
  });

  test.each([
    ['refund.created', 'processed', 'refunded'],
    ['refund.created', 'pending', 'refunded'],
    // The event about a refund’s creation may arrive after the refund has failed.
    ['refund.created', 'failed', 'refund_failed'],
    ['refund.processed', 'processed', 'refunded'],
    ['refund.failed', 'failed', 'refund_failed'],
  ])('about %s with the status %s is reported as %s', (name, status, outcome) =>
    expect(event(name, { refund: entity({ ...REFUND, status }) })).toEqual({
      refundId: 'rfnd_1',
      outcome,
      amountPaise: 50_000,
      reference: 'pay_1',
      shopRefundId: undefined,
    }),
  );

  test('that is contradictory is reported with its payment and, if known, its order', () => {
    expect(event('refund.failed', { refund: entity(REFUND), payment: entity(PAYMENT) })).toEqual({
      outcome: 'contradictory',
      contradiction: 'the event is refund.failed, but its status is processed',
      reference: 'pay_1',
    });
    expect(event('refund.processed', { refund: entity(REFUND), payment: entity({ ...PAYMENT, id: 'pay_2' }) })).toEqual(
      {
        outcome: 'contradictory',
        contradiction: 'the refund belongs to payment pay_1, not to pay_2',
        reference: 'pay_1',
      },
    );
    expect(event('payment.failed', { payment: entity(PAYMENT) })).toEqual({
      outcome: 'contradictory',
      contradiction: 'the event is payment.failed, but its status is captured',
      reference: 'pay_1',
      providerOrderId: 'order_1',
    });
  });
});

test('a queried payment is reported like an event: some statuses are ignored, and another order is contradictory', () => {
  const reportFor = (payment: typeof PAYMENT) =>
    reportOf({ payment, requestedOrderId: 'order_1' }, 'asked:pay_1:captured');
  expect(reportFor(PAYMENT)).toMatchObject({ outcome: 'paid', eventId: 'asked:pay_1:captured' });
  expect(reportFor({ ...PAYMENT, status: 'refunded' })).toBeUndefined();
  expect(reportFor({ ...PAYMENT, order_id: 'order_2' })).toMatchObject({ outcome: 'contradictory' });
});

test.each([
  [{ refund: 'r1' }, 'r1'],
  [{ refund: 'r 1' }, undefined],
  [{}, undefined],
  [[], undefined],
  [undefined, undefined],
])('a refund with the notes %j has the shop’s id %s', (notes, shopRefundId) =>
  expect(refundEventOf({ ...REFUND, notes }, 'refunded').shopRefundId).toBe(shopRefundId),
);
