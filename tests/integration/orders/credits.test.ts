import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { formatOrder } from '#lib/sales/orders/commands/order-text.server.ts';
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

onBothEngines('partial credits', (open) => {
  /** Places an order, by default for two kurtas on line 1 and three scarves on line 2, with free delivery. */
  async function setUpOrder(
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
    const readOrder = () => findOrder(db, number);
    const { total_paise: totalPaise } = await readOrder();
    const deliverWebhook = ({ body, headers }: { body: Buffer; headers: Headers }) =>
      receiveWebhook(shop, 'razorpay', body, headers);
    let reference = '';
    if (payment === 'razorpay') {
      const gatewayPayment = razorpay.pay(
        await startGatewayPayment(shop, { ...(await readOrder()), amountPaise: totalPaise }, 'razorpay'),
        'captured',
      );
      reference = gatewayPayment.id;
      await deliverWebhook(razorpayWebhook('payment.captured', gatewayPayment));
    }
    const readAmounts = async () =>
      orderAmounts(await readOrder(), await linesOf(db, id), await creditsOf(db.write, id));
    const refund = async (isByHand = false) => refundOrder(shop, await readOrder(), isByHand ? 'hand' : 'gateway');
    const listSentRefunds = () =>
      razorpay.refunds.filter(({ payment_id, status }) => payment_id === reference && status !== 'failed');
    /** Adds a refund made on the gateway's page, unless the stand-in already has it, and delivers its webhook. */
    const refundAtGateway = async (amount: number, event = 'refund.processed') => {
      const baseEntity = {
        id: `rfnd_${id}_${amount}`,
        entity: 'refund',
        currency: 'INR',
        payment_id: reference,
      } as const;
      const status = event === 'refund.failed' ? 'failed' : 'processed';
      const entity: StandInRefund = { ...baseEntity, amount, status };
      if (!razorpay.refunds.some(({ id: knownId }) => knownId === entity.id)) razorpay.refunds.push(entity);
      await deliverWebhook(razorpayWebhook(event, entity));
    };
    const readDueAmounts = async () => (await refundsOf(db.write, id, 'due')).map(({ amount_paise }) => amount_paise);
    const readOrderText = async () => (await formatOrder(db, await readOrder())).join('\n');
    const readMailText = async (kind: string) => (await fixture.mails(kind)).at(-1)?.text ?? '';
    const reads = { readOrder, readAmounts, listSentRefunds, readDueAmounts, readOrderText, readMailText };
    return { ...fixture, ...reads, db, shop, id, totalPaise, refund, refundAtGateway };
  }

  test('that reduce a price can be for lines only after shipping, but for an amount also before', async () => {
    const { shop, id, readAmounts } = await setUpOrder();
    const line = { lines: [{ position: 1, quantity: 1 }] };
    await expect(refundPart(shop, id, line, 'Stained')).rejects.toMatchObject({ code: 'conflict' });
    await refundPart(shop, id, { paise: 100 }, 'A loose thread');
    await moveOrder(shop, id, 'shipped');
    await refundPart(shop, id, line, 'Stained');
    expect((await readAmounts()).lines).toMatchObject([{ quantity: 2 }, { quantity: 2 }]);
  });

  test('for a cancelled piece of a cash order reduce the amount due, and the piece is restocked', async () => {
    const { shop, id, totalPaise, readOrder, readAmounts, stock, readMailText, readOrderText, readDueAmounts } =
      await setUpOrder();
    await cancelPart(shop, id, [{ position: 0, quantity: 1 }], 'Torn at the seam');
    expect(await readAmounts()).toMatchObject({
      totalPaise: totalPaise - KURTA_PAISE,
      toPayPaise: totalPaise - KURTA_PAISE,
      paidPaise: 0,
    });
    expect((await readOrder()).order_status).toBe('placed');
    expect((await readOrder()).total_paise).toBe(totalPaise);
    expect((await stock())['test-kurta']?.stock).toBe(4);
    expect(await readDueAmounts()).toEqual([]);
    expect(await readMailText('order_partly_cancelled')).toMatch(
      /1 × Test Kurta[\s\S]*Torn at the seam[\s\S]*To pay at the door: ₹2,3/,
    );
    expect(await readOrderText()).toMatch(/Cancelled: −₹1,499\.50 \(line 1 restocked; Torn at the seam\)[\s\S]*NOW/);
    await expect(cancelPart(shop, id, [{ position: 0, quantity: 2 }])).rejects.toMatchObject({ code: 'invalid' });
    const allLines = [0, 1].map((position) => ({ position, quantity: position === 0 ? 1 : 3 }));
    await expect(cancelPart(shop, id, allLines)).rejects.toThrow('Cancel the whole order');
    await moveOrder(shop, id, 'shipped');
    expect(await readMailText('order_shipped')).toContain('Please pay the courier ₹2,399.50 in cash.');
    expect(await readMailText('order_shipped')).toMatch(/Total now\W+₹2,399\.50/);
    await moveOrder(shop, id, 'delivered');
    expect(await readAmounts()).toMatchObject({ paidPaise: totalPaise - KURTA_PAISE, toPayPaise: 0 });
    await expect(cancelPart(shop, id, [{ position: 0, quantity: 1 }])).rejects.toMatchObject({ code: 'conflict' });
  });

  test('for each part of an online order are refunded once, and never more than was paid', async () => {
    const { shop, id, totalPaise, readOrder, readAmounts, refund, listSentRefunds, readDueAmounts, readMailText } =
      await setUpOrder('razorpay');
    await cancelPart(shop, id, [{ position: 1, quantity: 1 }]);
    expect(await readDueAmounts()).toEqual([SCARF_PAISE]);
    razorpay.isResponseLost = true;
    await expect(refund()).rejects.toMatchObject({ code: 'busy' });
    razorpay.isResponseLost = false;
    await Promise.allSettled([refund(), refund()]);
    expect(listSentRefunds().map(({ amount }) => amount)).toEqual([SCARF_PAISE]);
    // A second refund of the same amount is not mistaken for the first refund.
    await cancelPart(shop, id, [{ position: 1, quantity: 1 }]);
    await refund();
    expect(listSentRefunds().map(({ amount }) => amount)).toEqual([SCARF_PAISE, SCARF_PAISE]);
    expect((await readOrder()).payment_status).toBe('paid');
    await moveOrder(shop, id, 'delivered');
    await refundPart(shop, id, { paise: 10_000 }, 'A loose button');
    await expect(refundPart(shop, id, { paise: 10_000 }, 'A loose button')).rejects.toMatchObject({ code: 'conflict' });
    await refund();
    await expect(refundPart(shop, id, { paise: totalPaise }, 'Too much')).rejects.toMatchObject({ code: 'invalid' });
    await refundPart(shop, id, { paise: (await readAmounts()).totalPaise }, 'Lost');
    await refund();
    expect(listSentRefunds().reduce((sum, { amount }) => sum + amount, 0)).toBe(totalPaise);
    expect((await readOrder()).payment_status).toBe('refunded');
    expect(await readMailText('order_refunded')).toContain('It goes back the way you paid');
    await expect(refund()).rejects.toMatchObject({ code: 'conflict' });
  });

  test('match refunds made on the gateway’s page, even if too low, not due, unreported or failed later', async () => {
    const { shop, id, totalPaise, readAmounts, refund, listSentRefunds, refundAtGateway, readDueAmounts } =
      await setUpOrder('razorpay');
    await cancelPart(shop, id, [{ position: 0, quantity: 1 }]);
    await refundAtGateway(50_000);
    await refundAtGateway(50_000, 'refund.created');
    expect(await readDueAmounts()).toEqual([KURTA_PAISE - 50_000]);
    // The webhook for this refund was lost, but the shop finds the refund before it sends another one.
    razorpay.refunds.push({ ...required(listSentRefunds()[0]), id: `rfnd_${id}_lost`, amount: 20_000 });
    await refund();
    expect(listSentRefunds().map(({ amount }) => amount)).toEqual([50_000, 20_000, KURTA_PAISE - 70_000]);
    await moveOrder(shop, id, 'shipped');
    await refundAtGateway(12_345);
    expect(await readAmounts()).toMatchObject({ totalPaise: totalPaise - KURTA_PAISE - 12_345 });
    expect((await creditsOf(shop.db.write, id)).at(-1)).toMatchObject({
      kind: 'refund',
      note_number: 'CN/26-27/000001',
    });
    await refundAtGateway(12_345, 'refund.failed');
    expect(await readDueAmounts()).toEqual([12_345]);
  });

  test('for a refused cash parcel charge nothing; intact items are restocked, and the customer is emailed', async () => {
    const { shop, id, readOrder, readAmounts, stock, readMailText, readDueAmounts } = await setUpOrder();
    await moveOrder(shop, id, 'shipped');
    await moveOrder(shop, id, 'out_for_delivery');
    await recordReturn(shop, id, { spoilt: [1] });
    expect(await readOrder()).toMatchObject({ order_status: 'returned', payment_status: 'failed', delivered_at: null });
    expect(await readAmounts()).toMatchObject({ totalPaise: 0, paidPaise: 0, toPayPaise: 0 });
    expect(await readDueAmounts()).toEqual([]);
    expect(await stock()).toMatchObject({ 'test-kurta': { stock: 5 }, 'test-scarf': { stock: 47 } });
    const text = await readMailText('order_refused');
    expect(text).toContain('has come back to us');
    expect(text).toContain('Nothing was charged.');
    expect(text).not.toContain('refunded');
    const ledger = await shop.db.write.selectFrom('stock_ledger').selectAll().where('order_id', '=', id).execute();
    expect(ledger.filter(({ note }) => note === 'can’t be sold again').map(({ change }) => change)).toEqual([-3]);
    await expect(recordReturn(shop, id)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('for a returned paid parcel include the items, but the delivery charge only if requested', async () => {
    const twoScarves: [string, number][] = [['test-scarf', 2]];
    const { shop, id, totalPaise, readOrder, readDueAmounts, readMailText } = await setUpOrder('razorpay', twoScarves);
    await moveOrder(shop, id, 'in_transit');
    await moveOrder(shop, id, 'returned');
    const deliveryPaise = (await readOrder()).delivery_paise;
    expect(deliveryPaise).toBeGreaterThan(0);
    expect(await readOrder()).toMatchObject({ order_status: 'returned', payment_status: 'refund_due' });
    expect(await readDueAmounts()).toEqual([totalPaise - deliveryPaise]);
    expect(await readMailText('order_refused')).toContain('Your payment will be refunded');
    const otherOrder = await setUpOrder('razorpay', twoScarves);
    await moveOrder(otherOrder.shop, otherOrder.id, 'shipped');
    await recordReturn(otherOrder.shop, otherOrder.id, { withDelivery: true });
    expect(await otherOrder.readDueAmounts()).toEqual([otherOrder.totalPaise]);
  });

  test('for pieces returned from a cash order are refunded manually', async () => {
    const { shop, id, readOrder, readDueAmounts, refund, stock, readMailText } = await setUpOrder();
    await moveOrder(shop, id, 'delivered');
    await recordReturn(shop, id, { lines: [{ position: 0, quantity: 1 }] });
    expect(await readOrder()).toMatchObject({ order_status: 'delivered', payment_status: 'paid' });
    expect((await stock())['test-kurta']?.stock).toBe(4);
    await expect(refund()).rejects.toThrow(/refunded manually/);
    await refund(true);
    expect(await readMailText('order_refunded')).toContain('UPI ID or bank account');
    expect(await readMailText('order_returned')).toContain('we will ask you for its details');
    await recordReturn(shop, id, { spoilt: true });
    expect(await readOrder()).toMatchObject({ order_status: 'returned', payment_status: 'refund_due' });
    expect((await stock())['test-kurta']?.stock).toBe(4);
    expect((await readDueAmounts()).length).toBe(1);
  });

  test('never cancel more pieces than the line has, even if they are concurrent', async () => {
    const { shop, id, readAmounts, stock } = await setUpOrder();
    const line = [{ position: 0, quantity: 1 }];
    await Promise.allSettled([cancelPart(shop, id, line), cancelPart(shop, id, line), cancelPart(shop, id, line)]);
    expect((await readAmounts()).lines[0]?.quantity).toBe(0);
    expect((await stock())['test-kurta']?.stock).toBe(5);
    await cancelOrder(shop, id, 'customer');
    expect((await readAmounts()).totalPaise).toBe(0);
    expect((await stock())['test-scarf']?.stock).toBe(50);
  });
});

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The refund is missing.');
  return value;
}
