import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { formatOrder } from '#lib/sales/orders/admin/format-order.server.ts';
import { cancelPart, recordReturn, refundPart } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { refundsOf } from '#lib/sales/orders/credits/refunds.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { linesOf } from '#lib/sales/orders/read-orders.server.ts';
import { findOrder } from '#lib/sales/orders/record/find-order.server.ts';
import { orderAmounts } from '#lib/sales/orders/record/order-amounts.ts';
import { creditsOf } from '#lib/sales/orders/record/read-credits.server.ts';
import { receiveWebhook } from '#lib/sales/payments/payments.server.ts';
import { refundOrder } from '#lib/sales/payments/refund-order.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';
import {
  type RazorpayStandIn,
  razorpayWebhook,
  type StandInRefund,
  startRazorpay,
} from '#support/razorpay-stand-in.ts';
import { startGatewayPayment } from '#support/start-gateway-payment.ts';

let razorpay: RazorpayStandIn;
beforeAll(async () => {
  razorpay = await startRazorpay();
});
afterAll(() => razorpay.close());

const KURTA_PAISE = 149_950;
const SCARF_PAISE = 30_000;

onBothEngines('credits for parts of an order', (open) => {
  /** By default two kurtas on line 1 and three scarves on line 2, delivered free of charge. */
  async function placedOrder(
    payment: 'cod' | 'razorpay' = 'cod',
    goods: [string, number][] = [
      ['test-kurta', 2],
      ['test-scarf', 3],
    ],
  ) {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const log = pino({ level: 'silent' });
    const shop = { ...fixture.shop, settings: { ...readSettings({}), razorpay: razorpay.keys }, log };
    const { id, number } = await fixture.place(await fixture.cartOf(...goods), { payment });
    const order = () => findOrder(db, number);
    const { total_paise: total } = await order();
    const deliver = ({ body, headers }: { body: Buffer; headers: Headers }) =>
      receiveWebhook(shop, 'razorpay', body, headers);
    let reference = '';
    if (payment === 'razorpay') {
      const paid = razorpay.pay(
        await startGatewayPayment(shop, { ...(await order()), amountPaise: total }, 'razorpay'),
        'captured',
      );
      reference = paid.id;
      await deliver(razorpayWebhook('payment.captured', paid));
    }
    const amounts = async () => orderAmounts(await order(), await linesOf(db, id), await creditsOf(db.write, id));
    const refund = async (isByHand = false) => refundOrder(shop, await order(), isByHand ? 'hand' : 'gateway');
    const sentRefunds = () =>
      razorpay.refunds.filter(({ payment_id, status }) => payment_id === reference && status !== 'failed');
    /** Adds a refund as made on the gateway's own page, unless the stand-in knows it, and delivers its webhook. */
    const refundAtGateway = async (amount: number, event = 'refund.processed') => {
      const base = { id: `rfnd_${id}_${amount}`, entity: 'refund', currency: 'INR', payment_id: reference } as const;
      const status = event === 'refund.failed' ? 'failed' : 'processed';
      const entity: StandInRefund = { ...base, amount, status };
      if (!razorpay.refunds.some(({ id: knownId }) => knownId === entity.id)) razorpay.refunds.push(entity);
      await deliver(razorpayWebhook(event, entity));
    };
    const dueAmounts = async () => (await refundsOf(db.write, id, 'due')).map(({ amount_paise }) => amount_paise);
    const orderText = async () => (await formatOrder(db, await order())).join('\n');
    const mail = async (kind: string) => (await fixture.mails(kind)).at(-1)?.text ?? '';
    const reads = { order, amounts, sentRefunds, dueAmounts, orderText, mail };
    return { ...fixture, ...reads, db, shop, id, total, refund, refundAtGateway };
  }

  test('refund lines only after shipping, but an amount also before', async () => {
    const { shop, id, amounts } = await placedOrder();
    const line = { lines: [{ position: 1, quantity: 1 }] };
    await expect(refundPart(shop, id, line, 'Stained')).rejects.toMatchObject({ code: 'conflict' });
    await refundPart(shop, id, { paise: 100 }, 'A loose thread');
    await moveOrder(shop, id, 'shipped');
    await refundPart(shop, id, line, 'Stained');
    expect((await amounts()).lines).toMatchObject([{ quantity: 2 }, { quantity: 2 }]);
  });

  test('cancelling a piece of a cash order reduces the amount due, and restores its stock', async () => {
    const { shop, id, total, order, amounts, stock, mail, orderText, dueAmounts } = await placedOrder();
    await cancelPart(shop, id, [{ position: 0, quantity: 1 }], 'Torn at the seam');
    expect(await amounts()).toMatchObject({
      totalPaise: total - KURTA_PAISE,
      toPayPaise: total - KURTA_PAISE,
      paidPaise: 0,
    });
    expect((await order()).order_status).toBe('placed');
    expect((await order()).total_paise).toBe(total);
    expect((await stock())['test-kurta']?.stock).toBe(4);
    expect(await dueAmounts()).toEqual([]);
    expect(await mail('order_partly_cancelled')).toMatch(
      /1 × Test Kurta[\s\S]*Torn at the seam[\s\S]*To pay at the door: ₹2,3/,
    );
    expect(await orderText()).toMatch(/Cancelled: −₹1,499\.50 \(line 1 restocked; Torn at the seam\)[\s\S]*NOW/);
    await expect(cancelPart(shop, id, [{ position: 0, quantity: 2 }])).rejects.toMatchObject({ code: 'invalid' });
    const rest = [0, 1].map((position) => ({ position, quantity: position === 0 ? 1 : 3 }));
    await expect(cancelPart(shop, id, rest)).rejects.toThrow('Cancel the whole order');
    await moveOrder(shop, id, 'shipped');
    expect(await mail('order_shipped')).toContain('Please pay the courier ₹2,399.50 in cash.');
    expect(await mail('order_shipped')).toMatch(/Total now\W+₹2,399\.50/);
    await moveOrder(shop, id, 'delivered');
    expect(await amounts()).toMatchObject({ paidPaise: total - KURTA_PAISE, toPayPaise: 0 });
    await expect(cancelPart(shop, id, [{ position: 0, quantity: 1 }])).rejects.toMatchObject({ code: 'conflict' });
  });

  test('each part of an online order is refunded once, and never more than was paid', async () => {
    const { shop, id, total, order, amounts, refund, sentRefunds, dueAmounts, mail } = await placedOrder('razorpay');
    await cancelPart(shop, id, [{ position: 1, quantity: 1 }]);
    expect(await dueAmounts()).toEqual([SCARF_PAISE]);
    razorpay.isResponseLost = true;
    await expect(refund()).rejects.toMatchObject({ code: 'busy' });
    razorpay.isResponseLost = false;
    await Promise.allSettled([refund(), refund()]);
    expect(sentRefunds().map(({ amount }) => amount)).toEqual([SCARF_PAISE]);
    // A second refund of the same amount is not mistaken for the first.
    await cancelPart(shop, id, [{ position: 1, quantity: 1 }]);
    await refund();
    expect(sentRefunds().map(({ amount }) => amount)).toEqual([SCARF_PAISE, SCARF_PAISE]);
    expect((await order()).payment_status).toBe('paid');
    await moveOrder(shop, id, 'delivered');
    await refundPart(shop, id, { paise: 10_000 }, 'A loose button');
    await expect(refundPart(shop, id, { paise: 10_000 }, 'A loose button')).rejects.toMatchObject({ code: 'conflict' });
    await refund();
    await expect(refundPart(shop, id, { paise: total }, 'Too much')).rejects.toMatchObject({ code: 'invalid' });
    await refundPart(shop, id, { paise: (await amounts()).totalPaise }, 'Lost');
    await refund();
    expect(sentRefunds().reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
    expect((await order()).payment_status).toBe('refunded');
    expect(await mail('order_refunded')).toContain('It goes back the way you paid');
    await expect(refund()).rejects.toMatchObject({ code: 'conflict' });
  });

  test('refunds made on the gateway’s page are applied: too low, not due, reported twice, not reported, and failed later', async () => {
    const { shop, id, total, amounts, refund, sentRefunds, refundAtGateway, dueAmounts } =
      await placedOrder('razorpay');
    await cancelPart(shop, id, [{ position: 0, quantity: 1 }]);
    await refundAtGateway(50_000);
    await refundAtGateway(50_000, 'refund.created');
    expect(await dueAmounts()).toEqual([KURTA_PAISE - 50_000]);
    // The webhook of this refund was lost, but the shop finds the refund before sending another.
    razorpay.refunds.push({ ...required(sentRefunds()[0]), id: `rfnd_${id}_lost`, amount: 20_000 });
    await refund();
    expect(sentRefunds().map(({ amount }) => amount)).toEqual([50_000, 20_000, KURTA_PAISE - 70_000]);
    await moveOrder(shop, id, 'shipped');
    await refundAtGateway(12_345);
    expect(await amounts()).toMatchObject({ totalPaise: total - KURTA_PAISE - 12_345 });
    expect((await creditsOf(shop.db.write, id)).at(-1)).toMatchObject({
      kind: 'refund',
      note_number: 'CN/26-27/000001',
    });
    await refundAtGateway(12_345, 'refund.failed');
    expect(await dueAmounts()).toEqual([12_345]);
  });

  test('a refused cash parcel is not charged; undamaged items are restocked, and the customer is emailed', async () => {
    const { shop, id, order, amounts, stock, mail, dueAmounts } = await placedOrder();
    await moveOrder(shop, id, 'shipped');
    await moveOrder(shop, id, 'out_for_delivery');
    await recordReturn(shop, id, { spoilt: [1] });
    expect(await order()).toMatchObject({ order_status: 'returned', payment_status: 'failed', delivered_at: null });
    expect(await amounts()).toMatchObject({ totalPaise: 0, paidPaise: 0, toPayPaise: 0 });
    expect(await dueAmounts()).toEqual([]);
    expect(await stock()).toMatchObject({ 'test-kurta': { stock: 5 }, 'test-scarf': { stock: 47 } });
    const text = await mail('order_refused');
    expect(text).toContain('has come back to us');
    expect(text).toContain('Nothing was charged.');
    expect(text).not.toContain('refunded');
    const ledger = await shop.db.write.selectFrom('stock_ledger').selectAll().where('order_id', '=', id).execute();
    expect(ledger.filter(({ note }) => note === 'can’t be sold again').map(({ change }) => change)).toEqual([-3]);
    await expect(recordReturn(shop, id)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('the items of a returned paid parcel are refunded, but the delivery charge only on request', async () => {
    const twoScarves: [string, number][] = [['test-scarf', 2]];
    const { shop, id, total, order, dueAmounts, mail } = await placedOrder('razorpay', twoScarves);
    await moveOrder(shop, id, 'in_transit');
    await moveOrder(shop, id, 'returned');
    const delivery = (await order()).delivery_paise;
    expect(delivery).toBeGreaterThan(0);
    expect(await order()).toMatchObject({ order_status: 'returned', payment_status: 'refund_due' });
    expect(await dueAmounts()).toEqual([total - delivery]);
    expect(await mail('order_refused')).toContain('Your payment will be refunded');
    const other = await placedOrder('razorpay', twoScarves);
    await moveOrder(other.shop, other.id, 'shipped');
    await recordReturn(other.shop, other.id, { withDelivery: true });
    expect(await other.dueAmounts()).toEqual([other.total]);
  });

  test('items of a cash order returned piece by piece are refunded manually', async () => {
    const { shop, id, order, dueAmounts, refund, stock, mail } = await placedOrder();
    await moveOrder(shop, id, 'delivered');
    await recordReturn(shop, id, { lines: [{ position: 0, quantity: 1 }] });
    expect(await order()).toMatchObject({ order_status: 'delivered', payment_status: 'paid' });
    expect((await stock())['test-kurta']?.stock).toBe(4);
    await expect(refund()).rejects.toThrow(/refunded manually/);
    await refund(true);
    expect(await mail('order_refunded')).toContain('UPI ID or bank account');
    expect(await mail('order_returned')).toContain('we will ask you for its details');
    await recordReturn(shop, id, { spoilt: true });
    expect(await order()).toMatchObject({ order_status: 'returned', payment_status: 'refund_due' });
    expect((await stock())['test-kurta']?.stock).toBe(4);
    expect((await dueAmounts()).length).toBe(1);
  });

  test('concurrent cancellations never cancel more pieces than the line has', async () => {
    const { shop, id, amounts, stock } = await placedOrder();
    const line = [{ position: 0, quantity: 1 }];
    await Promise.allSettled([cancelPart(shop, id, line), cancelPart(shop, id, line), cancelPart(shop, id, line)]);
    expect((await amounts()).lines[0]?.quantity).toBe(0);
    expect((await stock())['test-kurta']?.stock).toBe(5);
    await cancelOrder(shop, id, 'customer');
    expect((await amounts()).totalPaise).toBe(0);
    expect((await stock())['test-scarf']?.stock).toBe(50);
  });
});

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the refund is missing');
  return value;
}
