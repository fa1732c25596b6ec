import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { formatOrder } from '#lib/sales/orders/commands/order-text.server.ts';
import { refundsOf } from '#lib/sales/orders/credits/refunds.server.ts';
import type { RefundMethod } from '#lib/sales/orders/credits/settle-refunds.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { findOrder, latestOrders } from '#lib/sales/orders/record/find-order.server.ts';
import { receiveWebhook } from '#lib/sales/payments/payments.server.ts';
import { refundOrder } from '#lib/sales/payments/refund-order.server.ts';
import { switchToCashOnDelivery } from '#lib/sales/payments/switch-payment.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { type RazorpayStandIn, razorpayWebhook, startRazorpay } from '#support/razorpay-stand-in.ts';
import { startGatewayPayment } from '#support/start-gateway-payment.ts';

let razorpay: RazorpayStandIn;
beforeAll(async () => {
  razorpay = await startRazorpay();
});
afterAll(() => razorpay.close());

onBothEngines('a refund', (open) => {
  async function startPayment() {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const alarms: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void alarms.push(line) });
    const settings = { ...readSettings({}), razorpay: razorpay.keys };
    const shop = { ...fixture.shop, settings, log };
    const { id, number } = await fixture.place(await fixture.cartOf(['test-kurta', 2]), { payment: 'razorpay' });
    const readOrder = () => findOrder(db, number);
    const orderBefore = await readOrder();
    const gatewayOrder = await startGatewayPayment(
      shop,
      { ...orderBefore, amountPaise: orderBefore.total_paise },
      'razorpay',
    );
    const deliverWebhook = ({ body, headers }: { body: Buffer; headers: Headers }) =>
      receiveWebhook(shop, 'razorpay', body, headers);
    const pay = async (amount = orderBefore.total_paise) => {
      const payment = razorpay.pay(gatewayOrder, 'captured', { amount });
      await deliverWebhook(razorpayWebhook('payment.captured', payment));
      return payment;
    };
    const listGatewayRefunds = (reference: string) =>
      razorpay.refunds.filter(({ payment_id }) => payment_id === reference);
    const send = async (method: RefundMethod) => refundOrder(shop, await readOrder(), method);
    const refund = (isByHand = false) => send(isByHand ? 'hand' : 'gateway');
    const readOrderText = async () => (await formatOrder(db, await readOrder())).join('\n');
    return {
      ...fixture,
      db,
      shop,
      id,
      readOrder,
      deliverWebhook,
      pay,
      listGatewayRefunds,
      send,
      refund,
      readOrderText,
      alarms,
    };
  }

  test('for a cancelled order is sent only once by the gateway, and the buyer is notified', async () => {
    const { shop, id, readOrder, pay, listGatewayRefunds, kindsOfMails, refund } = await startPayment();
    await expect(refund()).rejects.toMatchObject({ code: 'conflict' });
    const payment = await pay();
    await cancelOrder(shop, id, 'customer');
    await Promise.allSettled([refund(), refund()]);
    expect(listGatewayRefunds(payment.id)).toMatchObject([{ amount: payment.amount }]);
    expect((await readOrder()).payment_status).toBe('refunded');
    expect((await kindsOfMails()).filter((kind) => kind === 'order_refunded').length).toBe(1);
    await expect(refund()).rejects.toMatchObject({ code: 'conflict' });
  });

  test('for a cash order that was also paid online is announced by email, shown to the owner, and sent', async () => {
    const { db, shop, id, readOrder, pay, listGatewayRefunds, kindsOfMails, refund, readOrderText } =
      await startPayment();
    await switchToCashOnDelivery(shop, id);
    const payment = await pay();
    expect(await kindsOfMails()).toEqual(['order_placed', 'order_paid_at_door']);
    expect(await latestOrders(db, 10, { isRefundDue: true })).toMatchObject([{ id, due_paise: payment.amount }]);
    expect(await readOrderText()).toContain('REFUND DUE');
    await refund();
    expect(listGatewayRefunds(payment.id).length).toBe(1);
    // The order itself is unaffected, because the courier collects the cash.
    expect(await readOrder()).toMatchObject({ order_status: 'placed', payment_status: 'cod' });
    expect(await latestOrders(db, 10, { isRefundDue: true })).toEqual([]);
    expect(await readOrderText()).toContain('REFUNDED');
  });

  test('for a payment with a wrong amount can be sent after an alarm, and leaves the order unpaid', async () => {
    const { readOrder, pay, listGatewayRefunds, kindsOfMails, refund, readOrderText, alarms } = await startPayment();
    const payment = await pay(100);
    expect(await readOrder()).toMatchObject({ order_status: 'pending', payment_status: 'unpaid' });
    expect(alarms.join()).toContain('alarm: a payment does not match the amount of its order');
    expect(await readOrderText()).toMatch(/Wrong amount paid, not counted: pay_\w+: ₹1\.00/);
    expect(await kindsOfMails()).toEqual(['order_wrong_amount']);
    await refund();
    expect(listGatewayRefunds(payment.id)).toMatchObject([{ amount: 100 }]);
    expect(await readOrder()).toMatchObject({ order_status: 'pending', payment_status: 'unpaid' });
  });

  test('for an order that was paid twice returns only the second payment', async () => {
    const { readOrder, pay, listGatewayRefunds, refund } = await startPayment();
    const firstPayment = await pay();
    const secondPayment = await pay();
    await refund();
    expect(listGatewayRefunds(firstPayment.id)).toEqual([]);
    expect(listGatewayRefunds(secondPayment.id).length).toBe(1);
    expect((await readOrder()).payment_status).toBe('paid');
  });

  test('stays due if the gateway is down or its response is lost, and is sent once by the next attempt', async () => {
    const { shop, id, readOrder, pay, listGatewayRefunds, refund, kindsOfMails } = await startPayment();
    const payment = await pay();
    await cancelOrder(shop, id, 'customer');
    razorpay.isDown = true;
    await expect(refund()).rejects.toMatchObject({ code: 'busy' });
    razorpay.isDown = false;
    razorpay.isResponseLost = true;
    await expect(refund()).rejects.toMatchObject({ code: 'busy' });
    razorpay.isResponseLost = false;
    expect((await readOrder()).payment_status).toBe('refund_due');
    await refund();
    expect(listGatewayRefunds(payment.id).length).toBe(1);
    expect((await kindsOfMails()).filter((kind) => kind === 'order_refunded').length).toBe(1);
  });

  test('is updated by webhooks if it was made on the gateway’s page, is reported twice, or fails later', async () => {
    const { db, shop, id, readOrder, deliverWebhook, pay, refund, alarms, kindsOfMails } = await startPayment();
    const payment = await pay();
    await cancelOrder(shop, id, 'customer');
    const baseEntity = { id: `rfnd_${id}`, entity: 'refund', currency: 'INR', payment_id: payment.id } as const;
    const entity = { ...baseEntity, amount: payment.amount, status: 'processed' } as const;
    await Promise.all([
      deliverWebhook(razorpayWebhook('refund.created', entity)),
      deliverWebhook(razorpayWebhook('refund.processed', entity)),
    ]);
    expect((await readOrder()).payment_status).toBe('refunded');
    expect((await kindsOfMails()).filter((kind) => kind === 'order_refunded').length).toBe(1);
    await deliverWebhook(razorpayWebhook('refund.failed', { ...entity, status: 'failed' }));
    expect((await readOrder()).payment_status).toBe('refund_due');
    expect(alarms.join()).toContain('alarm: a refund failed');
    await expect(deliverWebhook(razorpayWebhook('refund.failed', entity, { secret: 'guess' }))).rejects.toThrow(
      /signature/,
    );
    await refund();
    expect(await refundsOf(db.write, id, 'due')).toEqual([]);
  });

  test('stays due if its failure is reported before the gateway responds, and is sent by the next try', async () => {
    const { db, shop, id, readOrder, deliverWebhook, pay, listGatewayRefunds, refund, alarms, kindsOfMails } =
      await startPayment();
    const payment = await pay();
    await cancelOrder(shop, id, 'customer');
    razorpay.beforeRefundResponse = async (created) => {
      created.status = 'failed';
      await Promise.all([1, 2].map(() => deliverWebhook(razorpayWebhook('refund.failed', created))));
    };
    await expect(refund()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('still due') });
    razorpay.beforeRefundResponse = undefined;
    expect((await readOrder()).payment_status).toBe('refund_due');
    expect(await refundsOf(db.write, id)).toMatchObject([{ state: 'due', gateway_refund: null }]);
    expect(alarms).toHaveLength(1);
    const [failedRefund] = listGatewayRefunds(payment.id);
    if (failedRefund) await deliverWebhook(razorpayWebhook('refund.created', failedRefund));
    expect((await kindsOfMails()).filter((kind) => kind === 'order_refunded')).toEqual([]);
    await refund();
    expect((await readOrder()).payment_status).toBe('refunded');
    expect(listGatewayRefunds(payment.id).map(({ status }) => status)).toEqual(['failed', 'processed']);
    expect((await kindsOfMails()).filter((kind) => kind === 'order_refunded')).toHaveLength(1);
  });

  test('becomes due again if its sending and its failure are reported concurrently', async () => {
    const { shop, id, readOrder, deliverWebhook, pay } = await startPayment();
    const payment = await pay();
    await cancelOrder(shop, id, 'customer');
    for (let n = 0; n < 10; n++) {
      const baseEntity = { id: `rfnd_${id}_${n}`, entity: 'refund', currency: 'INR', payment_id: payment.id } as const;
      const entity = { ...baseEntity, amount: payment.amount, status: 'failed' } as const;
      const webhooks = [razorpayWebhook('refund.created', entity), razorpayWebhook('refund.failed', entity)];
      await Promise.all((n % 2 ? webhooks : webhooks.reverse()).map(deliverWebhook));
      expect((await readOrder()).payment_status).toBe('refund_due');
    }
  });

  test('for cash collected by the courier can only be made manually', async () => {
    const { db, shop, id, readOrder, refund } = await startPayment();
    await switchToCashOnDelivery(shop, id);
    await moveOrder(shop, id, 'delivered');
    await expect(refund(true)).rejects.toMatchObject({ code: 'conflict' });
    await moveOrder(shop, id, 'returned');
    await expect(refund()).rejects.toThrow(/record it as refunded manually/);
    await refund(true);
    expect((await readOrder()).payment_status).toBe('refunded');
    expect(await refundsOf(db.write, id)).toMatchObject([{ provider: 'cash', state: 'sent', gateway_refund: null }]);
  });

  test.each([['gateway', 'cash'] as const, ['cash', 'gateway'] as const])(
    'for both cash and an online payment is made manually and by the gateway, the %s refund first',
    async (first, second) => {
      const { db, shop, id, readOrder, pay, listGatewayRefunds, kindsOfMails, send, refund } = await startPayment();
      await switchToCashOnDelivery(shop, id);
      await moveOrder(shop, id, 'delivered');
      const payment = await pay();
      await moveOrder(shop, id, 'returned');
      const readStates = async () =>
        (await refundsOf(db.write, id)).map(({ provider, state }) => `${provider} ${state}`).toSorted();
      expect(await readStates()).toEqual(['cash due', 'razorpay due']);
      const sentRefunds = await send(first);
      expect(sentRefunds.map(({ provider }) => provider)).toEqual([first === 'cash' ? 'cash' : 'razorpay']);
      expect((await readOrder()).payment_status).toBe('refund_due');
      const version = (await readOrder()).updated_at;
      const refusal = first === 'cash' ? 'The customer paid online.' : 'The customer paid in cash.';
      await expect(send(first)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(refusal) });
      expect((await readOrder()).updated_at).toBe(version);
      await send(second);
      expect(await readStates()).toEqual(['cash sent', 'razorpay sent']);
      expect((await readOrder()).payment_status).toBe('refunded');
      const [gatewayRefund, ...otherRefunds] = listGatewayRefunds(payment.id);
      expect([gatewayRefund?.amount, otherRefunds]).toEqual([payment.amount, []]);
      const [cashRefund, onlineRefund] = (await refundsOf(db.write, id)).toSorted((a, b) =>
        a.provider < b.provider ? -1 : 1,
      );
      expect([cashRefund?.gateway_refund, onlineRefund?.gateway_refund]).toEqual([null, gatewayRefund?.id]);
      expect((await kindsOfMails()).filter((kind) => kind === 'order_refunded')).toHaveLength(2);
      await expect(refund(true)).rejects.toThrow('No refund is due for this order.');
    },
  );

  test('by the gateway can be retried after a failure, while the cash refund stays due', async () => {
    const { db, shop, id, pay, listGatewayRefunds, send } = await startPayment();
    await switchToCashOnDelivery(shop, id);
    await moveOrder(shop, id, 'delivered');
    const payment = await pay();
    await moveOrder(shop, id, 'returned');
    razorpay.isDown = true;
    await expect(send('gateway')).rejects.toMatchObject({ code: 'busy' });
    razorpay.isDown = false;
    expect(await refundsOf(db.write, id, 'due')).toHaveLength(2);
    await send('gateway');
    expect(listGatewayRefunds(payment.id)).toHaveLength(1);
    expect(await refundsOf(db.write, id, 'due')).toMatchObject([{ provider: 'cash' }]);
  });

  test('becomes due again if a refunded order is also paid online', async () => {
    const { shop, id, readOrder, pay, listGatewayRefunds, refund } = await startPayment();
    await switchToCashOnDelivery(shop, id);
    await moveOrder(shop, id, 'delivered');
    await moveOrder(shop, id, 'returned');
    await refund(true);
    const payment = await pay();
    expect((await readOrder()).payment_status).toBe('refund_due');
    await refund();
    expect(listGatewayRefunds(payment.id).length).toBe(1);
    expect((await readOrder()).payment_status).toBe('refunded');
  });

  test('without gateway keys is rejected with instructions for the owner', async () => {
    const { shop, id, readOrder, pay } = await startPayment();
    await pay();
    await cancelOrder(shop, id, 'shop');
    const settings = { ...shop.settings, razorpay: undefined };
    await expect(refundOrder({ ...shop, settings }, await readOrder(), 'gateway')).rejects.toThrow(
      /record it as refunded manually/,
    );
  });
});
