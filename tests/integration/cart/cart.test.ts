import type { Insertable } from 'kysely';
import { expect, test } from 'vitest';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { CouponTable } from '#lib/platform/db/tables/cart.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { addToCart, missingChoicePath } from '#lib/sales/cart/add-to-cart.server.ts';
import { applyCoupon, removeCoupon } from '#lib/sales/cart/cart-coupon.server.ts';
import { cartJson } from '#lib/sales/cart/cart-json.ts';
import { removeLine, updateLine } from '#lib/sales/cart/change-line.server.ts';
import { COUPON_MESSAGES } from '#lib/sales/cart/coupons/coupon.ts';
import { NEW_COUPON } from '#lib/sales/cart/coupons/coupon-form.schema.ts';
import { addCoupon } from '#lib/sales/cart/coupons/manage-coupons.server.ts';
import { saveDeliveryPincode } from '#lib/sales/cart/delivery-location.server.ts';
import { mergeCarts } from '#lib/sales/cart/merge-carts.server.ts';
import { countLines, readCart } from '#lib/sales/cart/read-cart.server.ts';
import { ONE_USE_COUPON } from '#support/coupon-row.ts';
import { onBothEngines } from '#support/database.ts';
import { KURTA, newCustomer, SCARF, stockGoods, variantOf } from '#support/goods.ts';
import { EXACT_SAVE } from '#support/whole-record.ts';

const NOW = Date.parse('2026-11-21T06:00:00Z');

async function setUpShop(open: () => Promise<ShopDatabase>) {
  const db = await open();
  await stockGoods(db);
  let time = NOW;
  return { db, now: () => time++ };
}

async function insertCoupon(
  db: ShopDatabase,
  coupon: Partial<Insertable<CouponTable>> & Pick<CouponTable, 'code' | 'kind' | 'value'>,
) {
  await db.write
    .insertInto('coupon')
    .values({ ...ONE_USE_COUPON, uses_left: null, ...coupon })
    .execute();
}

onBothEngines('a cart', (open) => {
  test('of a visitor is created with the first item added, and is returned in full', async () => {
    const shop = await setUpShop(open);
    const { cart, token } = await addToCart(shop, {}, { product: 'test-scarf' });
    expect(token).toHaveLength(43);
    expect(cartJson(cart)).toMatchObject({
      count: 1,
      subtotal: 300,
      discount: 0,
      delivery: 79,
      total: 379,
      free_delivery_in: 699,
      can_checkout: true,
      warnings: [],
      lines: [{ quantity: 1, price: 300, total: 300, product: { slug: 'test-scarf' }, variantDetails: [] }],
    });
    expect(await readCart(shop, { token })).toEqual({ ...cart, at: expect.any(Number) });
    expect(await countLines(shop, { token })).toBe(1);
    expect(await countLines(shop, { token: 'another' })).toBe(0);
    const rows = await shop.db.write.selectFrom('cart').select('token_hash').execute();
    expect(rows[0]?.token_hash).not.toBe(token);
  });

  test('is not created by a pincode or coupon; delivery is charged only after an item is added', async () => {
    const shop = await setUpShop(open);
    const { pincode, location } = await saveDeliveryPincode(shop, {}, '744101');
    expect([location.delivery.price, pincode]).toEqual([119, '744101']);
    expect((await readCart(shop, { pincode })).pincode).toBe('744101');
    await expect(applyCoupon(shop, {}, 'TEN')).rejects.toMatchObject({ code: 'invalid' });
    expect(await shop.db.write.selectFrom('cart').select('id').execute()).toEqual([]);
    const { cart, token } = await addToCart(shop, { pincode }, { product: 'test-scarf' });
    expect(cartJson(cart)).toMatchObject({ count: 1, delivery: 119 });
    expect(cart.pincode).toBe('744101');
    await expect(saveDeliveryPincode(shop, {}, '999999')).rejects.toMatchObject({ code: 'not_found' });
    expect(await shop.db.write.selectFrom('cart').select('id').execute()).toHaveLength(1);
    expect(await saveDeliveryPincode(shop, { token }, '560001')).toEqual({ location: expect.anything(), token });
    expect((await readCart(shop, { token })).pincode).toBe('560001');
  });

  test('is created only up to a limit per network; existing carts and other networks are unaffected', async () => {
    const shop = await setUpShop(open);
    const networks = networksOf('203.0.113.9');
    const { token } = await addToCart(shop, { networks }, { product: 'test-scarf' });
    await shop.db.write.updateTable('rate_window').set({ count: 2_000 }).execute();
    const tooMany = { code: 'too_many' };
    await expect(addToCart(shop, { networks }, { product: 'test-scarf' })).rejects.toMatchObject(tooMany);
    await expect(addToCart(shop, { networks, token: 'made-up' }, { product: 'test-scarf' })).rejects.toMatchObject(
      tooMany,
    );
    await addToCart(shop, { networks, token }, { product: 'test-scarf' });
    await addToCart(shop, { networks: networksOf('203.0.113.10') }, { product: 'test-scarf' });
    expect(await shop.db.write.selectFrom('cart').select('id').execute()).toHaveLength(2);
  });

  test('is kept for 30 days after its last change', async () => {
    const shop = await setUpShop(open);
    const { token } = await addToCart(shop, {}, { product: 'test-scarf' });
    const { updated_at } = await shop.db.write.selectFrom('cart').select('updated_at').executeTakeFirstOrThrow();
    const later = (ms: number) => ({ ...shop, now: () => updated_at + ms });
    expect((await readCart(later(30 * DAY_MS - 1), { token })).lines).toHaveLength(1);
    expect((await readCart(later(30 * DAY_MS), { token })).lines).toHaveLength(0);
  });

  test('adds up quantities of the same variant, up to the available stock', async () => {
    const shop = await setUpShop(open);
    const variant = await variantOf(shop.db, 'test-kurta');
    const { token } = await addToCart(shop, {}, { product: 'test-kurta', variant, quantity: 3 });
    const secondAddition = await addToCart(shop, { token }, { product: 'test-kurta', variant, quantity: 4 });
    expect(secondAddition.notice).toContain('your cart holds 5');
    expect(cartJson(secondAddition.cart)).toMatchObject({
      count: 1,
      total: 7497.5,
      lines: [
        {
          quantity: 5,
          price: 1499.5,
          variantDetails: [
            { label: 'color', variant: 'Rust' },
            { label: 'size', variant: 'M' },
          ],
        },
      ],
    });
  });

  test('counts all concurrent additions', async () => {
    const shop = await setUpShop(open);
    const { token } = await addToCart(shop, {}, { product: 'test-scarf' });
    await Promise.all([1, 2, 3, 4].map(() => addToCart(shop, { token }, { product: 'test-scarf' })));
    expect((await readCart(shop, { token })).lines).toMatchObject([{ quantity: 5 }]);
  });

  test('accepts cloth in steps, from the minimum length to the length of one bolt', async () => {
    const shop = await setUpShop(open);
    const addCloth = (quantity?: number) => addToCart(shop, {}, { product: 'test-cloth', quantity });
    expect((await addCloth()).cart.lines).toMatchObject([{ quantity: 50 }]);
    const { cart, token } = await addCloth(2.25);
    expect(cart.totals.subtotalPaise).toBe(74_999);
    for (const invalidLength of [0.25, 1.3, 10.25, 12.5, 0, -1, 1.001, 1e9]) {
      await expect(addCloth(invalidLength)).rejects.toMatchObject({ code: 'invalid' });
    }
    const longestCut = await addToCart(shop, { token }, { product: 'test-cloth', quantity: 9 });
    expect(longestCut.cart.lines).toMatchObject([{ quantity: 1000 }]);
    expect(longestCut.notice).toContain('10 m');
  });

  test.each([-1, 0, 1e9, 1.5, 6, Number.NaN, Number.POSITIVE_INFINITY])(
    'rejects %d pieces and stores nothing',
    async (quantity) => {
      const shop = await setUpShop(open);
      const variant = await variantOf(shop.db, 'test-kurta');
      const refusal = expect.objectContaining({ code: 'invalid', fields: { quantity: expect.any(String) } });
      await expect(addToCart(shop, {}, { product: 'test-kurta', variant, quantity })).rejects.toEqual(refusal);
      expect(await shop.db.write.selectFrom('cart').selectAll().execute()).toEqual([]);
      const { cart, token } = await addToCart(shop, {}, { product: 'test-kurta', variant });
      const line = cart.lines[0]?._id ?? '';
      await expect(updateLine(shop, { token }, line, quantity)).rejects.toEqual(refusal);
      expect((await readCart(shop, { token })).lines).toMatchObject([{ quantity: 1 }]);
    },
  );

  test('rejects sold-out, ambiguous and unknown variants', async () => {
    const shop = await setUpShop(open);
    const soldOut = await variantOf(shop.db, 'test-kurta', 1);
    const scarf = await variantOf(shop.db, 'test-scarf');
    const add = (product: string, variant?: string) => addToCart(shop, {}, { product, variant });
    await expect(add('test-kurta', soldOut)).rejects.toMatchObject({ code: 'conflict' });
    await expect(add('test-kurta')).rejects.toMatchObject({ code: 'invalid', fields: { variant: expect.any(String) } });
    await expect(add('test-kurta', scarf)).rejects.toMatchObject({ code: 'not_found' });
    for (const unknownProduct of ['__proto__', 'constructor', '999999', "x' or 1=1"]) {
      await expect(add(unknownProduct)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  test('accepts the values of the options instead of a variant, and names a missing option', async () => {
    const shop = await setUpShop(open);
    const sizeMissing = { code: 'invalid', message: 'Choose a size.', fields: { variant: 'Choose a size.' } };
    const add = (choices: object) => addToCart(shop, {}, { product: 'test-kurta', ...choices });
    const { cart } = await add({ choice0: 'Rust', choice1: 'M' });
    expect(cart.lines[0]?.variant.values).toEqual(['Rust', 'M']);
    await expect(add({ choice0: 'Rust' })).rejects.toMatchObject(sizeMissing);
    await expect(add({ choice0: 'Rust', choice1: 'XXL' })).rejects.toMatchObject(sizeMissing);
    await expect(add({ choice0: 'Rust', choice1: 'L' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await missingChoicePath(shop.db, { product: 'test-kurta', choice0: 'Rust' })).toBe(
      '/products/test-kurta?color=Rust&choose=true#choose',
    );
    expect(await missingChoicePath(shop.db, { product: 'test-kurta', choice0: 'Rust', choice1: 'M' })).toBeUndefined();
    expect(await missingChoicePath(shop.db, { product: 'test-scarf' })).toBeUndefined();
    expect(await missingChoicePath(shop.db, { product: 'nothing' })).toBeUndefined();
  });

  test('protects its lines from other visitors', async () => {
    const shop = await setUpShop(open);
    const ownCart = await addToCart(shop, {}, { product: 'test-scarf' });
    const line = ownCart.cart.lines[0]?._id ?? '';
    const otherCart = await addToCart(shop, {}, { product: 'test-scarf' });
    const customerId = await newCustomer(shop.db, 'b@example.in');
    for (const otherOwner of [{ token: otherCart.token }, { token: 'x' }, {}, { customerId }]) {
      await expect(updateLine(shop, otherOwner, line, 2)).rejects.toMatchObject({ code: 'not_found' });
      await expect(removeLine(shop, otherOwner, line)).rejects.toMatchObject({ code: 'not_found' });
    }
    expect((await readCart(shop, { token: ownCart.token })).lines).toMatchObject([{ quantity: 1 }]);
  });

  test('restores a removed line', async () => {
    const shop = await setUpShop(open);
    const { cart, token } = await addToCart(shop, {}, { product: 'test-cloth', quantity: 1.5 });
    const { cart: emptyCart, removed: removedLine } = await removeLine(shop, { token }, cart.lines[0]?._id ?? '');
    expect(emptyCart.lines).toEqual([]);
    expect(removedLine).toMatchObject({ quantity: 1.5, name: 'Test Cloth' });
    // Removing the line again succeeds, because the first response may have been lost. Another cart can't remove it.
    expect((await removeLine(shop, { token }, cart.lines[0]?._id ?? '')).cart.lines).toEqual([]);
    const { token: otherToken } = await addToCart(shop, {}, { product: 'test-scarf' });
    await expect(removeLine(shop, { token: otherToken }, cart.lines[0]?._id ?? '')).rejects.toMatchObject({
      code: 'not_found',
    });
    const restoredLine = await addToCart(shop, { token }, { ...removedLine, product: removedLine?.product ?? '' });
    expect(restoredLine.cart.lines).toMatchObject([{ quantity: 150 }]);
  });

  test('warns of a changed price, of too little stock and of no stock, and charges the new price', async () => {
    const shop = await setUpShop(open);
    const { token } = await addToCart(shop, {}, { product: 'test-scarf', quantity: 4 });
    const saveScarf = (variant: { price: number; quantity: number }) =>
      saveCatalogueBatch(
        shop.db,
        [{ ...SCARF, variants: [{ ...SCARF.variants[0], ...variant }] }],
        new Map(),
        EXACT_SAVE,
      );
    await saveScarf({ price: 250, quantity: 50 });
    let cart = await readCart(shop, { token });
    expect(cart.totals.subtotalPaise).toBe(100_000);
    expect(cartJson(cart)).toMatchObject({
      can_checkout: true,
      lines: [{ warning: 'The price has dropped from ₹300.00 to ₹250.00.', is_blocked: false }],
    });
    const updatedCart = await updateLine(shop, { token }, cart.lines[0]?._id ?? '', 4);
    expect(updatedCart.cart.warnings).toEqual([]);
    await saveScarf({ price: 250, quantity: 2 });
    cart = await readCart(shop, { token });
    expect(cartJson(cart)).toMatchObject({
      can_checkout: false,
      lines: [{ warning: 'Only 2 left.', quantity: 4, is_blocked: true }],
    });
    await saveScarf({ price: 250, quantity: 0 });
    cart = await readCart(shop, { token });
    expect(cartJson(cart)).toMatchObject({ can_checkout: false, lines: [{ warning: 'Out of Stock' }] });
    expect(cartJson(cart)).toMatchObject({ subtotal: 0, delivery: 0, total: 0 });
    await saveCatalogueBatch(shop.db, [{ ...SCARF, status: 'draft' }], new Map());
    cart = await readCart(shop, { token });
    expect(cart.lines).toEqual([]);
    expect(cart.warnings).toHaveLength(1);
  });
});

onBothEngines('a cart line that is sold out', (open) => {
  test('is excluded from all amounts: total, discount, delivery and tax', async () => {
    const shop = await setUpShop(open);
    await insertCoupon(shop.db, { code: 'TENTH', kind: 'percent', value: 10 });
    const { token } = await addToCart(
      shop,
      {},
      { product: 'test-kurta', variant: await variantOf(shop.db, 'test-kurta') },
    );
    await applyCoupon(shop, { token }, 'TENTH');
    const kurtaOnly = cartJson(await readCart(shop, { token }));
    await addToCart(shop, { token }, { product: 'test-scarf', quantity: 4 });
    await saveCatalogueBatch(
      shop.db,
      [{ ...SCARF, variants: [{ ...SCARF.variants[0], price: 300, quantity: 0 }] }],
      new Map(),
      EXACT_SAVE,
    );
    const { subtotal, discount, delivery, tax, total, free_delivery_in, lines, count, can_checkout } = cartJson(
      await readCart(shop, { token }),
    );
    const amounts = { subtotal, discount, delivery, tax, total, free_delivery_in };
    expect(kurtaOnly).toMatchObject(amounts);
    expect({ count, can_checkout }).toEqual({ count: 2, can_checkout: false });
    expect(lines).toMatchObject([
      { total: kurtaOnly.subtotal, is_blocked: false },
      { total: 0, is_blocked: true },
    ]);
  });
});

onBothEngines('merging carts at login', (open) => {
  test('adds up quantities, limited to the stock with a message, and deletes the visitor’s cart', async () => {
    const shop = await setUpShop(open);
    const variant = await variantOf(shop.db, 'test-kurta');
    const customerId = await newCustomer(shop.db, 'a@example.in');
    await addToCart(shop, { customerId }, { product: 'test-kurta', variant, quantity: 3 });
    const { token } = await addToCart(shop, {}, { product: 'test-kurta', variant, quantity: 4 });
    await addToCart(shop, { token }, { product: 'test-cloth', quantity: 1 });
    await insertCoupon(shop.db, { code: 'TEN', kind: 'percent', value: 10 });
    await applyCoupon(shop, { token }, 'ten');
    const mergeResult = await transaction(shop.db, (tx) => mergeCarts(tx, token, customerId, NOW));
    expect(mergeResult).toEqual({
      hadSavedLines: true,
      messages: [
        'Your saved items are back in your cart, together with the ones you just chose.',
        'Test Kurta: your cart holds 5. No more can be ordered at the moment.',
      ],
    });
    const cart = await readCart(shop, { customerId });
    expect(cart.lines).toMatchObject([{ quantity: 5 }, { quantity: 100 }]);
    expect(cart.coupon).toEqual({ code: 'TEN' });
    expect((await readCart(shop, { token })).lines).toEqual([]);
    for (const oldToken of [token, undefined]) {
      const repeatedMerge = await transaction(shop.db, (tx) => mergeCarts(tx, oldToken, customerId, NOW));
      expect(repeatedMerge).toEqual({ messages: [], hadSavedLines: true });
    }
    expect((await readCart(shop, { customerId })).lines).toMatchObject([{ quantity: 5 }, { quantity: 100 }]);
  });

  test('reports quantities that were added up, and reports nothing if the customer’s cart was empty', async () => {
    const shop = await setUpShop(open);
    const variant = await variantOf(shop.db, 'test-kurta');
    const customerId = await newCustomer(shop.db, 'a@example.in');
    const add = (quantity: number) => addToCart(shop, {}, { product: 'test-kurta', variant, quantity });
    const merge = async (token?: string) => transaction(shop.db, (tx) => mergeCarts(tx, token, customerId, NOW));
    expect(await merge((await add(1)).token)).toEqual({ messages: [], hadSavedLines: false });
    const { messages } = await merge((await add(2)).token);
    expect(messages.at(-1)).toBe('Test Kurta: 1 from before and 2 new, 3 in total.');
  });
});

onBothEngines('a coupon', (open) => {
  test('reduces the total while it is valid, and is otherwise rejected with a reason', async () => {
    const shop = await setUpShop(open);
    await insertCoupon(shop.db, {
      code: 'TEN',
      kind: 'percent',
      value: 10,
      minimum_paise: 50_000,
      ends_at: NOW + DAY_MS,
    });
    const { token } = await addToCart(shop, {}, { product: 'test-scarf' });
    await expect(applyCoupon(shop, { token }, 'TEN')).rejects.toMatchObject({
      code: 'invalid',
      message: 'TEN needs an order of ₹500.00: ₹200.00 to go.',
    });
    await expect(applyCoupon(shop, { token }, 'ELEVEN')).rejects.toMatchObject({ message: COUPON_MESSAGES.unknown });
    const { cart } = await addToCart(shop, { token }, { product: 'test-scarf' });
    const application = await applyCoupon(shop, { token }, ' ten ');
    expect(application.cart.totals).toMatchObject({
      subtotalPaise: 60_000,
      discountPaise: 6_000,
      totalPaise: 54_000 + 7_900,
    });
    const reducedCart = await updateLine(shop, { token }, cart.lines[0]?._id ?? '', 1);
    expect(reducedCart.cart.totals.discountPaise).toBe(0);
    expect(reducedCart.cart.coupon?.refusal).toContain('₹200.00 to go');
    const tomorrow = { ...shop, now: () => NOW + DAY_MS };
    await updateLine(shop, { token }, cart.lines[0]?._id ?? '', 2);
    expect((await readCart(tomorrow, { token })).coupon?.refusal).toBe(COUPON_MESSAGES.ended);
    expect((await removeCoupon(shop, { token })).cart.coupon).toBeUndefined();
  });

  test('limited to some products discounts only those, and names them', async () => {
    const shop = await setUpShop(open);
    const women = { type: 'category' as const, slug: 'women', name: 'Women' };
    const kurtas = { type: 'category' as const, slug: 'kurtas', name: 'Kurtas', parent: 'women' };
    await saveCatalogueBatch(shop.db, [women, kurtas], new Map());
    await saveCatalogueBatch(shop.db, [{ ...KURTA, categories: ['kurtas'] }], new Map());
    await addCoupon(shop, NEW_COUPON.parse({ code: 'DRESS', kind: 'percent', percent: '10', category: 'women' }));
    const cloth = { kind: 'fixed', fixed: '100', minimum: '1000', products: 'tc' };
    await addCoupon(shop, NEW_COUPON.parse({ code: 'CLOTH', ...cloth }));
    const three = { kind: 'percent', percent: '10', category: 'women', products: 'test-kurta, tc' };
    await addCoupon(shop, NEW_COUPON.parse({ code: 'THREE', ...three }));

    const { token } = await addToCart(shop, {}, { product: 'test-scarf' });
    await expect(applyCoupon(shop, { token }, 'DRESS')).rejects.toMatchObject({
      message: 'DRESS applies only to Women. Your cart has none of these.',
    });
    await expect(applyCoupon(shop, { token }, 'THREE')).rejects.toMatchObject({
      message: 'THREE applies only to Women, Test Cloth and Test Kurta. Your cart has none of these.',
    });
    expect((await readCart(shop, { token })).coupon).toBeUndefined();
    await addToCart(shop, { token }, { product: 'test-kurta', variant: await variantOf(shop.db, 'test-kurta') });
    const { cart } = await applyCoupon(shop, { token }, 'DRESS');
    expect(cart.coupon).toEqual({ code: 'DRESS', note: 'Applies only to Women: 1 of 2 items.' });
    expect(cart.totals.discountPaise).toBe(14_995);
    expect(cart.lines.map(({ totals }) => totals?.discountPaise)).toEqual([0, 14_995]);
    await removeLine(shop, { token }, cart.lines[0]?._id ?? '');
    expect((await readCart(shop, { token })).coupon).toEqual({ code: 'DRESS' });

    await addToCart(shop, { token }, { product: 'test-cloth', quantity: 2 });
    await expect(applyCoupon(shop, { token }, 'CLOTH')).rejects.toMatchObject({
      message: 'CLOTH needs items worth ₹1,000.00 from Test Cloth: ₹333.34 to go.',
    });
    await addToCart(shop, { token }, { product: 'test-cloth', quantity: 1.5 });
    expect((await applyCoupon(shop, { token }, 'CLOTH')).cart.totals.discountPaise).toBe(10_000);
  });

  test('is rejected if it is used up or was already used by this customer', async () => {
    const shop = await setUpShop(open);
    await insertCoupon(shop.db, { code: 'GONE', kind: 'fixed', value: 100, uses_left: 0 });
    await insertCoupon(shop.db, { code: 'ONCE', kind: 'fixed', value: 10_000, per_customer: 1 });
    const customerId = await newCustomer(shop.db, 'a@example.in');
    await addToCart(shop, { customerId }, { product: 'test-scarf' });
    await expect(applyCoupon(shop, { customerId }, 'GONE')).rejects.toMatchObject({ message: COUPON_MESSAGES.usedUp });
    expect((await applyCoupon(shop, { customerId }, 'ONCE')).cart.totals.discountPaise).toBe(10_000);
    const use = { code: 'ONCE', order_id: 'o1', buyer: 'email:a@example.in' };
    await shop.db.write.insertInto('coupon_buyer').values(use).execute();
    expect((await readCart(shop, { customerId })).coupon?.refusal).toBe(COUPON_MESSAGES.usedByYou);
    await expect(applyCoupon(shop, { customerId }, 'ONCE')).rejects.toMatchObject({
      message: COUPON_MESSAGES.usedByYou,
    });
  });
});
