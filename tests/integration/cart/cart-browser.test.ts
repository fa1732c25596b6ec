import { expect, test } from 'vitest';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { addToCart } from '#lib/sales/cart/add-to-cart.server.ts';
import { cartJson } from '#lib/sales/cart/cart-json.ts';
import { cartOwner, cartResponse } from '#lib/sales/cart/cart-owner.server.ts';
import { removeLine } from '#lib/sales/cart/change-line.server.ts';
import { productDelivery } from '#lib/sales/cart/delivery/product-delivery.server.ts';
import { saveDeliveryPincode, savePincode } from '#lib/sales/cart/delivery-location.server.ts';
import { mergeAtLogin } from '#lib/sales/cart/merge-carts.server.ts';
import { readCart } from '#lib/sales/cart/read-cart.server.ts';
import { readRemovedItem } from '#lib/sales/cart/removed-item.server.ts';
import { browserContext } from '#support/browser-context.ts';
import { onBothEngines } from '#support/database.ts';
import { newCustomer, stockGoods, variantOf } from '#support/goods.ts';

const DAY_SECONDS = 86_400;

onBothEngines('a browser with a cart', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    const shop = { db, now: Date.now, settings: readSettings({}) };
    return { db, shop, ...browserContext(shop) };
  }

  test('has its cart merged with the customer’s at login, and its cookie deleted', async () => {
    const { db, shop, jar, visit } = await setUp();
    const customerId = await newCustomer(db, 'asha@example.in');
    expect(await mergeAtLogin(visit(), customerId)).toEqual({ messages: [], hadSavedLines: false });
    const { token = '' } = await addToCart(shop, {}, { product: 'test-scarf', quantity: 2 });
    jar.set('cart', { value: token });
    expect(await mergeAtLogin(visit(), customerId)).toEqual({ messages: [], hadSavedLines: false });
    expect(jar.size).toBe(0);
    expect((await readCart(shop, { customerId })).lines.map(({ quantity }) => quantity)).toEqual([2]);
    const secondAddition = await addToCart(shop, {}, { product: 'test-scarf', quantity: 1 });
    jar.set('cart', { value: secondAddition.token ?? '' });
    expect(await mergeAtLogin(visit(), customerId)).toEqual({
      messages: [
        'Your saved items are back in your cart, together with the ones you just chose.',
        'Test Scarf: 2 from before and 1 new, 3 in total.',
      ],
      hadSavedLines: true,
    });
  });

  test('keeps the pincode in a cookie until there is a cart to store it', async () => {
    const { db, shop, jar, visit } = await setUp();
    const withoutCart = await saveDeliveryPincode(shop, {}, '500003');
    savePincode(visit(), withoutCart.pincode);
    const cookie = {
      value: '500003',
      path: '/',
      sameSite: 'lax',
      secure: false,
      httpOnly: true,
      maxAge: 30 * DAY_SECONDS,
    };
    expect([...jar.values()]).toEqual([cookie]);
    const { token } = await addToCart(shop, {}, { product: 'test-scarf' });
    const withCart = await saveDeliveryPincode(shop, { token }, '500003');
    expect(withCart).toMatchObject({ token, location: { city: 'Hyderabad', delivery: { price: 39, cod: true } } });
    expect(withCart.pincode).toBeUndefined();
    savePincode(visit(), withCart.pincode);
    expect(jar.size).toBe(0);
    const customerId = await newCustomer(db, 'asha@example.in');
    await addToCart(shop, { customerId }, { product: 'test-scarf' });
    const customerCart = await saveDeliveryPincode(shop, { customerId, token }, '560001');
    expect(customerCart.token).toBeUndefined();
    expect((await readCart(shop, { customerId })).pincode).toBe('560001');
    await expect(saveDeliveryPincode(shop, {}, '999999')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('gets no merge message when the guest cart is empty', async () => {
    const { db, shop, jar, visit } = await setUp();
    const customerId = await newCustomer(db, 'asha@example.in');
    await addToCart(shop, { customerId }, { product: 'test-scarf' });
    const { cart, token = '' } = await addToCart(shop, {}, { product: 'test-scarf' });
    await removeLine(shop, { token }, cart.lines[0]?._id ?? '');
    jar.set('cart', { value: token });
    expect(await mergeAtLogin(visit(), customerId)).toEqual({ messages: [], hadSavedLines: true });
  });

  test('keeps its cart for thirty days, and gets a cookie that signals personal data to scripts', async () => {
    const { shop, jar, visit } = await setUp();
    const change = await addToCart(shop, {}, { product: 'test-scarf' });
    expect(cartResponse(visit(), { ...change, notice: 'Added' })).toMatchObject({ count: 1, notice: 'Added' });
    expect(jar.get('cart')).toMatchObject({ value: change.token, httpOnly: true, maxAge: 30 * DAY_SECONDS });
    expect(jar.get('visitor')?.value).toBe('1');
    jar.clear();
    // A change without a token, for example to a quantity, does not set a cookie.
    cartResponse(visit(), { cart: change.cart });
    expect(jar.size).toBe(0);
    jar.set('cart', { value: 'own' });
    jar.set('pincode', { value: '500003' });
    expect(cartOwner(visit())).toMatchObject({ token: 'own', pincode: '500003', mailboxToken: undefined });
    jar.set('pincode', { value: '5000' });
    expect(cartOwner(visit()).pincode).toBeUndefined();
  });

  test('gets a product’s delivery text for a pincode, but none for an incomplete pincode', async () => {
    const { shop } = await setUp();
    const readText = async (pincode: string | null, isPreOrder = false) =>
      (await productDelivery(shop, pincode, { isPreOrder }))?.text;
    expect(await readText('500 003')).toMatch(/^Hyderabad 500003: Delivery by .+ Delivery ₹39\.00/);
    expect(await readText('500003', true)).toMatch(/^Hyderabad 500003: Delivery ₹39\.00.+ from the day it ships\./);
    expect(await readText('999999')).toBe("We don't know the pincode 999999. Please check it.");
    for (const pincode of [null, '', '5000', 'abc']) expect(await readText(pincode)).toBeUndefined();
  });

  test('gets the cart’s delivery text, also for pre-orders', async () => {
    const { shop } = await setUp();
    const { token } = await addToCart(shop, {}, { product: 'test-scarf', quantity: 4 });
    const readText = async (isPreOrder?: boolean) =>
      (await saveDeliveryPincode(shop, { token }, '500003', isPreOrder)).location.delivery.text;
    expect(await readText()).toMatch(/^Delivery by .+\. Delivery is free\./);
    expect(await readText(true)).toMatch(/^Delivery is free\. .+ from the day it ships\./);
  });

  test('gets the amounts, options and quantity range of each line', async () => {
    const { db, shop } = await setUp();
    const { token } = await addToCart(shop, {}, { product: 'test-cloth', quantity: 1.5 });
    const kurta = { product: 'test-kurta', variant: await variantOf(db, 'test-kurta'), quantity: 2 };
    const { cart } = await addToCart(shop, { token }, kurta);
    const json = cartJson(cart, { notice: 'Added' });
    expect(json).toMatchObject({
      count: 2,
      subtotal: 3_499,
      delivery: 0,
      free_delivery_in: 0,
      free_delivery_from: 999,
      cod_fee: 0,
      notice: 'Added',
    });
    expect(json.lines[0]).toMatchObject({
      quantity: 1.5,
      price: 333.33,
      total: 500,
      range: { min: 0.5, max: 10, step: 0.25 },
      product: {
        slug: 'test-cloth',
        unit_step: 0.25,
        min_quantity: 0.5,
        href: '/products/test-cloth',
        picture: null,
        image: null,
      },
      variant: { name: 'Test Cloth', variant: '', price: 333.33, sale_price: null, quantity: 12.5 },
      is_blocked: false,
    });
    expect(json.lines[1]).toMatchObject({
      quantity: 2,
      price: 1_499.5,
      range: { min: 1, max: 5, step: 1 },
      product: { unit_step: 1, min_quantity: 1 },
      variant: { name: 'Rust/M', price: 1_999, sale_price: 1_499.5, quantity: 5 },
      variantDetails: [
        { label: expect.any(String), variant: 'Rust' },
        { label: expect.any(String), variant: 'M' },
      ],
    });
    expect(json.can_checkout).toBe(true);
    expect(json).not.toHaveProperty('pincode');
    expect(json).not.toHaveProperty('arrival');
    await saveDeliveryPincode(shop, { token }, '110001');
    expect(cartJson(await readCart(shop, { token }))).toMatchObject({
      pincode: '110001',
      cod_fee: 29,
      delivery_text: expect.stringContaining('free'),
    });
    await db.write.updateTable('variant').set({ quantity: 0 }).where('sku', '=', 'TK-M').execute();
    expect(cartJson(await readCart(shop, { token })).can_checkout).toBe(false);
    const emptyCart = cartJson(await readCart(shop, { pincode: '110001' }));
    expect(emptyCart).toMatchObject({ count: 0, cod_fee: 0, total: 0, can_checkout: false });
  });

  test('can restore a removed product if the parameters are valid and the product is still for sale', async () => {
    const { db } = await setUp();
    const variant = await variantOf(db, 'test-scarf');
    const { product_id } = await db.write
      .selectFrom('variant')
      .select('product_id')
      .where('id', '=', Number(variant))
      .executeTakeFirstOrThrow();
    const request = { product: String(product_id), variant, quantity: '1.5' };
    const readRemoved = (change: Record<string, string> = {}) =>
      readRemovedItem(db, new URLSearchParams({ ...request, ...change }));
    expect(await readRemoved()).toEqual({ ...request, quantity: 1.5, name: 'Test Scarf' });
    const invalidChanges: Record<string, string>[] = [
      { product: '' },
      { product: '999' },
      { product: 'x1' },
      { product: '1x' },
      { product: '1'.repeat(16) },
      { variant: '' },
      { variant: 'x' },
      { quantity: '' },
      { quantity: '1.555' },
      { quantity: '1234567' },
      { quantity: '-1' },
      { quantity: '1x' },
    ];
    for (const change of invalidChanges) expect(await readRemoved(change), JSON.stringify(change)).toBeUndefined();
    await db.write.updateTable('product').set({ status: 'draft' }).where('slug', '=', 'test-scarf').execute();
    expect(await readRemoved()).toBeUndefined();
  });
});
