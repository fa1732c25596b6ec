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

/** JSON values in place of an amount in paise. */
const AMOUNTS = [
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
/** JSON values in place of an id of the gateway. */
const IDS = ['"pay_\\u0000"', `"${'x'.repeat(5_000)}"`, '""', '7', 'null', '["pay_1"]', '{"toString":1}'];

onBothEngines('an unexpected signed event', (open) => {
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
    /** Returns the status of the response; any error that is not a ShopError counts as 500. */
    async function deliver(body: string, eventId?: string): Promise<number> {
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
    const state = async () => {
      const row = await db.write.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
      return `${row.order_status} ${row.payment_status}`;
    };
    const ownerMails = () => fixture.mails('owner_paymentTrouble');
    return { db, shop, deliver, state, logLines, order, ownerMails };
  }

  const payment = (fields: Record<string, string>, event = 'payment.captured') => {
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
  const refund = (fields: Record<string, string>) => {
    const allFields = { id: '"rfnd_odd"', payment_id: '"pay_odd"', amount: '1', status: '"processed"', ...fields };
    const entity = Object.entries(allFields).map(([name, value]) => `"${name}":${value}`);
    return `{"event":"refund.processed","payload":{"refund":{"entity":{${entity}}}}}`;
  };

  test('with an unexpected amount is rejected, logged as an alarm, and changes nothing', async () => {
    const { deliver, state, logLines, db } = await setUp();
    for (const amount of AMOUNTS) {
      for (const body of [payment({ amount }), payment({ amount }, 'order.paid'), refund({ amount })]) {
        logLines.length = 0;
        expect(await deliver(body), body).toBe(422);
        expect(logLines.join(), body).toMatch(/amount.*alarm: a signed event/);
      }
    }
    for (const invalid of ['NaN', '', 'undefined', '1.', '0x10'])
      expect(await deliver(payment({ amount: invalid }))).toBe(400);
    expect(
      await deliver(
        `{"event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_odd","order_id":"order_odd"}}}}`,
      ),
    ).toBe(422);
    expect(await state()).toBe('pending unpaid');
    expect(await db.write.selectFrom('payment_event').selectAll().execute()).toEqual([]);
  });

  test('with an unexpected id is rejected, but ignored if it names no order', async () => {
    const { deliver, state } = await setUp();
    for (const id of IDS) {
      expect(await deliver(payment({ id })), id).toBe(422);
      expect(await deliver(payment({ order_id: id })), id).toBe(id === 'null' ? 200 : 422);
      expect(await deliver(refund({ payment_id: id })), id).toBe(422);
      expect(await deliver(refund({ id })), id).toBe(422);
    }
    expect(await state()).toBe('pending unpaid');
  });

  /** Signed events with two fields that contradict each other. */
  const contradictions = (paise: number): [name: string, body: string][] => {
    const amount = String(paise);
    const withOrder = (fields: object) =>
      payment({ amount }, 'order.paid').replace(
        '"payload":{',
        `"payload":{"order":{"entity":${JSON.stringify({ id: 'order_odd', amount: paise, currency: 'INR', ...fields })}},`,
      );
    const ofPayment = (event: string, fields: Record<string, string>, paid: Record<string, string> = {}) =>
      refund({ amount, ...fields })
        .replace('refund.processed', event)
        .replace(
          '"payload":{',
          `${payment({ amount, ...paid }).match(/"payload":\{"payment":\{"entity":\{.*?\}\}/)?.[0]},`,
        );
    return [
      ['another currency', payment({ amount, currency: '"USD"' })],
      ['another currency of a failure', payment({ amount, currency: '"USD"', status: '"failed"' }, 'payment.failed')],
      ['failed and captured', payment({ amount }, 'payment.failed')],
      ['captured and failed', payment({ amount, status: '"failed"' })],
      ['captured and only authorised', payment({ amount, status: '"authorized"' })],
      ['paid and failed', payment({ amount, status: '"failed"' }, 'order.paid')],
      ['captured, but its field captured is false', payment({ amount, captured: 'false' })],
      ['failed, but captured', payment({ amount, status: '"failed"', captured: 'true' }, 'payment.failed')],
      ['paid: another order', withOrder({ id: 'order_other' })],
      ['paid: another amount of its order', withOrder({ amount: paise + 1 })],
      ['paid: another currency of its order', withOrder({ currency: 'USD' })],
      ['a refund in another currency', refund({ amount, currency: '"USD"' })],
      ['a refund that was processed and failed', refund({ amount, status: '"failed"' })],
      ['a refund that failed and was processed', refund({ amount }).replace('refund.processed', 'refund.failed')],
      ['a refund of another payment', ofPayment('refund.processed', {}, { id: '"pay_other"' })],
      ['a refund of more than the payment', ofPayment('refund.created', { amount: String(paise + 1) })],
    ];
  };

  test('with contradicting fields is rejected, logged, reported to the owner once, and changes nothing', async () => {
    const { deliver, state, logLines, db, order, shop, ownerMails } = await setUp();
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
      const before = await ownerMails();
      expect(await deliver(body), name).toBe(422);
      expect(logLines.join(), name).toMatch(/alarm: a signed report of a payment contradicts itself/);
      expect(await deliver(body), name).toBe(422);
      const notices = await ownerMails();
      expect(notices.length - before.length, name).toBe(1);
      expect(notices.at(-1)?.text, name).toMatch(/money may have moved/);
    }
    expect(await state()).toBe('pending unpaid');
    expect(await db.write.selectFrom('payment_event').select('event_id').execute()).toEqual([{ event_id: 'earlier' }]);
    expect(await db.write.selectFrom('refund').selectAll().execute()).toEqual([]);
    expect(await deliver(payment({ id: '"pay_other"', order_id: '"order_other"', currency: '"USD"' }))).toBe(404);
  });

  test('with an event id too long for an index is still applied', async () => {
    const { deliver, state, order } = await setUp();
    expect(await deliver(payment({ amount: String(order.total_paise) }), 'e'.repeat(9_000))).toBe(200);
    expect(await state()).toBe('placed paid');
  });

  test('of another kind or shape is accepted and changes nothing', async () => {
    const { deliver, state } = await setUp();
    for (const body of ['{}', '[]', 'null', '7', '"x"', '{"event":"payment.captured"}', '{"event":"x","payload":{}}']) {
      expect(await deliver(body), body).toBe(200);
    }
    expect(await state()).toBe('pending unpaid');
  });
});
