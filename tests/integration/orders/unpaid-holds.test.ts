import { expect, test } from 'vitest';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';
import { addToCart } from '#lib/sales/cart/add-to-cart.server.ts';
import { cancelOverdueOrders, releaseHold, renewHold } from '#lib/sales/orders/holds/order-hold.server.ts';
import { cancelOrder } from '#lib/sales/orders/move-order.server.ts';
import { settlePayment } from '#lib/sales/payments/settle-payment.server.ts';
import { switchToCashOnDelivery } from '#lib/sales/payments/switch-payment.server.ts';
import { addManyProducts, BulkBuyer, countVariantsInStock } from '#support/bulk-buyer.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

const PRODUCT_COUNT = 460;
const { holds } = readSettings({});

onBothEngines('unpaid orders by a malicious buyer', (open) => {
  async function setUpAttack() {
    const db = await open();
    await addManyProducts(db, PRODUCT_COUNT, 4);
    const fixture = orderFixture(db);
    return { ...fixture, db, buyer: new BulkBuyer(db, fixture) };
  }

  test('from one network hold no more scarce lines than the limit per network', async () => {
    const { db, buyer } = await setUpAttack();
    await buyer.orderAsMuchAsPossible(
      () => '198.51.100.7',
      (n) => `buyer-${n}@example.in`,
    );
    expect(PRODUCT_COUNT - (await countVariantsInStock(db))).toBeLessThanOrEqual(holds.byNetwork.scarceLines);
    expect(buyer.orders).toBeGreaterThan(0);
    expect(buyer.refusals).toBeGreaterThanOrEqual(5);
  });

  test('with one email address hold no more scarce lines than its limit, whatever the networks', async () => {
    const { db, buyer } = await setUpAttack();
    await buyer.orderAsMuchAsPossible(
      (n) => `198.51.100.${n}`,
      () => 'buyer@example.in',
    );
    expect(PRODUCT_COUNT - (await countVariantsInStock(db))).toBeLessThanOrEqual(holds.byEmail.scarceLines);
    expect(buyer.orders).toBeGreaterThan(0);
    expect(buyer.refusals).toBeGreaterThanOrEqual(5);
  });

  test('from all networks in a /48 together hold four times the limit per network', async () => {
    const { db, shop, buyer } = await setUpAttack();
    shop.settings.holds = { ...holds, byNetwork: { ...holds.byNetwork, scarceLines: 5 } };
    for (let n = 0; n < 40; n++)
      await buyer.placeLargeOrder(5, `buyer-${n}@example.in`, `2001:db8:7:${(n << 8).toString(16)}::1`);
    expect(PRODUCT_COUNT - (await countVariantsInStock(db))).toBe(20);
  });

  test('can’t exceed the daily limit, which includes expired orders', async () => {
    const { db, shop, clock, buyer } = await setUpAttack();
    shop.settings.holds = { ...holds, byNetwork: { ...holds.byNetwork, scarceLinesADay: 30 } };
    for (let round = 0; round < 4; round++) {
      await buyer.placeLargeOrder(20, `round-${round}@example.in`, '198.51.100.7');
      await buyer.placeLargeOrder(10, `again-${round}@example.in`, '198.51.100.7');
      clock.at += holds.scarceHoldMs;
      await cancelOverdueOrders(shop);
      expect(await countVariantsInStock(db)).toBe(PRODUCT_COUNT);
    }
    expect(buyer.orders).toBe(3);
  });

  test('hold no more scarce lines than the limit even if they are placed concurrently', async () => {
    const { db, buyer } = await setUpAttack();
    const attempts = Array.from({ length: 12 }, (_, n) =>
      buyer.placeLargeOrder(5, `buyer-${n}@example.in`, '198.51.100.7', n * 5),
    );
    await Promise.all(attempts);
    expect(buyer.orders).toBeGreaterThan(0);
    expect(PRODUCT_COUNT - (await countVariantsInStock(db))).toBeLessThanOrEqual(holds.byNetwork.scarceLines);
  });

  test('don’t prevent cash orders, which have a daily limit', async () => {
    const { place, cartOf, shop } = await setUpAttack();
    shop.settings.holds = { ...holds, byEmail: { ...holds.byEmail, orders: 1, scarceLinesADay: 2 } };
    const placeOrder = (n: number, payment: 'cod' | 'test', quantity = 1) =>
      cartOf([`goods-${n}`, quantity]).then((owner) =>
        place({ ...owner, networks: networksOf('203.0.113.9') }, { payment }),
      );
    await placeOrder(0, 'test');
    await expect(placeOrder(1, 'test')).rejects.toMatchObject({ code: 'too_many', message: /cash on delivery/ });
    await placeOrder(1, 'cod');
    await placeOrder(2, 'cod', 4);
    await placeOrder(3, 'cod', 4);
    await expect(placeOrder(4, 'cod', 4)).rejects.toMatchObject({ code: 'too_many' });
    await placeOrder(4, 'cod');
  });
});

onBothEngines('a regular buyer’s hold', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const readOrder = (id: string) =>
      db.write.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const readState = async (id: string) => {
      const { order_status, payment_status, stock_held } = await readOrder(id);
      return `${order_status} ${payment_status} ${stock_held}`;
    };
    const pay = async (id: string) =>
      settlePayment(fixture.shop, {
        orderId: id,
        provider: 'test',
        eventId: `evt-${id}`,
        outcome: 'paid',
        amountPaise: (await readOrder(id)).total_paise,
        reference: `pay-${id}`,
      });
    const readKurtaStock = async () => (await fixture.stock())['test-kurta'];
    return { ...fixture, db, readOrder, readState, pay, readKurtaStock };
  }

  test('lasts half an hour, or ten minutes for scarce lines', async () => {
    const { place, cartOf } = await setUp();
    const commonOrder = await place(await cartOf(['test-kurta', 2]), { payment: 'test' });
    expect((commonOrder.hold_until ?? 0) - commonOrder.created_at).toBe(30 * MINUTE_MS);
    const scarceOrder = await place(await cartOf(['test-kurta', 2]), { payment: 'test' });
    expect((scarceOrder.hold_until ?? 0) - scarceOrder.created_at).toBe(10 * MINUTE_MS);
  });

  test('ends when the buyer leaves the payment page, and starts again when they return', async () => {
    const { place, cartOf, shop, readState, readKurtaStock } = await setUp();
    const { id } = await place(await cartOf(['test-kurta', 4]), { payment: 'test' });
    expect(await releaseHold(shop, id)).toBe(true);
    expect(await releaseHold(shop, id)).toBe(false);
    expect([await readState(id), await readKurtaStock()]).toEqual(['pending unpaid 0', { stock: 5, sold: 0 }]);
    await Promise.all([renewHold(shop, id), renewHold(shop, id)]);
    expect([await readState(id), await readKurtaStock()]).toEqual(['pending unpaid 1', { stock: 1, sold: 4 }]);
    await releaseHold(shop, id);
    await switchToCashOnDelivery(shop, id);
    expect([await readState(id), await readKurtaStock()]).toEqual(['placed cod 1', { stock: 1, sold: 4 }]);
    expect(await releaseHold(shop, id)).toBe(false);
  });

  test('is renewed by a late payment', async () => {
    const { place, cartOf, shop, readState, pay, readKurtaStock } = await setUp();
    const { id } = await place(await cartOf(['test-kurta', 4]), { payment: 'test' });
    await releaseHold(shop, id);
    const results = await Promise.all([pay(id), releaseHold(shop, id), renewHold(shop, id).catch(() => {})]);
    expect(results[0].settlement).toBe('paid');
    expect([await readState(id), await readKurtaStock()]).toEqual(['placed paid 1', { stock: 1, sold: 4 }]);
  });

  test('can’t be renewed by a late payment for sold stock, which is refunded, and the coupon is released', async () => {
    const { db, place, cartOf, shop, readState, pay, readKurtaStock, mails } = await setUp();
    const { id } = await place(await cartOf(['test-kurta', 4]), { payment: 'test' });
    await db.write
      .insertInto('coupon_use')
      .values({ code: 'ONCE', order_id: id, email: 'a@b.in', used_at: 0 })
      .execute();
    await releaseHold(shop, id);
    await place(await cartOf(['test-kurta', 3]));
    await expect(renewHold(shop, id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(switchToCashOnDelivery(shop, id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await readState(id)).toBe('pending unpaid 0');
    expect((await pay(id)).settlement).toBe('too_late');
    expect([await readState(id), await readKurtaStock()]).toEqual(['cancelled refund_due 0', { stock: 2, sold: 3 }]);
    expect(await db.write.selectFrom('coupon_use').selectAll().execute()).toEqual([]);
    expect(await mails('order_too_late')).toHaveLength(1);
  });

  test('expires even if it was released before, and its stock is not restored twice', async () => {
    const { place, cartOf, shop, clock, readState, readKurtaStock } = await setUp();
    const firstOrder = await place(await cartOf(['test-kurta', 2]), { payment: 'test' });
    const secondOrder = await place(await cartOf(['test-kurta', 2]), { payment: 'test' });
    await releaseHold(shop, firstOrder.id);
    await releaseHold(shop, secondOrder.id);
    await cancelOrder(shop, secondOrder.id, 'customer');
    clock.at += 30 * MINUTE_MS;
    await expect(renewHold(shop, firstOrder.id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await cancelOverdueOrders(shop)).toBe(1);
    expect([await readState(firstOrder.id), await readState(secondOrder.id)]).toEqual([
      'cancelled failed 0',
      'cancelled failed 0',
    ]);
    expect(await readKurtaStock()).toEqual({ stock: 5, sold: 0 });
  });

  test('moves to the buyer’s next order for the same cart; both orders can be paid', async () => {
    const { place, cartOf, shop, readState, pay, readKurtaStock } = await setUp();
    const owner = await cartOf(['test-kurta', 3]);
    const firstOrder = await place(owner, { payment: 'test' });
    const variant = await variantOf(shop.db, 'test-kurta');
    await addToCart(shop, owner, { product: 'test-kurta', quantity: 2, variant });
    const secondOrder = await place(owner, { payment: 'test' });
    expect([await readState(firstOrder.id), await readState(secondOrder.id)]).toEqual([
      'pending unpaid 0',
      'pending unpaid 1',
    ]);
    expect(await readKurtaStock()).toEqual({ stock: 3, sold: 2 });
    await renewHold(shop, firstOrder.id);
    expect([await readState(firstOrder.id), await readState(secondOrder.id)]).toEqual([
      'pending unpaid 1',
      'pending unpaid 0',
    ]);
    expect((await pay(firstOrder.id)).settlement).toBe('paid');
    expect((await pay(secondOrder.id)).settlement).toBe('paid');
    expect(await readKurtaStock()).toEqual({ stock: 0, sold: 5 });
  });
});
