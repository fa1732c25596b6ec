import { expect, test } from 'vitest';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';
import { addToCart } from '#lib/sales/cart/add-to-cart.server.ts';
import { releaseHold, renewHold } from '#lib/sales/orders/holds/order-hold.server.ts';
import { cancelOverdueOrders } from '#lib/sales/orders/holds/sweep-holds.server.ts';
import { cancelOrder } from '#lib/sales/orders/move-order.server.ts';
import { settlePayment } from '#lib/sales/payments/settle-payment.server.ts';
import { switchToCashOnDelivery } from '#lib/sales/payments/switch-payment.server.ts';
import { addManyProducts, BulkBuyer, countInStock } from '#support/bulk-buyer.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

const PRODUCTS = 460;
const { holds } = readSettings({});

onBothEngines('unpaid orders of a malicious buyer', (open) => {
  async function setUpAttack() {
    const db = await open();
    await addManyProducts(db, PRODUCTS, 4);
    const fixture = orderFixture(db);
    return { ...fixture, db, buyer: new BulkBuyer(db, fixture) };
  }

  test('from one network hold no more scarce lines than the limit of a network', async () => {
    const { db, buyer } = await setUpAttack();
    await buyer.orderAsMuchAsPossible(
      () => '198.51.100.7',
      (n) => `buyer-${n}@example.in`,
    );
    expect(PRODUCTS - (await countInStock(db))).toBeLessThanOrEqual(holds.byNetwork.scarceLines);
    expect(buyer.refused).toBeGreaterThanOrEqual(5);
  });

  test('with one email address hold no more scarce lines than the limit of an address, from any network', async () => {
    const { db, buyer } = await setUpAttack();
    await buyer.orderAsMuchAsPossible(
      (n) => `198.51.100.${n}`,
      () => 'buyer@example.in',
    );
    expect(PRODUCTS - (await countInStock(db))).toBeLessThanOrEqual(holds.byEmail.scarceLines);
    expect(buyer.refused).toBeGreaterThanOrEqual(5);
  });

  test('from all networks of a /48 together hold four times the limit of one', async () => {
    const { db, shop, buyer } = await setUpAttack();
    shop.settings.holds = { ...holds, byNetwork: { ...holds.byNetwork, scarceLines: 5 } };
    for (let n = 0; n < 40; n++)
      await buyer.placeLargeOrder(5, `buyer-${n}@example.in`, `2001:db8:7:${(n << 8).toString(16)}::1`);
    expect(PRODUCTS - (await countInStock(db))).toBe(20);
  });

  test('can’t exceed the daily limit, to which expired orders count', async () => {
    const { db, shop, clock, buyer } = await setUpAttack();
    shop.settings.holds = { ...holds, byNetwork: { ...holds.byNetwork, scarceLinesADay: 30 } };
    for (let round = 0; round < 4; round++) {
      await buyer.placeLargeOrder(20, `round-${round}@example.in`, '198.51.100.7');
      await buyer.placeLargeOrder(10, `again-${round}@example.in`, '198.51.100.7');
      clock.at += holds.scarceHoldMs;
      await cancelOverdueOrders(shop);
      expect(await countInStock(db)).toBe(PRODUCTS);
    }
    expect(buyer.orders).toBe(3);
  });

  test('hold no more scarce lines than the limit when they are placed concurrently', async () => {
    const { db, buyer } = await setUpAttack();
    const attempts = Array.from({ length: 12 }, (_, n) =>
      buyer.placeLargeOrder(5, `buyer-${n}@example.in`, '198.51.100.7', n * 5),
    );
    await Promise.all(attempts);
    expect(PRODUCTS - (await countInStock(db))).toBeLessThanOrEqual(holds.byNetwork.scarceLines);
  });

  test('don’t prevent cash on delivery, which has a daily limit', async () => {
    const { place, cartOf, shop } = await setUpAttack();
    shop.settings.holds = { ...holds, byEmail: { ...holds.byEmail, orders: 1, scarceLinesADay: 2 } };
    const order = (n: number, payment: 'cod' | 'test', quantity = 1) =>
      cartOf([`goods-${n}`, quantity]).then((owner) =>
        place({ ...owner, networks: networksOf('203.0.113.9') }, { payment }),
      );
    await order(0, 'test');
    await expect(order(1, 'test')).rejects.toMatchObject({ code: 'too_many', message: /cash on delivery/ });
    await order(1, 'cod');
    await order(2, 'cod', 4);
    await order(3, 'cod', 4);
    await expect(order(4, 'cod', 4)).rejects.toMatchObject({ code: 'too_many' });
    await order(4, 'cod');
  });
});

onBothEngines('the hold of a regular buyer', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const row = (id: string) =>
      db.write.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const state = async (id: string) => {
      const { order_status, payment_status, stock_held } = await row(id);
      return `${order_status} ${payment_status} ${stock_held}`;
    };
    const pay = async (id: string) =>
      settlePayment(fixture.shop, {
        orderId: id,
        provider: 'test',
        eventId: `evt-${id}`,
        outcome: 'paid',
        amountPaise: (await row(id)).total_paise,
        reference: `pay-${id}`,
      });
    const kurtaStock = async () => (await fixture.stock())['test-kurta'];
    return { ...fixture, db, row, state, pay, kurtaStock };
  }

  test('lasts half an hour, and ten minutes for scarce lines', async () => {
    const { place, cartOf } = await setUp();
    const common = await place(await cartOf(['test-kurta', 2]), { payment: 'test' });
    expect((common.hold_until ?? 0) - common.created_at).toBe(30 * MINUTE_MS);
    const last = await place(await cartOf(['test-kurta', 2]), { payment: 'test' });
    expect((last.hold_until ?? 0) - last.created_at).toBe(10 * MINUTE_MS);
  });

  test('ends when the buyer leaves the payment page, and starts again on return', async () => {
    const { place, cartOf, shop, state, kurtaStock } = await setUp();
    const { id } = await place(await cartOf(['test-kurta', 4]), { payment: 'test' });
    expect(await releaseHold(shop, id)).toBe(true);
    expect(await releaseHold(shop, id)).toBe(false);
    expect([await state(id), await kurtaStock()]).toEqual(['pending unpaid 0', { stock: 5, sold: 0 }]);
    await Promise.all([renewHold(shop, id), renewHold(shop, id)]);
    expect([await state(id), await kurtaStock()]).toEqual(['pending unpaid 1', { stock: 1, sold: 4 }]);
    await releaseHold(shop, id);
    await switchToCashOnDelivery(shop, id);
    expect([await state(id), await kurtaStock()]).toEqual(['placed cod 1', { stock: 1, sold: 4 }]);
    expect(await releaseHold(shop, id)).toBe(false);
  });

  test('is renewed by a late payment', async () => {
    const { place, cartOf, shop, state, pay, kurtaStock } = await setUp();
    const { id } = await place(await cartOf(['test-kurta', 4]), { payment: 'test' });
    await releaseHold(shop, id);
    const results = await Promise.all([pay(id), releaseHold(shop, id), renewHold(shop, id).catch(() => {})]);
    expect(results[0].settlement).toBe('paid');
    expect([await state(id), await kurtaStock()]).toEqual(['placed paid 1', { stock: 1, sold: 4 }]);
  });

  test('a late payment for sold stock is due for a refund, and the coupon is released', async () => {
    const { db, place, cartOf, shop, state, pay, kurtaStock, mails } = await setUp();
    const { id } = await place(await cartOf(['test-kurta', 4]), { payment: 'test' });
    await db.write
      .insertInto('coupon_use')
      .values({ code: 'ONCE', order_id: id, email: 'a@b.in', used_at: 0 })
      .execute();
    await releaseHold(shop, id);
    await place(await cartOf(['test-kurta', 3]));
    await expect(renewHold(shop, id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(switchToCashOnDelivery(shop, id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await state(id)).toBe('pending unpaid 0');
    expect((await pay(id)).settlement).toBe('too_late');
    expect([await state(id), await kurtaStock()]).toEqual(['cancelled refund_due 0', { stock: 2, sold: 3 }]);
    expect(await db.write.selectFrom('coupon_use').selectAll().execute()).toEqual([]);
    expect(await mails('order_too_late')).toHaveLength(1);
  });

  test('an order without held stock expires, and no stock is restored twice', async () => {
    const { place, cartOf, shop, clock, state, kurtaStock } = await setUp();
    const first = await place(await cartOf(['test-kurta', 2]), { payment: 'test' });
    const second = await place(await cartOf(['test-kurta', 2]), { payment: 'test' });
    await releaseHold(shop, first.id);
    await releaseHold(shop, second.id);
    await cancelOrder(shop, second.id, 'customer');
    clock.at += 30 * MINUTE_MS;
    await expect(renewHold(shop, first.id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await cancelOverdueOrders(shop)).toBe(1);
    expect([await state(first.id), await state(second.id)]).toEqual(['cancelled failed 0', 'cancelled failed 0']);
    expect(await kurtaStock()).toEqual({ stock: 5, sold: 0 });
  });

  test('a new order takes over the hold of the last one; both can be paid', async () => {
    const { place, cartOf, shop, state, pay, kurtaStock } = await setUp();
    const owner = await cartOf(['test-kurta', 3]);
    const first = await place(owner, { payment: 'test' });
    const variant = await variantOf(shop.db, 'test-kurta');
    await addToCart(shop, owner, { product: 'test-kurta', quantity: 2, variant });
    const second = await place(owner, { payment: 'test' });
    expect([await state(first.id), await state(second.id)]).toEqual(['pending unpaid 0', 'pending unpaid 1']);
    expect(await kurtaStock()).toEqual({ stock: 3, sold: 2 });
    await renewHold(shop, first.id);
    expect([await state(first.id), await state(second.id)]).toEqual(['pending unpaid 1', 'pending unpaid 0']);
    expect((await pay(first.id)).settlement).toBe('paid');
    expect((await pay(second.id)).settlement).toBe('paid');
    expect(await kurtaStock()).toEqual({ stock: 0, sold: 5 });
  });
});
