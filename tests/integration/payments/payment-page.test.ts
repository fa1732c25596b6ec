import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { cancelOrder } from '#lib/sales/orders/move-order.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { handleFrameForm, openFrame } from '#lib/sales/payments/frame.server.ts';
import type { FrameForm } from '#lib/sales/payments/frame-form.schema.ts';
import { parseOrderLink, pathAfterGateway, readPaymentStatus } from '#lib/sales/payments/payment-status.server.ts';
import { PAYMENT_MESSAGES } from '#lib/sales/payments/payments.ts';
import { readPaymentStart, startPayment } from '#lib/sales/payments/start-payment.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { HOME, orderFixture } from '#support/order-fixture.ts';
import { type RazorpayStandIn, startRazorpay } from '#support/razorpay-stand-in.ts';

/** An address where the courier does not accept cash. */
const PORT_BLAIR = { ...HOME, pincode: '744101', city: 'Port Blair', state: 'Andaman and Nicobar Islands' };

let razorpay: RazorpayStandIn;
beforeAll(async () => {
  razorpay = await startRazorpay();
});
afterAll(() => razorpay.close());

onBothEngines('the payment page', (open) => {
  /** Creates a guest's unpaid order of two kurtas in a shop with Razorpay and the test gateway. */
  async function setUpUnpaidOrder(address = HOME) {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const settings = { ...readSettings({ SITE_URL: 'https://shop.example' }), razorpay: razorpay.keys };
    const shop = { ...fixture.shop, settings, log: pino({ level: 'silent' }) };
    const order = await fixture.place(await fixture.cartOf(['test-kurta', 2]), { payment: 'razorpay', address });
    const viewer = { token: trackToken(shop.secretKey, order.id) };
    const submit = async (form: Omit<FrameForm, 'orderId'>) => {
      const { next } = await handleFrameForm(shop, { orderId: order.id, ...form }, viewer, {});
      await shop.upstreams.settled();
      return next;
    };
    const openPage = (state?: string, message?: string) => openFrame(shop, order.id, viewer, { state, message });
    const readOrder = () =>
      db.write.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
    const page = `/public/payment-gateway/${order.id}?token=${viewer.token}`;
    const orderPage = `/orders/track/${viewer.token}`;
    const payable = { ...order, amountPaise: order.total_paise };
    return { ...fixture, db, shop, order, payable, viewer, submit, openPage, readOrder, page, orderPage };
  }

  test('offers each payment method with its description', async () => {
    const { order, openPage, page, orderPage } = await setUpUnpaidOrder();
    expect(await openPage(undefined, 'Please choose.')).toEqual({
      state: 'choose',
      orderId: order.id,
      orderNumber: order.number,
      amountPaise: order.total_paise,
      mayKeepCash: false,
      mayPostpone: true,
      methods: [
        { method: 'razorpay', name: 'UPI, card, net banking or wallet', about: 'By Razorpay' },
        { method: 'test', name: 'Test gateway', about: 'For the demo shop: no money moves' },
        { method: 'cod', name: 'Cash on delivery', about: 'Pay the courier in cash' },
      ],
      action: page,
      orderPath: orderPage,
      message: 'Please choose.',
    });
  });

  test('does not offer cash where the courier does not accept it', async () => {
    const { openPage } = await setUpUnpaidOrder(PORT_BLAIR);
    const { methods } = (await openPage()) as { methods: { method: string }[] };
    expect(methods.map(({ method }) => method)).toEqual(['razorpay', 'test']);
  });

  test('opens Razorpay with the order, the amount and the return address', async () => {
    const { order, submit, openPage, page, orderPage, viewer } = await setUpUnpaidOrder();
    expect(await submit({ method: 'razorpay' })).toBe(`${page}&state=razorpay`);
    const razorpayFrame = await openPage('razorpay');
    expect(razorpayFrame).toMatchObject({
      state: 'razorpay',
      hostedForm: {
        action: `${razorpay.url}/v1/checkout/embedded`,
        fields: {
          key_id: razorpay.keys.keyId,
          order_id: expect.stringMatching(/^order_/),
          amount: String(order.total_paise),
          currency: 'INR',
          name: 'Taana',
          description: `Order ${order.number}`,
          'prefill[email]': order.email,
          'prefill[contact]': order.mobile,
          callback_url: `https://shop.example/public/payment-gateway/razorpay/return?token=${viewer.token}`,
          cancel_url: `https://shop.example${orderPage}`,
        },
      },
    });
    // In other states, the same order’s page does not open Razorpay.
    expect(await openPage('waiting')).not.toHaveProperty('hostedForm');
    expect(await openPage('test')).toMatchObject({ state: 'choose' });
  });

  test('waits for the gateway’s response, and reports a missing response', async () => {
    const { shop, clock, payable, submit, openPage } = await setUpUnpaidOrder();
    expect(await openPage('razorpay')).toMatchObject({ state: 'choose', message: undefined });
    razorpay.isDown = true;
    await submit({ method: 'razorpay' });
    razorpay.isDown = false;
    expect(await readPaymentStart(shop, payable, 'razorpay')).toEqual({ state: 'failed' });
    expect(await openPage('razorpay')).toMatchObject({ state: 'choose', message: PAYMENT_MESSAGES.unavailableButCash });
    // A second attempt does not reuse the result of the first attempt.
    razorpay.delayMs = 50;
    await startPayment(shop, payable, 'razorpay');
    expect(await readPaymentStart(shop, payable, 'razorpay')).toEqual({ state: 'in_progress' });
    expect(await openPage('razorpay')).toMatchObject({ state: 'contacting' });
    clock.at += 40_000;
    expect(await readPaymentStart(shop, payable, 'razorpay')).toEqual({ state: 'in_progress' });
    clock.at += 1;
    expect(await readPaymentStart(shop, payable, 'razorpay')).toEqual({ state: 'failed' });
    await shop.upstreams.settled();
    razorpay.delayMs = 0;
    expect(await readPaymentStart(shop, payable, 'razorpay')).toMatchObject({ state: 'created' });
    // A different amount is a different payment.
    expect(await readPaymentStart(shop, { ...payable, amountPaise: 1 }, 'razorpay')).toEqual({ state: 'none' });
  });

  test('reports an unavailable gateway without mentioning cash where it is not accepted', async () => {
    const { submit, openPage } = await setUpUnpaidOrder(PORT_BLAIR);
    razorpay.isDown = true;
    await submit({ method: 'razorpay' });
    razorpay.isDown = false;
    expect(await openPage('razorpay')).toMatchObject({ message: PAYMENT_MESSAGES.unavailable });
  });

  test.each([
    ['approve', 'placed paid', ''],
    ['decline', 'pending unpaid', '&state=declined'],
    ['abandon', 'pending unpaid', '&state=abandoned'],
  ] as const)('after the outcome %s of the test gateway leaves the order %s', async (outcome, state, query) => {
    const { submit, readOrder, page } = await setUpUnpaidOrder();
    await submit({ method: 'test' });
    expect(await submit({ outcome })).toBe(`${page}${query}`);
    const { order_status, payment_status } = await readOrder();
    expect(`${order_status} ${payment_status}`).toBe(state);
  });

  test('releases the hold if the buyer pays later, and reserves the stock again if they choose a method', async () => {
    const { submit, readOrder, page, stock, openPage } = await setUpUnpaidOrder();
    expect(await submit({ method: 'later' })).toBe(`${page}&state=abandoned`);
    expect((await readOrder()).stock_held).toBe(0);
    expect((await stock())['test-kurta']).toEqual({ stock: 5, sold: 0 });
    expect(await openPage('abandoned')).toMatchObject({ state: 'abandoned' });
    await submit({ method: 'test' });
    expect((await readOrder()).stock_held).toBe(1);
    expect((await stock())['test-kurta']).toEqual({ stock: 3, sold: 2 });
  });

  test('places the order immediately if the buyer chooses cash; after that, no form changes the order', async () => {
    const { submit, readOrder, page, openPage } = await setUpUnpaidOrder();
    expect(await submit({})).toBe(page);
    expect((await readOrder()).payment_status).toBe('unpaid');
    expect(await submit({ method: 'cod' })).toBe(page);
    expect(await readOrder()).toMatchObject({ order_status: 'placed', payment_status: 'cod' });
    expect(await submit({ method: 'later' })).toBe(page);
    expect(await readOrder()).toMatchObject({ order_status: 'placed', stock_held: 1 });
    expect(await openPage('razorpay')).toMatchObject({ state: 'done' });
  });

  test('rejects other visitors as if the order did not exist', async () => {
    const { shop, order, viewer } = await setUpUnpaidOrder();
    const refusal = { state: 'refused', httpStatus: 404, message: expect.any(String) };
    expect(await openFrame(shop, order.id, {}, {})).toEqual(refusal);
    expect(await openFrame(shop, 'none', viewer, {})).toEqual(refusal);
    const form = handleFrameForm(shop, { orderId: order.id, method: 'cod' }, { token: 'x' }, {});
    await expect(form).rejects.toMatchObject({ code: 'not_found' });
  });

  test('waits for the result after the gateway, and then opens the order’s page', async () => {
    const { shop, order, viewer, submit, page, orderPage } = await setUpUnpaidOrder();
    const readReturnPath = () => pathAfterGateway(shop, viewer.token);
    const readStatus = async () => {
      const { order: _order, due: _due, ...status } = await readPaymentStatus(shop, order.id, viewer);
      return status;
    };
    await submit({ method: 'test' });
    expect(await readReturnPath()).toBe(`${page}&state=waiting`);
    expect(await readStatus()).toEqual({ framePath: page, orderPath: orderPage });
    await submit({ outcome: 'approve' });
    expect(await readReturnPath()).toBe(`${orderPage}?placed=1`);
    expect(await readStatus()).toEqual({
      framePath: page,
      orderPath: orderPage,
      redirectPath: `${orderPage}?placed=1`,
    });
    await expect(pathAfterGateway(shop, 'forged')).rejects.toMatchObject({ code: 'not_found' });
    expect(parseOrderLink(shop, viewer.token)).toEqual({ orderId: order.id, path: orderPage });
  });

  test('of a cancelled order leads to the order’s page without a thank-you message', async () => {
    const { shop, order, viewer, orderPage } = await setUpUnpaidOrder();
    await cancelOrder(shop, order.id, 'customer');
    expect(await pathAfterGateway(shop, viewer.token)).toBe(orderPage);
    expect((await readPaymentStatus(shop, order.id, viewer)).redirectPath).toBe(orderPage);
  });

  test('queries the gateway, and so finds a payment whose webhook is missing', async () => {
    const { shop, order, viewer, clock, submit, readOrder } = await setUpUnpaidOrder();
    await submit({ method: 'razorpay' });
    razorpay.pay([...razorpay.orders.keys()].at(-1) ?? '', 'captured');
    clock.at += 5_000;
    await readPaymentStatus(shop, order.id, viewer);
    await shop.upstreams.settled();
    expect(await readOrder()).toMatchObject({ order_status: 'placed', payment_status: 'paid' });
  });
});
