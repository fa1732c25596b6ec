import pino from 'pino';
import { expect, test } from 'vitest';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { ownOrder } from '#lib/sales/orders/own-order.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { paymentToken, readPaymentToken } from '#lib/sales/orders/record/payment-token.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { handleFrameForm, openFrame } from '#lib/sales/payments/frame.server.ts';
import type { FrameForm } from '#lib/sales/payments/frame-form.schema.ts';
import { mailPaymentLink, paymentLink } from '#lib/sales/payments/payment-link.server.ts';
import { readPaymentLink } from '#lib/sales/payments/payment-status.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

onBothEngines('a payment link', (open) => {
  async function setUpOrder(payment: 'cod' | 'test') {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const settings = readSettings({ SHOP_MODE: 'demo', SITE_URL: 'https://shop.example' });
    const shop = { ...fixture.shop, settings, log: pino({ level: 'silent' }) };
    const order = await fixture.place(await fixture.cartOf(['test-scarf', 2]), { payment });
    const link = await paymentLink(shop, order);
    const token = link?.url.replace('https://shop.example/pay/', '') ?? '';
    const submit = async (form: Omit<FrameForm, 'orderId'>) => {
      fixture.clock.at += 1;
      const { next } = await handleFrameForm(shop, { orderId: order.id, ...form }, { token }, {});
      await shop.upstreams.settled();
      return next;
    };
    const readLinkState = async () => (await readPaymentLink(shop, token))?.state;
    const readOrder = (): Promise<OrderRow> =>
      db.write.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
    return { ...fixture, db, shop, order, link, token, submit, readLinkState, readOrder };
  }

  test.each(['cod', 'test'] as const)(
    'for an order with the method %s allows one payment, and gives no other access to the order',
    async (payment) => {
      const { shop, order, link, token, submit, readLinkState, readOrder } = await setUpOrder(payment);
      expect(link).toMatchObject({ amountPaise: order.total_paise });
      expect(new URL(link?.whatsAppUrl ?? '').searchParams.get('text')).toContain(link?.url);
      expect(await readPaymentLink(shop, token)).toMatchObject({ number: order.number, state: 'due', restPaise: 0 });
      // The link gives access neither to the order’s page nor to another order.
      await expect(ownOrder(shop, order.id, { token })).rejects.toMatchObject({ code: 'not_found' });
      expect(await openFrame(shop, 'other', { token }, {})).toMatchObject({ state: 'refused', httpStatus: 404 });
      const state = payment === 'cod' ? 'instead' : undefined;
      const frame = await openFrame(shop, order.id, { token }, { state: state ?? null });
      expect(frame).toMatchObject({ orderPath: `/pay/${token}`, mayPostpone: false, mayKeepCash: false });
      expect(frame).toMatchObject({ methods: [{ method: 'test' }] });
      // The link allows the payer neither to postpone the payment nor to choose cash.
      await submit({ method: 'later' });
      await submit({ method: 'cod' });
      expect(await readOrder()).toMatchObject({
        payment_method: payment,
        stock_held: 1,
        total_paise: order.total_paise,
      });
      await submit({ method: 'test' });
      await submit({ outcome: 'approve' });
      expect(await readOrder()).toMatchObject({
        order_status: 'placed',
        payment_status: 'paid',
        payment_method: 'test',
      });
      expect(await readLinkState()).toBe('paid');
      expect(await paymentLink(shop, await readOrder())).toBeUndefined();
    },
  );

  test('expires and can’t be forged or extended', async () => {
    const { shop, order, link, token, submit, readLinkState, clock, readOrder } = await setUpOrder('cod');
    const grant = { orderId: order.id, purpose: 'instead' as const, until: link?.until ?? 0 };
    expect(readPaymentToken(shop.secretKey, token)).toEqual(grant);
    const tokenWithOtherKey = paymentToken('another secret key', { ...grant, until: grant.until + 1 });
    for (const forgedToken of [tokenWithOtherKey, `${token}x`, trackToken(shop.secretKey, order.id), 'pay.', ''])
      expect(await readPaymentLink(shop, forgedToken)).toBeUndefined();
    clock.at = link?.until ?? 0;
    expect(await readLinkState()).toBe('expired');
    await submit({ method: 'test' });
    await submit({ outcome: 'approve' });
    expect((await readOrder()).payment_status).toBe('cod');
  });

  test('for a cash order ends when the order is shipped', async () => {
    const { shop, order, readLinkState } = await setUpOrder('cod');
    await moveOrder(shop, order.id, 'shipped');
    expect(await readLinkState()).toBe('over');
  });

  test.each([
    ['test', 'order_payment_link'],
    ['cod', 'order_pay_online'],
  ] as const)('for an order with the payment method %s can be emailed', async (payment, kind) => {
    const { shop, order, mails, db } = await setUpOrder(payment);
    await mailPaymentLink(shop, order.id);
    const [mail] = await mails(kind);
    expect(mail?.text).toContain('https://shop.example/pay/pay.');
    const events = await db.write.selectFrom('order_event').select('kind').where('order_id', '=', order.id).execute();
    expect(events.map((event) => event.kind)).toContain('payment_link_sent');
  });
});
