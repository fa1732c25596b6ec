import { createHmac } from 'node:crypto';
import pino from 'pino';
import { expect, test } from 'vitest';
import { httpStatus, isShopError } from '#lib/platform/errors/shop-error.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { receiveWebhook } from '#lib/sales/payments/payments.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { setOwnerEmail } from '#support/set-owner-email.ts';

const KEYS = {
  keyId: 'rzp_test_odd',
  keySecret: 'key-secret',
  webhookSecret: 'odd-secret',
  apiUrl: 'http://127.0.0.1:9',
};

/** JSON values instead of a valid amount in paise. */
const INVALID_AMOUNTS = [
  '1499.5',
  '-1',
  '-149950',
  '1e300',
  '1e400',
  '9007199254740993',
  '"149950"',
  '"NaN"',
  'null',
  'true',
  '[1]',
  '{}',
];
/** JSON values instead of a valid gateway id. */
const INVALID_IDS = ['"pay_\\u0000"', `"${'x'.repeat(5_000)}"`, '""', '7', 'null', '["pay_1"]', '{"toString":1}'];

onBothEngines('a signed webhook event', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const logLines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void logLines.push(line) });
    const shop = { ...fixture.shop, settings: { ...readSettings({}), razorpay: KEYS }, log };
    const order = await fixture.place(await fixture.cartOf(['test-kurta', 2]), { payment: 'razorpay' });
    await db.write
      .insertInto('payment_attempt')
      .values({
        id: 'a1',
        order_id: order.id,
        provider: 'razorpay',
        provider_order_id: 'order_odd',
        amount_paise: order.total_paise,
        status: 'begun',
        created_at: 0,
        asked_at: 0,
      })
      .execute();
    /** Returns the response status. Any error that is not a ShopError counts as 500. */
    async function deliverWebhook(body: string, eventId?: string): Promise<number> {
      const headers = new Headers({
        'x-razorpay-signature': createHmac('sha256', KEYS.webhookSecret).update(body).digest('hex'),
        ...(eventId ? { 'x-razorpay-event-id': eventId } : {}),
      });
      try {
        await receiveWebhook(shop, 'razorpay', Buffer.from(body), headers);
        return 200;
      } catch (error) {
        return isShopError(error) ? httpStatus(error.code) : 500;
      }
    }
    const readState = async () => {
      const row = await db.write.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
      return `${row.order_status} ${row.payment_status}`;
    };
    const readOwnerMails = () => fixture.mails('owner_paymentTrouble');
    return { db, shop, deliverWebhook, readState, logLines, order, readOwnerMails };
  }

  const paymentBody = (fields: Record<string, string>, event = 'payment.captured') => {
    const allFields = {
      id: '"pay_odd"',
      order_id: '"order_odd"',
      amount: '1',
      currency: '"INR"',
      status: '"captured"',
      ...fields,
    };
    const entity = Object.entries(allFields).map(([name, value]) => `"${name}":${value}`);
    return `{"event":"${event}","payload":{"payment":{"entity":{${entity}}}}}`;
  };
  const refundBody = (fields: Record<string, string>) => {
    const allFields = { id: '"rfnd_odd"', payment_id: '"pay_odd"', amount: '1', status: '"processed"', ...fields };
    const entity = Object.entries(allFields).map(([name, value]) => `"${name}":${value}`);
    return `{"event":"refund.processed","payload":{"refund":{"entity":{${entity}}}}}`;
  };

  test('with an unexpected amount is rejected and logged as an alarm, and changes nothing', async () => {
    const { deliverWebhook, readState, logLines, db } = await setUp();
    for (const amount of INVALID_AMOUNTS) {
      for (const body of [paymentBody({ amount }), paymentBody({ amount }, 'order.paid'), refundBody({ amount })]) {
        logLines.length = 0;
        expect(await deliverWebhook(body), body).toBe(422);
        expect(logLines.join(), body).toMatch(/amount.*alarm: a signed event/);
      }
    }
    for (const invalidJson of ['NaN', '', 'undefined', '1.', '0x10'])
      expect(await deliverWebhook(paymentBody({ amount: invalidJson }))).toBe(400);
    expect(
      await deliverWebhook(
        `{"event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_odd","order_id":"order_odd"}}}}`,
      ),
    ).toBe(422);
    expect(await readState()).toBe('pending unpaid');
    expect(await db.write.selectFrom('payment_event').selectAll().execute()).toEqual([]);
  });

  test('with an unexpected id is rejected, but ignored if it has no order id', async () => {
    const { deliverWebhook, readState } = await setUp();
    for (const id of INVALID_IDS) {
      expect(await deliverWebhook(paymentBody({ id })), id).toBe(422);
      expect(await deliverWebhook(paymentBody({ order_id: id })), id).toBe(id === 'null' ? 200 : 422);
      expect(await deliverWebhook(refundBody({ payment_id: id })), id).toBe(422);
      expect(await deliverWebhook(refundBody({ id })), id).toBe(422);
    }
    expect(await readState()).toBe('pending unpaid');
  });

  /** Returns signed events with two fields that contradict each other. */
  const contradictions = (paise: number): [name: string, body: string][] => {
    const amount = String(paise);
    const withOrder = (fields: object) =>
      paymentBody({ amount }, 'order.paid').replace(
        '"payload":{',
        `"payload":{"order":{"entity":${JSON.stringify({ id: 'order_odd', amount: paise, currency: 'INR', ...fields })}},`,
      );
    const refundWithPayment = (event: string, fields: Record<string, string>, paid: Record<string, string> = {}) =>
      refundBody({ amount, ...fields })
        .replace('refund.processed', event)
        .replace(
          '"payload":{',
          `${paymentBody({ amount, ...paid }).match(/"payload":\{"payment":\{"entity":\{.*?\}\}/)?.[0]},`,
        );
    return [
      ['a wrong currency', paymentBody({ amount, currency: '"USD"' })],
      [
        'a failure with a wrong currency',
        paymentBody({ amount, currency: '"USD"', status: '"failed"' }, 'payment.failed'),
      ],
      ['failed and captured', paymentBody({ amount }, 'payment.failed')],
      ['captured and failed', paymentBody({ amount, status: '"failed"' })],
      ['captured and only authorised', paymentBody({ amount, status: '"authorized"' })],
      ['paid and failed', paymentBody({ amount, status: '"failed"' }, 'order.paid')],
      ['captured, but its field captured is false', paymentBody({ amount, captured: 'false' })],
      ['failed, but captured', paymentBody({ amount, status: '"failed"', captured: 'true' }, 'payment.failed')],
      ['paid with a different order', withOrder({ id: 'order_other' })],
      ['paid with a different order amount', withOrder({ amount: paise + 1 })],
      ['paid with a different order currency', withOrder({ currency: 'USD' })],
      ['a refund in a wrong currency', refundBody({ amount, currency: '"USD"' })],
      ['a refund that was processed and failed', refundBody({ amount, status: '"failed"' })],
      ['a refund that failed and was processed', refundBody({ amount }).replace('refund.processed', 'refund.failed')],
      ['a refund of a different payment', refundWithPayment('refund.processed', {}, { id: '"pay_other"' })],
      ['a refund of more than the payment', refundWithPayment('refund.created', { amount: String(paise + 1) })],
    ];
  };

  test('with contradictory fields changes nothing, but is logged and reported to the owner once', async () => {
    const { deliverWebhook, readState, logLines, db, order, shop, readOwnerMails } = await setUp();
    await setOwnerEmail(shop);
    await db.write
      .insertInto('payment_event')
      .values({
        provider: 'razorpay',
        event_id: 'earlier',
        order_id: order.id,
        at: 0,
        outcome: 'failed',
        amount_paise: order.total_paise,
        reference: 'pay_odd',
      })
      .execute();
    for (const [name, body] of contradictions(order.total_paise)) {
      logLines.length = 0;
      await db.write.deleteFrom('owner_notice').execute();
      const mailsBefore = await readOwnerMails();
      expect(await deliverWebhook(body), name).toBe(422);
      expect(logLines.join(), name).toMatch(/alarm: a signed report of a payment contradicts itself/);
      expect(await deliverWebhook(body), name).toBe(422);
      const notices = await readOwnerMails();
      expect(notices.length - mailsBefore.length, name).toBe(1);
      expect(notices.at(-1)?.text, name).toMatch(/money may have moved/);
    }
    expect(await readState()).toBe('pending unpaid');
    expect(await db.write.selectFrom('payment_event').select('event_id').execute()).toEqual([{ event_id: 'earlier' }]);
    expect(await db.write.selectFrom('refund').selectAll().execute()).toEqual([]);
    expect(await deliverWebhook(paymentBody({ id: '"pay_other"', order_id: '"order_other"', currency: '"USD"' }))).toBe(
      404,
    );
  });

  test('with an event id that is too long for an index is still applied', async () => {
    const { deliverWebhook, readState, order } = await setUp();
    expect(await deliverWebhook(paymentBody({ amount: String(order.total_paise) }), 'e'.repeat(9_000))).toBe(200);
    expect(await readState()).toBe('placed paid');
  });

  test('of an unknown kind or shape is accepted and changes nothing', async () => {
    const { deliverWebhook, readState } = await setUp();
    for (const body of ['{}', '[]', 'null', '7', '"x"', '{"event":"payment.captured"}', '{"event":"x","payload":{}}']) {
      expect(await deliverWebhook(body), body).toBe(200);
    }
    expect(await readState()).toBe('pending unpaid');
  });
});
