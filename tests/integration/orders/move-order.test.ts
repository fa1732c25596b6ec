import { expect, test } from 'vitest';
import { refundsOf } from '#lib/sales/orders/credits/refunds.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { settlePayment } from '#lib/sales/payments/settle-payment.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

onBothEngines('moving an order', (open) => {
  async function setUpOrder(payment: 'cod' | 'test' = 'cod') {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const order = await fixture.place(await fixture.cartOf(['test-kurta', 2], ['test-cloth', 2]), { payment });
    if (payment === 'test') {
      const report = { provider: 'test' as const, eventId: 'e', outcome: 'paid' as const, reference: 'p' };
      await settlePayment(fixture.shop, { ...report, orderId: order.id, amountPaise: order.total_paise });
    }
    return { ...fixture, db, id: order.id };
  }

  test('is possible only forwards, and emails the customer about shipping and delivery', async () => {
    const { shop, id, mails } = await setUpOrder();
    await moveOrder(shop, id, 'processing');
    await moveOrder(shop, id, 'shipped', { carrier: 'Blue Dart', trackingNumber: 'BD1' });
    await expect(moveOrder(shop, id, 'processing')).rejects.toMatchObject({ code: 'conflict' });
    const deliveredOrder = await moveOrder(shop, id, 'delivered');
    expect(deliveredOrder).toMatchObject({
      order_status: 'delivered',
      payment_status: 'paid',
      delivered_at: shop.now(),
    });
    await expect(moveOrder(shop, id, 'delivered')).rejects.toMatchObject({ code: 'conflict' });
    const kinds = (await mails()).map(({ kind }) => kind).sort();
    expect(kinds).toEqual(['order_delivered', 'order_placed', 'order_shipped']);
    expect((await mails('order_shipped'))[0]?.text).toContain('Blue Dart, tracking number BD1');
  });

  test('assigns the next invoice number only once, at shipping', async () => {
    const { db, shop, id, cartOf, place } = await setUpOrder();
    const cancelledOrder = await place(await cartOf(['test-scarf', 1]));
    await cancelOrder(shop, cancelledOrder.id, 'customer');
    const nextOrder = await place(await cartOf(['test-scarf', 1]));
    for (const to of ['shipped', 'delivered'] as const) await moveOrder(shop, id, to);
    await moveOrder(shop, nextOrder.id, 'shipped');
    const rows = await db.write.selectFrom('orders').select('invoice_number').orderBy('number').execute();
    expect(rows.map((row) => row.invoice_number)).toEqual(['TA/26-27/000001', null, 'TA/26-27/000002']);
  });

  test('succeeds only once if it is attempted concurrently', async () => {
    const { shop, id, mails } = await setUpOrder();
    const results = await Promise.allSettled([moveOrder(shop, id, 'shipped'), moveOrder(shop, id, 'shipped')]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await mails('order_shipped')).length).toBe(1);
  });

  test('to “cancelled” restores the stock only once, however often it is requested', async () => {
    const { shop, id, stock, mails } = await setUpOrder();
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => cancelOrder(shop, id, 'customer')));
    // All calls succeed, because an earlier response may have been lost.
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(4);
    await expect(cancelOrder(shop, id, 'shop')).rejects.toMatchObject({ code: 'conflict' });
    expect(await stock()).toMatchObject({
      'test-kurta': { stock: 5, sold: 0 },
      'test-cloth': { stock: 1250, sold: 0 },
    });
    expect((await mails('order_cancelled')).length).toBe(1);
    await expect(moveOrder(shop, id, 'shipped')).rejects.toMatchObject({ code: 'conflict' });
  });

  test('to “cancelled” is rejected after shipping', async () => {
    const { shop, id, stock } = await setUpOrder();
    await moveOrder(shop, id, 'shipped');
    await expect(cancelOrder(shop, id, 'customer')).rejects.toThrow('This order can no longer be cancelled.');
    expect((await stock())['test-kurta']).toEqual({ stock: 3, sold: 2 });
  });

  test('to “cancelled” makes the payment due for a refund, which the email announces', async () => {
    const { db, shop, id, mails } = await setUpOrder('test');
    const order = await cancelOrder(shop, id, 'shop');
    expect(order).toMatchObject({ payment_status: 'refund_due' });
    expect((await mails('order_cancelled'))[0]?.text).toContain('Your payment will be refunded.');
    expect(await refundsOf(db.write, id, 'due')).toMatchObject([
      { provider: 'test' as const, amount_paise: order.total_paise, reason: 'cancelled' },
    ]);
  });

  test('to “cancelled” makes the order’s coupon usable again', async () => {
    const { db, shop, cartOf, place } = await setUpOrder();
    const terms = { code: 'ONE', kind: 'fixed' as const, value: 5_000, minimum_paise: 0, active: 1, created_at: 0 };
    const limits = { starts_at: null, ends_at: null, uses_left: 1, per_customer: 1 };
    await db.write
      .insertInto('coupon')
      .values({ ...terms, ...limits })
      .execute();
    const createCartWithCoupon = async () => {
      const owner = await cartOf(['test-scarf', 1]);
      await db.write.updateTable('cart').set({ coupon_code: 'ONE' }).execute();
      return owner;
    };
    const order = await place(await createCartWithCoupon());
    expect(order.discount_paise).toBe(5_000);
    await cancelOrder(shop, order.id, 'customer');
    expect((await place(await createCartWithCoupon())).discount_paise).toBe(5_000);
  });
});
