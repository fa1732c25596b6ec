import pino from 'pino';
import { expect, test } from 'vitest';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';
import type { PaymentTerms } from '#lib/sales/cart/payment-terms/payment-terms.schema.ts';
import type { OrderInput } from '#lib/sales/checkout/order-rows.ts';
import { cashWithCouriers } from '#lib/sales/money-reports/courier-cash.server.ts';
import { collectedCash } from '#lib/sales/orders/admin/receive-cash.server.ts';
import { cancelPart, recordReturn, refundPart } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { refundsOf } from '#lib/sales/orders/credits/refunds.server.ts';
import { cancelOverdueOrders } from '#lib/sales/orders/holds/order-hold.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { linesOf } from '#lib/sales/orders/read-orders.server.ts';
import { orderAmounts } from '#lib/sales/orders/record/order-amounts.ts';
import { orderJson } from '#lib/sales/orders/record/order-json.ts';
import { creditsOf } from '#lib/sales/orders/record/read-credits.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { handleFrameForm, openFrame } from '#lib/sales/payments/frame.server.ts';
import type { FrameForm } from '#lib/sales/payments/frame-form.schema.ts';
import { paymentDue } from '#lib/sales/payments/payment-due.server.ts';
import { readPaymentStatus } from '#lib/sales/payments/payment-status.server.ts';
import { cashTerms, switchToCashOnDelivery } from '#lib/sales/payments/switch-payment.server.ts';
import { decideTestPayment } from '#lib/sales/payments/test-payment.server.ts';
import { priceText } from '#lib/shop/money/price-text.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { HOME, orderFixture } from '#support/order-fixture.ts';
import { amountOff, percentOff, setPaymentTerms } from '#support/payment-terms.ts';
import { setOwnerEmail } from '#support/set-owner-email.ts';

/** An address for which cash on delivery costs ₹29, and delivery costs ₹79. */
const MUMBAI = { ...HOME, pincode: '400001', city: 'Mumbai', state: 'Maharashtra' };
const FEE_PAISE = 2_900;

onBothEngines('an order’s payment method', (open) => {
  async function setUpOrder(terms: Partial<PaymentTerms>, input: Partial<OrderInput> = {}) {
    const db = await open();
    await stockGoods(db);
    await setPaymentTerms(db, terms);
    const fixture = orderFixture(db);
    const settings = readSettings({ SHOP_MODE: 'demo', SITE_URL: 'https://shop.example' });
    const shop = { ...fixture.shop, settings, log: pino({ level: 'silent' }) };
    const goods: Parameters<typeof fixture.cartOf> = [['test-scarf', 2]];
    const order = await fixture.place(await fixture.cartOf(...goods), { address: MUMBAI, ...input });
    const viewer = { token: trackToken(shop.secretKey, order.id) };
    const submit = async (form: Omit<FrameForm, 'orderId'>) => {
      fixture.clock.at += 1;
      const { next } = await handleFrameForm(shop, { orderId: order.id, ...form }, viewer, {});
      await shop.upstreams.settled();
      return next;
    };
    const payOnline = async () => {
      await submit({ method: 'test' });
      await submit({ outcome: 'approve' });
    };
    /** Reports another payment for the last attempt, whatever the current state of the order. */
    const reportPayment = () => decideTestPayment(shop, order.id, 'approve');
    const readOrder = () =>
      db.write.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
    const readState = async () => {
      const { order_status, payment_status, payment_method } = await readOrder();
      return `${order_status} ${payment_status} ${payment_method}`;
    };
    const readAmounts = async () =>
      orderAmounts(await readOrder(), await linesOf(db, order.id), await creditsOf(db.write, order.id));
    const readRefunds = async () =>
      (await refundsOf(db.write, order.id)).map(
        ({ provider, amount_paise, reason }) => `${provider} ${reason} ${amount_paise}`,
      );
    return {
      ...fixture,
      db,
      shop,
      order,
      viewer,
      submit,
      payOnline,
      reportPayment,
      readOrder,
      readState,
      readAmounts,
      readRefunds,
    };
  }

  const SWITCHABLE = { codToOnline: true };

  test('stays cash on delivery unless the owner has allowed other methods', async () => {
    const { shop, order, viewer, submit, readState, mails } = await setUpOrder({});
    expect(await paymentDue(shop, order)).toBeUndefined();
    expect(await openFrame(shop, order.id, viewer, { state: 'instead' })).toMatchObject({ state: 'done' });
    await submit({ method: 'test' });
    expect(await readState()).toBe('placed cod cod');
    const [mail] = await mails('order_placed');
    expect(mail?.text).not.toContain('online');
  });

  test('changes from cash only when the order is paid online', async () => {
    const { shop, order, viewer, submit, readOrder, readState, stock, mails } = await setUpOrder({
      ...SWITCHABLE,
      prepaidDiscount: percentOff(10),
    });
    const goodsPaise = order.subtotal_paise;
    const [mail] = await mails('order_placed');
    expect(mail?.text).toContain(`Pay online instead and save ₹${(FEE_PAISE + goodsPaise / 10) / 100}`);
    expect(mail?.text).toContain(`/checkout/payment/${order.id}?token=${viewer.token}&state=instead`);
    expect(await readPaymentStatus(shop, order.id, viewer)).toMatchObject({
      redirectPath: expect.stringContaining('placed=1'),
    });
    const page = await readPaymentStatus(shop, order.id, viewer, 'instead');
    expect(page.redirectPath).toBeUndefined();
    expect(page.due).toEqual({
      purpose: 'instead',
      amountPaise: order.total_paise - FEE_PAISE - goodsPaise / 10,
      discountPaise: goodsPaise / 10,
    });
    const stockBefore = await stock();
    await submit({ method: 'test' });
    expect(await readState()).toBe('placed cod cod');
    expect((await readOrder()).total_paise).toBe(order.total_paise);
    await submit({ outcome: 'decline' });
    expect(await readState()).toBe('placed cod cod');
    await submit({ outcome: 'approve' });
    expect(await readState()).toBe('placed paid test');
    const paidOrder = await readOrder();
    expect(paidOrder).toMatchObject({
      cod_fee_paise: 0,
      prepaid_discount_paise: goodsPaise / 10,
      discount_paise: goodsPaise / 10,
      delivery_paise: order.delivery_paise - FEE_PAISE,
      total_paise: order.total_paise - FEE_PAISE - goodsPaise / 10,
    });
    expect(paidOrder.tax_paise).toBeLessThan(order.tax_paise);
    expect(await stock()).toEqual(stockBefore);
    const [receivedMail] = await mails('order_payment_received');
    expect(receivedMail?.text).toContain('Discount for paying online');
    expect(receivedMail?.text).not.toContain('in cash');
  });

  test('keeps the discount with which the payment was started', async () => {
    const { db, submit, readOrder, readState, order } = await setUpOrder({
      ...SWITCHABLE,
      prepaidDiscount: amountOff(5_000),
    });
    await submit({ method: 'test' });
    await setPaymentTerms(db, { ...SWITCHABLE, prepaidDiscount: amountOff(100) });
    await submit({ outcome: 'approve' });
    expect(await readState()).toBe('placed paid test');
    expect((await readOrder()).total_paise).toBe(order.total_paise - FEE_PAISE - 5_000);
  });

  test('changes when the remaining amount is paid after items were removed', async () => {
    const { shop, order, payOnline, readAmounts, readState } = await setUpOrder({
      ...SWITCHABLE,
      prepaidDiscount: percentOff(7),
    });
    await cancelPart(shop, order.id, [{ position: 0, quantity: 1 }]);
    const remainingPaise = (await readAmounts()).lines[0]?.totalPaise ?? 0;
    await payOnline();
    expect(await readState()).toBe('placed paid test');
    const amountsAfter = await readAmounts();
    expect(amountsAfter).toMatchObject({ toPayPaise: 0, paidPaise: amountsAfter.totalPaise });
    expect(amountsAfter.lines[0]?.totalPaise).toBe(remainingPaise - Math.round(remainingPaise * 0.07));
    expect(amountsAfter.deliveryPaise).toBe(order.delivery_paise - FEE_PAISE);
  });

  test('does not change if the order changes before it is paid; the payment is refunded', async () => {
    const { shop, order, submit, readState, readRefunds } = await setUpOrder(SWITCHABLE);
    await submit({ method: 'test' });
    await cancelPart(shop, order.id, [{ position: 0, quantity: 1 }]);
    await submit({ outcome: 'approve' });
    expect(await readState()).toBe('placed cod cod');
    expect(await readRefunds()).toEqual([`test wrong_amount ${order.total_paise - FEE_PAISE}`]);
  });

  test.each(['shipped', 'delivered'] as const)('does not change once the order is %s', async (status) => {
    const { shop, order, viewer, submit, reportPayment, readRefunds, readOrder } = await setUpOrder(SWITCHABLE);
    await submit({ method: 'test' });
    await moveOrder(shop, order.id, status);
    expect(await openFrame(shop, order.id, viewer, { state: 'instead' })).toMatchObject({ state: 'done' });
    // The gateway's page was still open when the order was moved.
    await reportPayment();
    expect(await readRefunds()).toEqual([`test paid_at_door ${order.total_paise - FEE_PAISE}`]);
    expect((await readOrder()).payment_method).toBe('cod');
  });

  test('changes once: a second payment is refunded, and the first one is refunded after a cancellation', async () => {
    const { shop, order, payOnline, reportPayment, readRefunds, readState } = await setUpOrder(SWITCHABLE);
    await payOnline();
    await reportPayment();
    const paidPaise = order.total_paise - FEE_PAISE;
    expect(await readRefunds()).toEqual([`test paid_twice ${paidPaise}`]);
    await cancelOrder(shop, order.id, 'customer');
    expect(await readState()).toBe('cancelled refund_due test');
    expect(await readRefunds()).toEqual([`test paid_twice ${paidPaise}`, `test cancelled ${paidPaise}`]);
  });

  test('does not change if the cash order was cancelled meanwhile; the payment is refunded', async () => {
    const { shop, order, submit, reportPayment, readRefunds } = await setUpOrder(SWITCHABLE);
    await submit({ method: 'test' });
    await cancelOrder(shop, order.id, 'shop');
    await reportPayment();
    expect(await readRefunds()).toEqual([`test too_late ${order.total_paise - FEE_PAISE}`]);
  });

  test('changes with a warning email to the owner if the order is already packed', async () => {
    const { db, shop, order, submit, reportPayment, mails } = await setUpOrder(SWITCHABLE);
    await setOwnerEmail(shop);
    await submit({ method: 'test' });
    await db.write.updateTable('orders').set({ packed_at: 1 }).where('id', '=', order.id).execute();
    await reportPayment();
    const warning = (await mails()).find(({ text }) => text.includes('Print the label again'));
    expect(warning?.subject).toContain(order.number);
  });

  test('includes a discount if it is online; a switch to cash removes the discount', async () => {
    const prepaidDiscount = percentOff(10, 4_000);
    const { shop, order, readOrder } = await setUpOrder({ prepaidDiscount }, { payment: 'test' });
    expect(order).toMatchObject({ prepaid_discount_paise: 4_000, discount_paise: 4_000, cod_fee_paise: 0 });
    expect(await cashTerms(shop.db.write, shop, order)).toMatchObject({
      totalPaise: order.total_paise + 4_000 + FEE_PAISE,
      advancePaise: 0,
    });
    await switchToCashOnDelivery(shop, order.id);
    const cashOrder = await readOrder();
    expect(cashOrder).toMatchObject({ prepaid_discount_paise: 0, discount_paise: 0, cod_fee_paise: FEE_PAISE });
    expect(cashOrder.total_paise).toBe(order.total_paise + 4_000 + FEE_PAISE);
  });

  const ADVANCE: Partial<PaymentTerms> = { advance: { of: 'delivery', percent: 0, fromPaise: 0 } };

  test('can require an advance, for which the order waits; the rest is paid at the door', async () => {
    const { shop, order, submit, reportPayment, readOrder, readState, readAmounts, mails, db } =
      await setUpOrder(ADVANCE);
    const advancePaise = 7_900 + FEE_PAISE;
    expect(order).toMatchObject({ advance_paise: advancePaise, advance_paid: 0 });
    expect(await readState()).toBe('pending unpaid cod');
    expect(await paymentDue(shop, order)).toEqual({ purpose: 'advance', amountPaise: advancePaise, discountPaise: 0 });
    await submit({ method: 'test' });
    await reportPayment();
    expect(await readState()).toBe('placed cod cod');
    const restPaise = order.total_paise - advancePaise;
    expect(await readAmounts()).toMatchObject({ paidPaise: advancePaise, toPayPaise: restPaise });
    const [mail] = await mails('order_payment_received');
    expect(mail?.text).toContain(`Please pay the courier ${priceText(restPaise)} in cash.`);
    expect(orderJson(await readOrder(), await linesOf(db, order.id)).advance).toEqual({
      amount: advancePaise / 100,
      paid: true,
    });
    await moveOrder(shop, order.id, 'shipped');
    await moveOrder(shop, order.id, 'delivered');
    expect(await readOrder()).toMatchObject({ payment_status: 'paid', cash_due: 1 });
    expect((await collectedCash(db, [await readOrder()])).get(order.id)).toBe(restPaise);
    const [courier] = await cashWithCouriers(db);
    expect(courier?.paise).toBe(restPaise);
  });

  test('can require an advance; a second advance is refunded, and a late one takes the stock again', async () => {
    const { shop, order, submit, reportPayment, readRefunds, readState, clock, stock } = await setUpOrder(ADVANCE);
    await submit({ method: 'test' });
    clock.at += 31 * MINUTE_MS;
    expect(await cancelOverdueOrders(shop)).toBe(1);
    await reportPayment();
    expect(await readState()).toBe('placed cod cod');
    expect((await stock())['test-scarf']?.sold).toBe(2);
    await reportPayment();
    expect(await readRefunds()).toEqual([`test paid_twice ${order.advance_paise}`]);
  });

  test('can require an advance; a refund first reduces the amount due at the door, then the advance', async () => {
    const { shop, order, submit, reportPayment, readAmounts, readRefunds } = await setUpOrder(ADVANCE);
    await submit({ method: 'test' });
    await reportPayment();
    const restPaise = order.total_paise - order.advance_paise;
    await refundPart(shop, order.id, { paise: restPaise - 100 }, 'Goodwill');
    expect(await readAmounts()).toMatchObject({ toPayPaise: 100, paidPaise: order.advance_paise });
    expect(await readRefunds()).toEqual([]);
    await refundPart(shop, order.id, { paise: 500 }, 'Goodwill');
    expect(await readAmounts()).toMatchObject({ toPayPaise: 0, totalPaise: order.advance_paise - 400 });
    expect(await readRefunds()).toEqual(['test refund 400']);
  });

  test('can require an advance, from which only the delivery charge of a refused parcel is kept', async () => {
    const refusedParcel = await setUpOrder({ advance: { of: 'percent', percent: 50, fromPaise: 0 } });
    await refusedParcel.submit({ method: 'test' });
    await refusedParcel.reportPayment();
    await moveOrder(refusedParcel.shop, refusedParcel.order.id, 'shipped');
    await recordReturn(refusedParcel.shop, refusedParcel.order.id);
    const keptPaise = 7_900 + FEE_PAISE;
    expect(await refusedParcel.readAmounts()).toMatchObject({ totalPaise: keptPaise, toPayPaise: 0 });
    expect(await refusedParcel.readRefunds()).toEqual([
      `test refused ${refusedParcel.order.advance_paise - keptPaise}`,
    ]);
    expect(await refusedParcel.readState()).toBe('returned refund_due cod');

    const cancelledOrder = await setUpOrder(ADVANCE);
    await cancelledOrder.submit({ method: 'test' });
    await cancelledOrder.reportPayment();
    await cancelOrder(cancelledOrder.shop, cancelledOrder.order.id, 'customer');
    expect(await cancelledOrder.readRefunds()).toEqual([`test cancelled ${cancelledOrder.order.advance_paise}`]);
    expect(await cancelledOrder.readState()).toBe('cancelled refund_due cod');
  });

  test('can require an advance; if it can’t be paid online, no order is placed', async () => {
    const db = await open();
    await stockGoods(db);
    await setPaymentTerms(db, ADVANCE);
    const { place, cartOf, stock } = orderFixture(db, undefined, {
      ...readSettings({}),
      ...{ mode: 'live', razorpay: undefined },
    });
    const owner = await cartOf(['test-scarf', 2]);
    await expect(place(owner)).rejects.toThrow('Online payment is not available right now.');
    expect((await stock())['test-scarf']?.sold).toBe(0);
    expect(await db.write.selectFrom('orders').select('id').execute()).toEqual([]);
  });

  test('can require an advance; the rest can also be paid online, and a refund goes to both payments', async () => {
    const { shop, order, submit, reportPayment, readAmounts, readState, readRefunds } = await setUpOrder({
      ...SWITCHABLE,
      advance: { of: 'percent', percent: 50, fromPaise: 0 },
    });
    await submit({ method: 'test' });
    await reportPayment();
    const restPaise = order.total_paise - FEE_PAISE - order.advance_paise;
    await submit({ method: 'test' });
    await reportPayment();
    expect(await readState()).toBe('placed paid test');
    expect(await readAmounts()).toMatchObject({ paidPaise: order.total_paise - FEE_PAISE, toPayPaise: 0 });
    await cancelOrder(shop, order.id, 'customer');
    // The refunds for one cancellation have no defined order.
    const expectedRefunds = [`test cancelled ${order.advance_paise}`, `test cancelled ${restPaise}`];
    expect((await readRefunds()).toSorted()).toEqual(expectedRefunds.toSorted());
  });

  test('can require an advance; the buyer can still pay the whole order online, or change back to cash', async () => {
    const terms = { ...ADVANCE, prepaidDiscount: amountOff(3_000) };
    const { order, submit, readOrder, reportPayment, readState } = await setUpOrder(terms);
    await submit({ method: 'online' });
    expect(await readOrder()).toMatchObject({
      advance_paise: 0,
      payment_method: 'test',
      prepaid_discount_paise: 3_000,
    });
    expect((await readOrder()).total_paise).toBe(order.total_paise - FEE_PAISE - 3_000);
    await submit({ method: 'cod' });
    expect(await readOrder()).toMatchObject({
      ...{ advance_paise: order.advance_paise, prepaid_discount_paise: 0, total_paise: order.total_paise },
    });
    expect(await readState()).toBe('pending unpaid cod');
    await submit({ method: 'test' });
    await reportPayment();
    expect(await readState()).toBe('placed cod cod');
  });
});
