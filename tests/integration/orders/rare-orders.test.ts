import { expect, test } from 'vitest';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { applyCoupon } from '#lib/sales/cart/cart-coupon.server.ts';
import { recordReturn, refundPart } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { dueRefunds, recordGatewayRefund } from '#lib/sales/orders/credits/settle-refunds.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { settlePayment } from '#lib/sales/payments/settle-payment.server.ts';
import { ONE_USE_COUPON } from '#support/coupon-row.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

onBothEngines('a rare kind of order', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const readOrder = (id: string) =>
      db.write.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const readRefunds = () => db.write.selectFrom('refund').selectAll().orderBy('created_at').orderBy('id').execute();
    const readEvents = async (id: string) =>
      (await db.write.selectFrom('order_event').selectAll().where('order_id', '=', id).orderBy('id').execute()).map(
        ({ kind, detail }) => `${kind}: ${detail}`,
      );
    /** Places and pays an order for two scarves for ₹600 with delivery for ₹39. */
    async function placePaidOrder() {
      const order = await fixture.place(await fixture.cartOf(['test-scarf', 2]), { payment: 'test' });
      const pay = (reference: string) =>
        settlePayment(fixture.shop, {
          orderId: order.id,
          provider: 'test',
          eventId: `${order.id} ${reference}`,
          outcome: 'paid',
          amountPaise: order.total_paise,
          reference,
        });
      await pay('pay_1');
      return { order, pay };
    }
    return { ...fixture, db, readOrder, readRefunds, readEvents, placePaidOrder };
  }

  test('that costs nothing is placed and paid immediately', async () => {
    const { db, shop, place, cartOf, readOrder, readRefunds, mails } = await setUp();
    await db.write.insertInto('coupon').values(ONE_USE_COUPON).execute();
    await db.write.updateTable('variant').set({ price_paise: 0 }).where('sku', '=', 'TS').execute();
    const owner = await cartOf(['test-scarf', 1]);
    await applyCoupon(shop, owner, ONE_USE_COUPON.code);
    const { id, created_at } = await place(owner, { payment: 'test' });
    expect(await readOrder(id)).toMatchObject({
      total_paise: 0,
      order_status: 'placed',
      payment_status: 'paid',
      paid_at: created_at,
      hold_until: null,
    });
    expect(await mails('order_placed')).toHaveLength(1);
    await cancelOrder(shop, id, 'customer');
    expect(await readRefunds()).toEqual([]);
    const { uses_left } = await db.write.selectFrom('coupon').select('uses_left').executeTakeFirstOrThrow();
    expect(uses_left).toBe(1);
  });

  test('that was paid but refused at the door is charged for delivery unless the shop was at fault', async () => {
    const { shop, placePaidOrder } = await setUp();
    const firstOrder = await placePaidOrder();
    await moveOrder(shop, firstOrder.order.id, 'shipped');
    expect((await recordReturn(shop, firstOrder.order.id)).amounts.totalPaise).toBe(3_900);
    const secondOrder = await placePaidOrder();
    await moveOrder(shop, secondOrder.order.id, 'shipped');
    expect((await recordReturn(shop, secondOrder.order.id, { withDelivery: true })).amounts.totalPaise).toBe(0);
  });

  test('with all items returned can still be credited with the delivery charge', async () => {
    const { shop, placePaidOrder } = await setUp();
    const { order } = await placePaidOrder();
    await moveOrder(shop, order.id, 'delivered');
    const { order: returnedOrder } = await recordReturn(shop, order.id);
    expect(returnedOrder).toMatchObject({ order_status: 'returned' });
    await shop.db.write.updateTable('refund').set({ state: 'sent' }).execute();
    const { credit, amounts } = await refundPart(shop, order.id, { paise: 3_900 }, 'It came late.');
    expect(credit).toMatchObject({ lines: [], total_paise: 3_900, owed_paise: 3_900 });
    expect(amounts.totalPaise).toBe(0);
  });

  test('that was returned before the shop recorded refunds is due for a refund', async () => {
    const { db, shop, placePaidOrder, readOrder, readRefunds } = await setUp();
    const { order } = await placePaidOrder();
    const readDueRefundsAfter = async (change: object) => {
      await db.write.updateTable('orders').set(change).where('id', '=', order.id).execute();
      return dueRefunds(shop, await readOrder(order.id), 'gateway');
    };
    await expect(readDueRefundsAfter({ order_status: 'delivered' })).rejects.toThrow('No refund is due');
    await expect(readDueRefundsAfter({ order_status: 'returned', payment_status: 'failed' })).rejects.toThrow(
      'No refund is due',
    );
    const refundsDue = await readDueRefundsAfter({ payment_status: 'paid' });
    expect(refundsDue).toMatchObject([{ state: 'due', reason: 'returned', amount_paise: order.total_paise }]);
    expect((await readOrder(order.id)).payment_status).toBe('refund_due');
    await db.write.updateTable('refund').set({ state: 'sent' }).execute();
    await expect(readDueRefundsAfter({ payment_status: 'paid' })).rejects.toThrow('No refund is due');
    expect(await readRefunds()).toHaveLength(1);
  });

  test('with a second payment that the gateway refunded counts the refund only up to that amount', async () => {
    const { db, shop, placePaidOrder, readRefunds, readEvents } = await setUp();
    const { order, pay } = await placePaidOrder();
    await pay('pay_2');
    const report = {
      provider: 'test',
      reference: 'pay_2',
      refundId: 'rfnd_1',
      amountPaise: order.total_paise + 1_000,
    };
    expect(await recordGatewayRefund(shop, report)).toBe(true);
    expect(await recordGatewayRefund(shop, report)).toBe(false);
    expect(await readRefunds()).toMatchObject([
      { state: 'sent', amount_paise: order.total_paise, gateway_refund: 'rfnd_1' },
    ]);
    expect(await readEvents(order.id)).toContain('refund_not_due: rfnd_1: ₹10.00');
    expect(await db.write.selectFrom('order_credit').select('id').execute()).toEqual([]);
    expect(await recordGatewayRefund(shop, { ...report, reference: 'pay_of_another_shop' })).toBe(false);
  });

  test('with a gateway refund that can’t be counted records it only once, however often it is reported', async () => {
    const { shop, placePaidOrder, readEvents } = await setUp();
    const { order } = await placePaidOrder();
    const report = { provider: 'test', reference: 'pay_1', refundId: 'rfnd_1', amountPaise: order.total_paise };
    expect(await recordGatewayRefund(shop, report)).toBe(true);
    const reportNotDue = { ...report, refundId: 'rfnd_2', amountPaise: 1_000 };
    for (let n = 0; n < 3; n++) expect(await recordGatewayRefund(shop, reportNotDue)).toBe(false);
    const notes = (await readEvents(order.id)).filter((event) => event.startsWith('refund_not_due'));
    expect(notes).toEqual(['refund_not_due: rfnd_2: ₹10.00']);
  });

  test('that is cancelled after a partial refund by the gateway is due only for a refund of the rest', async () => {
    const { shop, placePaidOrder, readOrder, readRefunds } = await setUp();
    const { order } = await placePaidOrder();
    const report = { provider: 'test', reference: 'pay_1', refundId: 'rfnd_1', amountPaise: 5_000 };
    expect(await recordGatewayRefund(shop, report)).toBe(true);
    expect(await readRefunds()).toMatchObject([{ state: 'sent', amount_paise: 5_000, reason: 'refund' }]);
    expect((await readOrder(order.id)).payment_status).toBe('paid');
    await cancelOrder(shop, order.id, 'customer');
    const refundsDue = (await readRefunds()).filter(({ state }) => state === 'due');
    expect(refundsDue.map(({ amount_paise }) => amount_paise)).toEqual([order.total_paise - 5_000]);
  });

  test('that is unpaid uses up the limit of its network, but not that of a neighbouring one', async () => {
    const { shop, cartOf, place } = await setUp();
    const { holds } = shop.settings;
    holds.byNetwork = { ...holds.byNetwork, orders: 2 };
    const orderFrom = async (network: string, n: number) => {
      const owner = { ...(await cartOf(['test-scarf', 1])), networks: networksOf(network) };
      return place(owner, {
        payment: 'test',
        contact: { email: `a${network}${n}@example.in`.replaceAll(':', ''), mobile: '9876543210' },
      });
    };
    const networkOf = (n: number) => `2001:db8:1:${n}::1`;
    await orderFrom(networkOf(1), 1);
    await orderFrom(networkOf(1), 2);
    await expect(orderFrom(networkOf(1), 3)).rejects.toMatchObject({ code: 'too_many' });
    await orderFrom(networkOf(2), 1);
    await orderFrom(networkOf(2), 2);
  });
});
