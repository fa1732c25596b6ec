import { expect, test } from 'vitest';
import { addToCart } from '#lib/sales/cart/add-to-cart.server.ts';
import { CHECKOUT_MESSAGES } from '#lib/sales/checkout/checkout.ts';
import { SHIP_DATE_CHANGED } from '#lib/sales/orders/record/orders.ts';
import { orderIdOfToken } from '#lib/sales/orders/record/track-token.server.ts';
import { ADDRESS, CONTACT, checkoutFixture } from '#support/checkout-fixture.ts';
import { onBothEngines } from '#support/database.ts';
import { variantOf } from '#support/goods.ts';
import { setService } from '#support/offer-service.ts';

onBothEngines('an order from the checkout', (open) => {
  test('has the amounts that the page showed, and redirects to the order’s page', async () => {
    const { shop, fill, form, place, orders, read } = await checkoutFixture(await open());
    await fill();
    const { cart } = await read();
    const { _id, next } = await place(await form());
    const [order] = await orders();
    expect(order).toMatchObject({
      id: _id,
      order_status: 'placed',
      payment_method: 'cod',
      email: CONTACT.email,
      mobile: CONTACT.mobile,
      total_paise: cart.totals.totalPaise,
    });
    expect(JSON.parse(order?.address_json ?? '')).toMatchObject({ street: ADDRESS.street, city: 'Hyderabad' });
    const token = /^\/orders\/track\/([^?]+)\?placed=1$/.exec(next)?.[1] ?? '';
    expect(orderIdOfToken(shop.secretKey, token)).toBe(_id);
    expect((await read()).cart.lines).toEqual([]);
  });

  test('is gift-wrapped at the price that the page showed, if the shop offers gift wrap', async () => {
    const { db, fixture, save, fill, form, place, orders, read } = await checkoutFixture(await open());
    await fill();
    const gift = { delivery: 'standard', gift_wrap: 'yes', gift_note: ' Happy birthday! ' };
    await save('delivery', gift);
    const withoutGiftWrap = (await read()).cart.totals;
    expect(withoutGiftWrap.giftWrapPaise, 'not offered').toBe(0);
    await setService(db, 'giftWrap.offered');
    const { cart, giftWrap } = await read();
    expect(giftWrap?.note).toBe('Happy birthday!');
    expect(cart.totals.totalPaise).toBe(withoutGiftWrap.totalPaise + 4_900);
    const saveResult = save('delivery', { ...gift, gift_note: 'x'.repeat(201) });
    await expect(saveResult).rejects.toMatchObject({
      fields: { gift_note: 'The note can have at most 200 characters.' },
    });
    await save('delivery', gift);

    const sentForm = await form();
    await setService(db, 'giftWrap.pricePaise', '5900');
    await expect(place(sentForm)).rejects.toThrow('The price has changed');
    await place(await form());
    const [order] = await orders();
    expect(order).toMatchObject({ gift_wrap: 1, gift_wrap_paise: 5_900, gift_note: 'Happy birthday!' });
    expect(order?.total_paise).toBe(withoutGiftWrap.totalPaise + 5_900);
    expect(order?.delivery_paise).toBe(withoutGiftWrap.deliveryPaise + 5_900);
    const [mail] = await fixture.mails('order_placed');
    expect(mail?.text).toContain('Gift wrap: ₹59.00');
    expect(mail?.text).toContain('Happy birthday!');
    // The next order from this cart is not a gift.
    expect((await read()).giftWrap).toBe(undefined);
  });

  test('by a customer who pays online redirects to the payment page', async () => {
    const { fill, form, place, orders } = await checkoutFixture(await open(), true);
    await fill();
    const { _id, next } = await place(await form('online'));
    expect(next).toBe(`/checkout/payment/${_id}`);
    expect(await orders()).toMatchObject([
      { order_status: 'pending', payment_status: 'unpaid', payment_method: 'test' },
    ]);
  });

  test('is placed only once if its form is sent twice', async () => {
    const { fill, form, place, orders } = await checkoutFixture(await open());
    await fill();
    const sentForm = await form();
    const placement = await place(sentForm);
    // The first order has cleared the draft’s contact. An old tab fills in the contact again before it sends its form.
    await fill();
    expect(await place(sentForm)).toEqual(placement);
    expect(await orders()).toHaveLength(1);
  });

  test('is placed only once if its form is sent twice concurrently', async () => {
    const { fill, form, place, orders } = await checkoutFixture(await open());
    await fill();
    const sentForm = await form();
    const results = await Promise.allSettled([place(sentForm), place(sentForm)]);
    const ids = new Set(results.flatMap((result) => (result.status === 'fulfilled' ? result.value._id : [])));
    expect(ids.size).toBe(1);
    expect(await orders()).toHaveLength(1);
  });

  test('is rejected from an outdated tab if the cart has changed or a step is open again', async () => {
    const { db, shop, owner, save, fill, form, place, orders } = await checkoutFixture(await open());
    await fill();
    const oldForm = await form();
    await addToCart(shop, owner, { product: 'test-scarf', quantity: 1, variant: await variantOf(db, 'test-scarf') });
    await expect(place(oldForm)).rejects.toThrow('The price has changed');
    await save('contact', { email: 'x', isDraft: true });
    const placement = place(await form());
    await expect(placement).rejects.toMatchObject({ code: 'conflict', message: CHECKOUT_MESSAGES.staleForm });
    expect(await orders()).toEqual([]);
  });

  test('is rejected if the items ship on a different day than the page showed', async () => {
    const { fill, form, place, orders } = await checkoutFixture(await open());
    await fill();
    const sentForm = await form();
    const placement = place({ ...sentForm, ships_at: '1795000000000' });
    await expect(placement).rejects.toMatchObject({ code: 'conflict', message: SHIP_DATE_CHANGED });
    // The form has no date if the page showed goods that ship immediately.
    await place({ ...sentForm, ships_at: '' });
    expect(await orders()).toHaveLength(1);
  });

  test('is rejected, and takes no stock, if its items have sold out meanwhile', async () => {
    const { db, fixture, fill, form, place, orders } = await checkoutFixture(await open());
    await fill();
    const sentForm = await form();
    await db.write.updateTable('variant').set({ quantity: 1 }).where('sku', '=', 'TS').execute();
    await expect(place(sentForm)).rejects.toMatchObject({ code: 'conflict' });
    expect(await orders()).toEqual([]);
    expect((await fixture.stock())['test-scarf']).toEqual({ stock: 1, sold: 0 });
  });

  test('is rejected if no gateway accepts payments', async () => {
    const fixture = await checkoutFixture(await open(), false, {
      SHOP_MODE: 'live',
      SITE_URL: 'https://shop.example',
      SECRET_KEY: 'k'.repeat(32),
      SMTP_URL: 'smtp://mail.example',
      MAIL_FROM: 'hello@shop.example',
    });
    await fixture.fill();
    const placement = fixture.place(await fixture.form('online'));
    await expect(placement).rejects.toMatchObject({ code: 'conflict', message: CHECKOUT_MESSAGES.noOnline });
    expect((await fixture.read()).draft.fields.payment).toBe('online');
  });

  test('is rejected without a cart', async () => {
    const { db, fill, form, place } = await checkoutFixture(await open());
    await fill();
    const sentForm = await form();
    await db.write.deleteFrom('cart').execute();
    await expect(place(sentForm)).rejects.toMatchObject({ code: 'conflict', message: CHECKOUT_MESSAGES.emptyCart });
  });
});
