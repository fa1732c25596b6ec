import { expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { addToCart } from '#lib/sales/cart/add-to-cart.server.ts';
import { readCart } from '#lib/sales/cart/read-cart.server.ts';
import { ONE_USE_COUPON } from '#support/coupon-row.ts';
import { onBothEngines } from '#support/database.ts';
import { newCustomer, stockGoods, variantOf } from '#support/goods.ts';
import { HOME, orderFixture } from '#support/order-fixture.ts';

onBothEngines('placing an order', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    return { db, ...orderFixture(db) };
  }

  test('stores the prices, tax, stock, order number and email, and empties the cart', async () => {
    const { db, shop, cartOf, place, mails, stock } = await setUp();
    const owner = await cartOf(['test-kurta', 2], ['test-cloth', 2.25], ['test-scarf', 1]);
    const order = await place(owner, { note: 'Ring twice' });
    const cloth = Math.round((33_333 * 225) / 100);
    expect(order).toMatchObject({
      number: 'TA-2026-000001',
      order_status: 'placed',
      payment_status: 'cod',
      subtotal_paise: 2 * 149_950 + cloth + 30_000,
      discount_paise: 0,
      delivery_paise: 0,
      total_paise: 2 * 149_950 + cloth + 30_000,
      note: 'Ring twice',
      customer_id: null,
      hold_until: null,
    });
    expect(JSON.parse(order.address_json)).toEqual(HOME);
    const lines = await db.write.selectFrom('order_line').selectAll().where('order_id', '=', order.id).execute();
    expect(lines.map(({ name, quantity, price_paise }) => [name, quantity, price_paise])).toEqual([
      ['Test Kurta', 2, 149_950],
      ['Test Scarf', 1, 30_000],
      ['Test Cloth', 225, 33_333],
    ]);
    const tax = lines.reduce((sum, line) => sum + line.cgst_paise + line.sgst_paise, 0);
    expect(order.tax_paise).toBe(tax);
    expect(await stock()).toEqual({
      'test-kurta': { stock: 3, sold: 2 },
      'test-scarf': { stock: 49, sold: 1 },
      'test-cloth': { stock: 1025, sold: 225 },
    });
    expect((await readCart(shop, owner)).lines).toEqual([]);
    const [mail] = await mails();
    expect(mail).toMatchObject({ kind: 'order_placed', to_address: 'asha@example.in' });
    expect(mail?.text).toContain('2.25 m Test Cloth');
    expect(mail?.text).toContain('https://shop.example/orders/track/');
  });

  test('assigns consecutive order numbers', async () => {
    const { cartOf, place } = await setUp();
    const numbers = [];
    for (let n = 0; n < 3; n++) numbers.push((await place(await cartOf(['test-scarf', 1]))).number);
    expect(numbers).toEqual(['TA-2026-000001', 'TA-2026-000002', 'TA-2026-000003']);
  });

  test('charges IGST, delivery and the cash fee for an order to another state', async () => {
    const { db, cartOf, place } = await setUp();
    const address = { ...HOME, pincode: '400001', state: 'Maharashtra', city: 'Mumbai' };
    const order = await place(await cartOf(['test-scarf', 1]), { address });
    expect(order.delivery_paise).toBe(7_900 + 2_900);
    expect(order.total_paise).toBe(30_000 + 10_800);
    const [line] = await db.write.selectFrom('order_line').selectAll().execute();
    expect(line).toMatchObject({ cgst_paise: 0, sgst_paise: 0, igst_paise: 30_000 - 28_571, tax_rate_bp: 500 });
    const delivery = JSON.parse(order.delivery_tax_json);
    expect(delivery.taxablePaise + delivery.igstPaise).toBe(10_800);
    expect(order.tax_paise).toBe((line?.igst_paise ?? 0) + delivery.igstPaise);
  });

  test('uses the current price from the catalogue, and rejects an order with an older total', async () => {
    const { db, cartOf, place } = await setUp();
    const owner = await cartOf(['test-kurta', 1]);
    await db.write.updateTable('variant').set({ sale_price_paise: 160_000 }).where('sku', '=', 'TK-M').execute();
    await expect(place(owner, { total: 1499.5 })).rejects.toThrow(/price has changed/);
    expect((await place(owner, { total: 1600 })).subtotal_paise).toBe(160_000);
  });

  test('changes nothing if the order is rejected', async () => {
    const { db, shop, cartOf, place, mails, stock } = await setUp();
    const firstCart = await cartOf(['test-kurta', 4], ['test-cloth', 1]);
    const secondCart = await cartOf(['test-scarf', 1], ['test-kurta', 4]);
    await place(firstCart);
    const stockBefore = await stock();
    await expect(place(secondCart)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Kurta'),
    });
    expect(await stock()).toEqual(stockBefore);
    expect((await readCart(shop, secondCart)).lines.length).toBe(2);
    expect((await mails()).length).toBe(1);
    expect((await db.write.selectFrom('orders').select('id').execute()).length).toBe(1);
  });

  test('returns the same order for the same key, without repeating any step', async () => {
    const { cartOf, place, mails, stock } = await setUp();
    const owner = await cartOf(['test-scarf', 2]);
    const orders = await Promise.all(Array.from({ length: 8 }, () => place(owner, {}, 'key-1')));
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1);
    expect((await stock())['test-scarf']).toEqual({ stock: 48, sold: 2 });
    expect((await mails()).length).toBe(1);
  });

  test('rejects the same key with another body or a changed cart; another buyer may use the same key', async () => {
    const { db, shop, cartOf, place } = await setUp();
    const owner = await cartOf(['test-scarf', 2]);
    const order = await place(owner, {}, 'key-1');
    await expect(place(owner, { payment: 'test' }, 'key-1')).rejects.toMatchObject({ code: 'invalid' });

    await addToCart(shop, owner, { product: 'test-kurta', quantity: 1, variant: await variantOf(db, 'test-kurta') });
    await expect(place(owner, {}, 'key-1')).rejects.toMatchObject({ code: 'invalid' });
    const otherCart = await cartOf(['test-scarf', 2]);
    expect((await place(otherCart, {}, 'key-1')).id).not.toBe(order.id);
  });

  test('places only one order for concurrent requests for one cart with different keys', async () => {
    const { cartOf, place } = await setUp();
    const owner = await cartOf(['test-scarf', 1]);
    const results = await Promise.allSettled(Array.from({ length: 6 }, (_, n) => place(owner, {}, `key-${n}`)));
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  });

  test('accepts a coupon with one use left from only one of ten buyers', async () => {
    const { db, cartOf, place } = await setUp();
    await insertCoupon(db, { uses_left: 1 });
    const owners = [];
    for (let n = 0; n < 10; n++) owners.push(await cartOf(['test-scarf', 1]));
    await db.write.updateTable('cart').set({ coupon_code: 'TEN' }).execute();
    const results = await Promise.allSettled(owners.map((owner) => place(owner)));
    const placedOrders = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(placedOrders).toMatchObject([{ coupon_code: 'TEN', discount_paise: 3_000 }]);
    expect(await db.write.selectFrom('coupon_use').selectAll().execute()).toHaveLength(1);
    expect(results.flatMap((result) => (result.status === 'rejected' ? [result.reason.message] : []))).toEqual(
      Array(9).fill('This coupon has been used up.'),
    );
  });

  test('accepts a coupon with one use per customer in only one of a buyer’s two concurrent orders', async () => {
    const { db, cartOf, place } = await setUp();
    await insertCoupon(db, { per_customer: 1 });
    const owners = [await cartOf(['test-scarf', 1]), await cartOf(['test-scarf', 1])];
    await db.write.updateTable('cart').set({ coupon_code: 'TEN' }).execute();
    const results = await Promise.allSettled(owners.map((owner) => place(owner)));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('assigns the order to its customer', async () => {
    const { db, shop, place } = await setUp();
    const customerId = await newCustomer(db, 'asha@example.in');

    await addToCart(shop, { customerId }, { product: 'test-scarf', quantity: 1 });
    expect((await place({ customerId })).customer_id).toBe(customerId);
  });

  test('rejects an empty or missing cart', async () => {
    const { cartOf, place } = await setUp();
    await expect(place({})).rejects.toThrow('Your cart is empty.');
    const owner = await cartOf(['test-scarf', 1]);
    await place(owner);
    await expect(place(owner)).rejects.toThrow('Your cart is empty.');
  });

  test('leaves out an item that is no longer sold, as the cart page does', async () => {
    const { db, shop, cartOf, place } = await setUp();
    const owner = await cartOf(['test-kurta', 1], ['test-scarf', 1]);
    const unpublish = (slug: string) =>
      db.write.updateTable('product').set({ status: 'draft' }).where('slug', '=', slug).execute();
    await unpublish('test-scarf');
    const { totals, warnings } = await readCart(shop, owner);
    expect(warnings).toEqual(['An item in your cart is no longer sold, so we have removed it.']);
    expect((await place(owner)).subtotal_paise).toBe(totals.subtotalPaise);
    const otherCart = await cartOf(['test-kurta', 1]);
    await unpublish('test-kurta');
    await expect(place(otherCart)).rejects.toThrow('Your cart is empty.');
  });

  test('takes no stock for a pre-order of a sold-out variant', async () => {
    const { db, cartOf, place, stock } = await setUp();
    await db.write.updateTable('variant').set({ pre_order_at: 1_800_000_000_000 }).where('sku', '=', 'TK-L').execute();
    await place(await cartOf(['test-kurta', 1, 1]));
    expect((await stock())['test-kurta']).toEqual({ stock: 5, sold: 0 });
  });
});

async function insertCoupon(db: ShopDatabase, limits: { uses_left?: number; per_customer?: number }): Promise<void> {
  const terms = { code: 'TEN', kind: 'percent' as const, value: 10, uses_left: null };
  await db.write
    .insertInto('coupon')
    .values({ ...ONE_USE_COUPON, ...terms, ...limits })
    .execute();
}
