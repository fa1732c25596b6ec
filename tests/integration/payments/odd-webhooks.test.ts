import { createHmac } from 'node:crypto';
import pino from 'pino';
import { expect, test } from 'vitest';
import { takeWebhook } from '#lib/payments/payments.server.ts';
import { httpStatus, isShopError } from '#lib/platform/errors/shop-error.ts';
import { readSettings } from '#lib/platform/settings.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

const KEYS = {
  keyId: 'rzp_test_odd',
  keySecret: 'key-secret',
  webhookSecret: 'odd-secret',
  apiUrl: 'http://127.0.0.1:9',
};

/** What may stand where a number of paise is meant, as it stands in JSON. */
const NUMBERS = [
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
/** What may stand where a name of the gateway is meant. */
const NAMES = ['"pay_\\u0000"', `"${'x'.repeat(5_000)}"`, '""', '7', 'null', '["pay_1"]', '{"toString":1}'];

onBothEngines('a signed event that makes no sense', (open) => {
  async function gateway() {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
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
    /** The status of the endpoint's answer; 500 is what must not be. */
    async function tell(body: string, eventId?: string): Promise<number> {
      const headers = new Headers({
        'x-razorpay-signature': createHmac('sha256', KEYS.webhookSecret).update(body).digest('hex'),
        ...(eventId ? { 'x-razorpay-event-id': eventId } : {}),
      });
      try {
        await takeWebhook(shop, 'razorpay', Buffer.from(body), headers);
        return 200;
      } catch (error) {
        return isShopError(error) ? httpStatus(error.code) : 500;
      }
    }
    const state = async () => {
      const row = await db.write.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
      return `${row.order_status} ${row.payment_status}`;
    };
    return { db, tell, state, lines, order };
  }

  const payment = (fields: Record<string, string>, event = 'payment.captured') => {
    const whole = {
      id: '"pay_odd"',
      order_id: '"order_odd"',
      amount: '1',
      currency: '"INR"',
      status: '"captured"',
      ...fields,
    };
    const entity = Object.entries(whole).map(([name, value]) => `"${name}":${value}`);
    return `{"event":"${event}","payload":{"payment":{"entity":{${entity}}}}}`;
  };
  const refund = (fields: Record<string, string>) => {
    const whole = { id: '"rfnd_odd"', payment_id: '"pay_odd"', amount: '1', status: '"processed"', ...fields };
    const entity = Object.entries(whole).map(([name, value]) => `"${name}":${value}`);
    return `{"event":"refund.processed","payload":{"refund":{"entity":{${entity}}}}}`;
  };

  test('its amount: refused clearly, told to the owner, nothing changed', async () => {
    const { tell, state, lines, db } = await gateway();
    for (const amount of NUMBERS) {
      for (const body of [payment({ amount }), payment({ amount }, 'order.paid'), refund({ amount })]) {
        lines.length = 0;
        expect(await tell(body), body).toBe(422);
        expect(lines.join(), body).toMatch(/amount.*alarm: a signed event/);
      }
    }
    for (const broken of ['NaN', '', 'undefined', '1.', '0x10'])
      expect(await tell(payment({ amount: broken }))).toBe(400);
    expect(
      await tell(
        `{"event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_odd","order_id":"order_odd"}}}}`,
      ),
    ).toBe(422);
    expect(await state()).toBe('pending unpaid');
    expect(await db.write.selectFrom('payment_event').selectAll().execute()).toEqual([]);
  });

  test('its names: refused, and one without an order is none of ours', async () => {
    const { tell, state } = await gateway();
    for (const name of NAMES) {
      expect(await tell(payment({ id: name })), name).toBe(422);
      expect(await tell(payment({ order_id: name })), name).toBe(name === 'null' ? 200 : 422);
      expect(await tell(refund({ payment_id: name })), name).toBe(422);
      expect(await tell(refund({ id: name })), name).toBe(422);
    }
    expect(await state()).toBe('pending unpaid');
  });

  test('an id of the event that no index could hold', async () => {
    const { tell, state, order } = await gateway();
    expect(await tell(payment({ amount: String(order.total_paise) }), 'e'.repeat(9_000))).toBe(200);
    expect(await state()).toBe('placed paid');
  });

  test('other events and other shapes change nothing', async () => {
    const { tell, state } = await gateway();
    for (const body of ['{}', '[]', 'null', '7', '"x"', '{"event":"payment.captured"}', '{"event":"x","payload":{}}']) {
      expect(await tell(body), body).toBe(200);
    }
    expect(await state()).toBe('pending unpaid');
  });
});
