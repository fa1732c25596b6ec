import { expect, test } from 'vitest';
import { createAddress, readAddresses, updateAddress } from '#lib/sales/address/address.server.ts';
import type { AddressInput } from '#lib/sales/address/address.ts';
import { applyCoupon, removeCoupon } from '#lib/sales/cart/cart-coupon.server.ts';
import { COUPON_MESSAGES } from '#lib/sales/cart/coupons/coupon.ts';
import { stepToShow } from '#lib/sales/checkout/checkout.ts';
import { placeFromDraft } from '#lib/sales/checkout/place.server.ts';
import { ADDRESS, CONTACT, checkoutFixture } from '#support/checkout-fixture.ts';
import { ONE_USE_COUPON } from '#support/coupon-row.ts';
import { onBothEngines } from '#support/database.ts';
import { HOME } from '#support/order-fixture.ts';

const ONCE = {
  ...ONE_USE_COUPON,
  ...{ code: 'ONCE', kind: 'fixed' as const, value: 1_000, uses_left: null, per_customer: 1 },
};

onBothEngines('checkout', (open) => {
  const setUp = async (isCustomer = false) => checkoutFixture(await open(), isCustomer);

  test.each([false, true])('updates the city and state for a corrected pincode (customer: %s)', async (isCustomer) => {
    const { save, read } = await setUp(isCustomer);
    await save('contact', CONTACT);
    await save('address', { ...ADDRESS, address: 'new' });
    const prefilled = { city: 'Hyderabad', state: 'Telangana' };
    expect((await read()).address).toMatchObject({ pincode: '500003', ...prefilled });
    // A browser without JavaScript sends the prefilled city and state.
    await save('address', { ...ADDRESS, address: 'new', pincode: '110001', street: 'Connaught Place', ...prefilled });
    const { address, cart } = await read();
    expect(address).toMatchObject({ pincode: '110001', state: 'Delhi', street: 'Connaught Place' });
    expect(address?.city).not.toBe('Hyderabad');
    expect(cart.pincode).toBe('110001');
  });

  test('keeps a city entered together with a new pincode, and rejects a wrong state with a message', async () => {
    const { save, read } = await setUp();
    await save('contact', CONTACT);
    await save('address', ADDRESS);
    await save('address', { ...ADDRESS, pincode: '560001', city: 'Bengaluru Cantonment', state: 'Karnataka' });
    expect((await read()).address).toMatchObject({ city: 'Bengaluru Cantonment', state: 'Karnataka' });
    const saveResult = save('address', { ...ADDRESS, pincode: '560001', city: 'Bengaluru', state: 'Goa' });
    const message = 'Pincode 560001 is in Karnataka. Please correct the pincode or the state.';
    await expect(saveResult).rejects.toMatchObject({ code: 'invalid', message, fields: { state: message } });
    expect((await read()).isDone('address')).toBe(false);
  });

  test('keeps the address step open if a corrected pincode is saved only as a draft', async () => {
    const { save, read } = await setUp();
    await save('contact', CONTACT);
    await save('address', ADDRESS);
    await save('address', { ...ADDRESS, city: 'Hyderabad', state: 'Telangana', pincode: '502001', isDraft: true });
    expect((await read()).isDone('address')).toBe(false);
  });

  test('also corrects the state in the address book, and rejects a state that contradicts the pincode', async () => {
    const { shop, customer, save } = await setUp(true);
    const id = customer?.id ?? '';
    const { _id, ...savedAddress } = await createAddress(shop, { ...(HOME as AddressInput), isDefault: true }, id);
    const changedAddress = await updateAddress(shop, { ...savedAddress, id: _id, pincode: '110001' }, id);
    expect(changedAddress).toMatchObject({ pincode: '110001', state: 'Delhi' });
    await expect(updateAddress(shop, { id: _id, state: 'Goa' }, id)).rejects.toMatchObject({ code: 'invalid' });
    // An invalid address that was stored by an older version is also rejected.
    await shop.db.write.updateTable('address').set({ state: 'Goa' }).execute();
    await expect(save('address', { address: _id })).rejects.toMatchObject({ code: 'invalid' });
    expect(await readAddresses(shop.db.write, id)).toHaveLength(1);
  });

  test('rejects an order if its state does not match the pincode', async () => {
    const { db, fixture } = await setUp();
    const owner = await fixture.cartOf(['test-scarf', 1]);
    const placement = fixture.place(owner, { address: { ...HOME, state: 'Goa' } });
    await expect(placement).rejects.toMatchObject({ code: 'invalid', fields: { state: expect.any(String) } });
    expect(await db.write.selectFrom('orders').select('id').execute()).toEqual([]);
  });

  test.each([
    ['a guest with another spelling of the email address', { email: 'ASHA+1@example.in', mobile: '9000000001' }],
    ['a guest with the same mobile number', { email: 'other@example.in', mobile: '9876543210' }],
  ])('rejects a used coupon for %s, who can remove it', async (_guest, contact) => {
    const { db, shop, fixture, owner, save, read } = await setUp();
    await db.write.insertInto('coupon').values(ONCE).execute();
    const earlierOwner = await fixture.cartOf(['test-scarf', 1]);
    await applyCoupon(shop, earlierOwner, 'ONCE');
    await fixture.place(earlierOwner, { contact: CONTACT });
    // The coupon is accepted while the guest is unknown, and rejected as soon as the contact is entered.
    await applyCoupon(shop, owner, 'ONCE');
    expect((await read()).cart.totals.discountPaise).toBe(1_000);
    await save('contact', contact);
    const { cart } = await read();
    expect(cart.coupon).toEqual({ code: 'ONCE', refusal: COUPON_MESSAGES.usedByYou });
    expect(cart.totals.discountPaise).toBe(0);
    await removeCoupon(shop, owner);
    expect((await read()).cart.coupon).toBeUndefined();
    await expect(applyCoupon(shop, owner, 'once'), 'the coupon is entered again').rejects.toThrow(
      COUPON_MESSAGES.usedByYou,
    );
  });

  test('rejects a coupon on entry if the account’s mobile number has used it', async () => {
    const { db, shop, fixture, owner, customer } = await setUp(true);
    await db.write.insertInto('coupon').values(ONCE).execute();
    const earlierOwner = await fixture.cartOf(['test-scarf', 1]);
    await applyCoupon(shop, earlierOwner, 'ONCE');
    await fixture.place(earlierOwner, { contact: { email: 'other@example.in', mobile: customer?.mobile ?? '' } });
    await expect(applyCoupon(shop, owner, 'ONCE')).rejects.toThrow(COUPON_MESSAGES.usedByYou);
  });

  test('keeps the chosen payment method after an order is rejected', async () => {
    const { shop, owner, customer, save, read } = await setUp();
    await save('contact', CONTACT);
    await save('address', ADDRESS);
    await save('delivery', { delivery: 'standard' });
    const form = { key: (await read()).draft.key, payment: 'cod' as const, total_cod: 1, total_online: 1 };
    await expect(placeFromDraft(shop, owner, customer, form)).rejects.toThrow('The price has changed');
    expect((await read()).draft.fields.payment).toBe('cod');
  });

  test.each([false, true])('keeps only the address after an order is placed (customer: %s)', async (isCustomer) => {
    const { db, shop, owner, customer, save, read } = await setUp(isCustomer);
    await save('contact', CONTACT);
    await save('address', { ...ADDRESS, address: 'new' });
    await save('delivery', { delivery: 'standard', note: 'Ring twice' });
    const { draft, cart } = await read();
    const total = cart.totals.totalPaise / 100;
    await placeFromDraft(shop, owner, customer, {
      key: draft.key,
      payment: 'cod',
      total_cod: total,
      total_online: total,
    });
    const notes = await db.write.selectFrom('orders').select('note').execute();
    expect(notes).toEqual([{ note: 'Ring twice' }]);
    const nextCheckout = await read();
    const fields = Object.keys(nextCheckout.draft.fields).filter(
      (field) => nextCheckout.draft.fields[field as 'note'] !== undefined,
    );
    expect(fields).not.toContain('note');
    expect(fields).not.toContain('delivery');
    expect(fields).not.toContain('payment');
    expect(nextCheckout.draft.key).not.toBe(draft.key);
    expect(nextCheckout.address).toMatchObject({ street: 'Karkhana Lane', city: 'Hyderabad' });
    expect(stepToShow(null, nextCheckout.isDone)).toBe(isCustomer ? 'delivery' : 'contact');
  });
});
