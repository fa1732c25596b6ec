import { expect, test } from 'vitest';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { applyCoupon } from '#lib/sales/cart/cart-coupon.server.ts';
import { recordReturn, refundPart } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { dueRefunds } from '#lib/sales/orders/credits/due-refunds.server.ts';
import { countGatewayRefund } from '#lib/sales/orders/credits/gateway-refunds.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { settlePayment } from '#lib/sales/payments/settle-payment.server.ts';
import { ONE_USE_COUPON } from '#support/coupon-row.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

onBothEngines('an order', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const row = (id: string) =>
      db.write.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const refunds = () => db.write.selectFrom('refund').selectAll().orderBy('created_at').orderBy('id').execute();
    const events = async (id: string) =>
      (await db.write.selectFrom('order_event').selectAll().where('order_id', '=', id).orderBy('id').execute()).map(
        ({ kind, detail }) => `${kind}: ${detail}`,
      );
    /** Two scarves for ₹600 and delivery for ₹39, paid online. */
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
    return { ...fixture, db, row, refunds, events, placePaidOrder };
  }

  test('that costs nothing is placed and paid immediately', async () => {
    const { db, shop, place, cartOf, row, refunds, mails } = await setUp();
    await db.write.insertInto('coupon').values(ONE_USE_COUPON).execute();
    await db.write.updateTable('variant').set({ price_paise: 0 }).where('sku', '=', 'TS').execute();
    const owner = await cartOf(['test-scarf', 1]);
    await applyCoupon(shop, owner, ONE_USE_COUPON.code);
    const { id, created_at } = await place(owner, { payment: 'test' });
    expect(await row(id)).toMatchObject({
      total_paise: 0,
      order_status: 'placed',
      payment_status: 'paid',
      paid_at: created_at,
      hold_until: null,
    });
    expect(await mails('order_placed')).toHaveLength(1);
    await cancelOrder(shop, id, 'customer');
    expect(await refunds()).toEqual([]);
    const { uses_left } = await db.write.selectFrom('coupon').select('uses_left').executeTakeFirstOrThrow();
    expect(uses_left).toBe(1);
  });

  test('that was paid and refused at the door keeps the delivery charge, unless the shop was at fault', async () => {
    const { shop, placePaidOrder } = await setUp();
    const first = await placePaidOrder();
    await moveOrder(shop, first.order.id, 'shipped');
    expect((await recordReturn(shop, first.order.id)).amounts.totalPaise).toBe(3_900);
    const second = await placePaidOrder();
    await moveOrder(shop, second.order.id, 'shipped');
    expect((await recordReturn(shop, second.order.id, { withDelivery: true })).amounts.totalPaise).toBe(0);
  });

  test('whose items were all returned can still be credited with the delivery charge', async () => {
    const { shop, placePaidOrder } = await setUp();
    const { order } = await placePaidOrder();
    await moveOrder(shop, order.id, 'delivered');
    const { order: returned } = await recordReturn(shop, order.id);
    expect(returned).toMatchObject({ order_status: 'returned' });
    await shop.db.write.updateTable('refund').set({ state: 'sent' }).execute();
    const { credit, amounts } = await refundPart(shop, order.id, { paise: 3_900 }, 'It came late.');
    expect(credit).toMatchObject({ lines: [], total_paise: 3_900, owed_paise: 3_900 });
    expect(amounts.totalPaise).toBe(0);
  });

  test('that was returned before the shop recorded refunds is due for a refund', async () => {
    const { db, shop, placePaidOrder, row, refunds } = await setUp();
    const { order } = await placePaidOrder();
    const dueRefundsAfter = async (change: object) => {
      await db.write.updateTable('orders').set(change).where('id', '=', order.id).execute();
      return dueRefunds(shop, await row(order.id), 'gateway');
    };
    await expect(dueRefundsAfter({ order_status: 'delivered' })).rejects.toThrow('No refund is due');
    await expect(dueRefundsAfter({ order_status: 'returned', payment_status: 'failed' })).rejects.toThrow(
      'No refund is due',
    );
    const due = await dueRefundsAfter({ payment_status: 'paid' });
    expect(due).toMatchObject([{ state: 'due', reason: 'returned', amount_paise: order.total_paise }]);
    expect((await row(order.id)).payment_status).toBe('refund_due');
    await db.write.updateTable('refund').set({ state: 'sent' }).execute();
    await expect(dueRefundsAfter({ payment_status: 'paid' })).rejects.toThrow('No refund is due');
    expect(await refunds()).toHaveLength(1);
  });

  test('counts a gateway’s refund of a second payment up to the amount of that payment', async () => {
    const { db, shop, placePaidOrder, refunds, events } = await setUp();
    const { order, pay } = await placePaidOrder();
    await pay('pay_2');
    const report = {
      provider: 'test',
      reference: 'pay_2',
      gatewayRefund: 'rfnd_1',
      amountPaise: order.total_paise + 1_000,
    };
    expect(await countGatewayRefund(shop, report)).toBe(true);
    expect(await countGatewayRefund(shop, report)).toBe(false);
    expect(await refunds()).toMatchObject([
      { state: 'sent', amount_paise: order.total_paise, gateway_refund: 'rfnd_1' },
    ]);
    expect(await events(order.id)).toContain('refund_not_due: rfnd_1: ₹10.00');
    expect(await db.write.selectFrom('order_credit').select('id').execute()).toEqual([]);
    expect(await countGatewayRefund(shop, { ...report, reference: 'pay_of_another_shop' })).toBe(false);
  });

  test('notes a gateway’s refund that can’t be counted only once, however often it is reported', async () => {
    const { shop, placePaidOrder, events } = await setUp();
    const { order } = await placePaidOrder();
    const report = { provider: 'test', reference: 'pay_1', gatewayRefund: 'rfnd_1', amountPaise: order.total_paise };
    expect(await countGatewayRefund(shop, report)).toBe(true);
    const notDue = { ...report, gatewayRefund: 'rfnd_2', amountPaise: 1_000 };
    for (let n = 0; n < 3; n++) expect(await countGatewayRefund(shop, notDue)).toBe(false);
    const notes = (await events(order.id)).filter((event) => event.startsWith('refund_not_due'));
    expect(notes).toEqual(['refund_not_due: rfnd_2: ₹10.00']);
  });

  test('that is cancelled after a refund by the gateway is due for a refund of the rest only', async () => {
    const { shop, placePaidOrder, row, refunds } = await setUp();
    const { order } = await placePaidOrder();
    const report = { provider: 'test', reference: 'pay_1', gatewayRefund: 'rfnd_1', amountPaise: 5_000 };
    expect(await countGatewayRefund(shop, report)).toBe(true);
    expect(await refunds()).toMatchObject([{ state: 'sent', amount_paise: 5_000, reason: 'refund' }]);
    expect((await row(order.id)).payment_status).toBe('paid');
    await cancelOrder(shop, order.id, 'customer');
    const due = (await refunds()).filter(({ state }) => state === 'due');
    expect(due.map(({ amount_paise }) => amount_paise)).toEqual([order.total_paise - 5_000]);
  });

  test('that is unpaid uses up the limit of its own network, but not of a neighbouring one', async () => {
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
