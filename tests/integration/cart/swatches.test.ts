import { expect, test } from 'vitest';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { addToCart } from '#lib/sales/cart/add-to-cart.server.ts';
import { applyCoupon } from '#lib/sales/cart/cart-coupon.server.ts';
import { updateLine } from '#lib/sales/cart/change-line.server.ts';
import { mergeCarts } from '#lib/sales/cart/merge-carts.server.ts';
import { NOT_YOUR_CREDIT } from '#lib/sales/cart/offers/swatch-credit.server.ts';
import { SWATCH_MESSAGES } from '#lib/sales/cart/offers/swatches.ts';
import { readCart } from '#lib/sales/cart/read-cart.server.ts';
import { addSwatches, readSwatches } from '#lib/sales/cart/swatches.server.ts';
import { linesOf } from '#lib/sales/orders/read-orders.server.ts';
import { creditSwatches, swatchCoupon } from '#lib/sales/orders/swatches/credit-swatches.server.ts';
import { onBothEngines } from '#support/database.ts';
import { CLOTH, newCustomer, stockGoods, variantOf } from '#support/goods.ts';
import { setService } from '#support/offer-service.ts';
import { COD, orderFixture } from '#support/order-fixture.ts';
import { pay } from '#support/random-orders.ts';

onBothEngines('swatches', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const { shop } = fixture;
    const cloth = await variantOf(db, 'test-cloth');
    const scarf = await variantOf(db, 'test-scarf');
    const add = async (...variants: string[]) => {
      const { token, cart } = await addSwatches(shop, {}, variants);
      return { owner: { token }, cart };
    };
    return { db, fixture, shop, cloth, scarf, add };
  }

  test('are not offered in a new shop', async () => {
    const { shop, add, cloth } = await setUp();
    expect(await readSwatches(shop)).toBe(undefined);
    await expect(add(cloth)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('become lines of a fixed length at a fifth of the price of a set', async () => {
    const { db, shop, add, cloth, scarf } = await setUp();
    await setService(db, 'swatches.offered');
    expect((await readSwatches(shop))?.fabrics.map(({ slug }) => slug)).toEqual(['test-cloth']);
    await expect(add()).rejects.toMatchObject({ fields: { variant: SWATCH_MESSAGES.choose } });
    await expect(add(scarf)).rejects.toMatchObject({ code: 'conflict' });
    for (const id of ['x', '1.5', '9'.repeat(20)]) await expect(add(id)).rejects.toMatchObject({ code: 'not_found' });
    const { owner, cart } = await add(cloth);
    expect(cart.lines).toMatchObject([
      { product: { name: 'Swatch: Test Cloth' }, quantity: 10, pricePaise: 19_800, isBlocked: false },
    ]);
    expect(cart.totals.subtotalPaise).toBe(1_980);
    const line = cart.lines[0]?._id ?? '';
    await expect(updateLine(shop, owner, line, 0.2)).rejects.toMatchObject({ code: 'invalid' });
    // A length of cloth replaces the swatch of the same cloth, which then can't be added again.
    const lengthAddition = await addToCart(shop, owner, { product: 'test-cloth', quantity: 2 });
    expect(lengthAddition.cart.lines).toMatchObject([{ product: { name: 'Test Cloth' }, quantity: 200 }]);
    await expect(addSwatches(shop, owner, [cloth])).rejects.toThrow(SWATCH_MESSAGES.lengthInCart);
  });

  test('are merged at login: two swatches of a cloth become one, and a length of it is not changed', async () => {
    const { db, shop, add, cloth } = await setUp();
    await setService(db, 'swatches.offered');
    const customerId = await newCustomer(db, 'asha@example.in');
    const mergeSwatch = async () => {
      const { owner } = await add(cloth);
      return transaction(db, (tx) => mergeCarts(tx, owner.token, customerId, shop.now()));
    };
    const readQuantities = async () => (await readCart(shop, { customerId })).lines.map(({ quantity }) => quantity);
    await mergeSwatch();
    expect((await mergeSwatch()).messages).toHaveLength(1);
    expect(await readQuantities()).toEqual([10]);
    await addToCart(shop, { customerId }, { product: 'test-cloth', quantity: 2 });
    expect((await mergeSwatch()).messages).toHaveLength(1);
    expect(await readQuantities()).toEqual([200]);
  });

  test('block the order if they are no longer offered or if their cloth is sold out', async () => {
    const { db, fixture, shop, add, cloth } = await setUp();
    await setService(db, 'swatches.offered');
    const { owner } = await add(cloth);
    await setService(db, 'swatches.offered', 'false');
    expect((await readCart(shop, owner)).lines).toMatchObject([
      { isBlocked: true, warning: SWATCH_MESSAGES.notOffered },
    ]);
    await expect(fixture.place(owner)).rejects.toThrow(SWATCH_MESSAGES.notOffered);
    await setService(db, 'swatches.offered');
    await db.write.updateTable('bolt').set({ length_cm: 9 }).execute();
    await db.write.updateTable('variant').set({ quantity: 9 }).where('sku', '=', 'TC').execute();
    await expect(fixture.place(owner)).rejects.toMatchObject({ code: 'conflict' });
    await expect(add(cloth)).rejects.toThrow('Out of Stock');
  });

  test('are credited to their buyer with one coupon after the order is paid', async () => {
    const { db, fixture, shop, add, cloth } = await setUp();
    await setService(db, 'swatches.offered');
    const { owner } = await add(cloth);
    const order = await fixture.place(owner, { payment: 'test' });
    expect(order.swatch_paise).toBe(1_980);
    expect(await linesOf(db, order.id)).toMatchObject([
      { name: 'Swatch: Test Cloth', quantity: 10, total_paise: 1_980 },
    ]);
    expect((await fixture.stock())['test-cloth']?.stock).toBe(1_240);
    expect(await creditSwatches(shop), 'not paid yet').toBe(0);
    await pay(fixture, order.id, order.total_paise);
    expect(await Promise.all([creditSwatches(shop), creditSwatches(shop)])).toSatisfy(
      (counts: number[]) => counts.reduce((a, b) => a + b) === 1,
    );
    expect(await creditSwatches(shop)).toBe(0);
    const [mail] = await fixture.mails('order_swatch_credit');
    const { code = '' } = (await swatchCoupon(db, order.id, shop.now())) ?? {};
    expect(mail?.text).toContain(`Use the coupon ${code}`);

    const laterCart = await fixture.cartOf(['test-cloth', 2]);
    expect((await applyCoupon(shop, laterCart, code)).cart.totals.discountPaise).toBe(1_980);
    const otherContact = { ...COD.contact, email: 'meera@example.in' };
    await expect(fixture.place(laterCart, { contact: otherContact })).rejects.toThrow(NOT_YOUR_CREDIT);
    const { discount_paise } = await fixture.place(laterCart);
    expect(discount_paise).toBe(1_980);
    expect(await swatchCoupon(db, order.id, shop.now()), 'the coupon is used').toBe(undefined);
  });

  test('are credited for lengths of cloth only, including cloth that is added later', async () => {
    const { db, fixture, shop, add, cloth } = await setUp();
    await setService(db, 'swatches.offered');
    const { owner } = await add(cloth);
    const order = await fixture.place(owner, { payment: 'test' });
    await pay(fixture, order.id, order.total_paise);
    expect(await creditSwatches(shop)).toBe(1);
    const { code = '' } = (await swatchCoupon(db, order.id, shop.now())) ?? {};
    const laterCart = await fixture.cartOf(['test-scarf', 1]);
    await expect(applyCoupon(shop, laterCart, code)).rejects.toThrow('applies only to lengths of cloth');
    await addSwatches(shop, laterCart, [cloth]);
    await expect(applyCoupon(shop, laterCart, code), 'for another swatch').rejects.toThrow(
      'applies only to lengths of cloth',
    );
    const variants = CLOTH.variants.map((variant) => ({ ...variant, sku: 'TC-later' }));
    await saveCatalogueBatch(db, [{ ...CLOTH, slug: 'later-cloth', name: 'Later Cloth', variants }], new Map());
    await addToCart(shop, laterCart, { product: 'later-cloth', quantity: 2 });
    const { cart } = await applyCoupon(shop, laterCart, code);
    expect(cart.totals.discountPaise).toBe(1_980);
    expect(cart.coupon).toMatchObject({ note: 'Applies only to lengths of cloth: 1 of 3 items.' });
  });

  test.each([{ order_status: 'cancelled' as const }, { payment_status: 'refund_due' as const }, { email: '' }])(
    'are not credited if the order is changed to %j at the same moment',
    async (change) => {
      const { db, fixture, shop, add, cloth } = await setUp();
      await setService(db, 'swatches.offered');
      const { owner } = await add(cloth);
      const order = await fixture.place(owner, { payment: 'test' });
      await pay(fixture, order.id, order.total_paise);
      const changeOrder = () => db.write.updateTable('orders').set(change).where('id', '=', order.id).execute();
      /** Changes the order after it was found and before the transaction that creates the coupon. */
      const write = {
        selectFrom: db.write.selectFrom.bind(db.write),
        transaction: () => ({
          execute: async (work: never) => {
            await changeOrder();
            return db.write.transaction().execute(work);
          },
        }),
      };
      expect(await creditSwatches({ ...shop, db: { ...db, write: write as never } })).toBe(0);
      expect(await db.write.selectFrom('coupon').select('code').execute()).toEqual([]);
    },
  );
});
