import { expect, test } from 'vitest';
import { createAddress, readAddresses } from '#lib/sales/address/address.server.ts';
import { CHECKOUT_MESSAGES, CHECKOUT_STEPS, DRAFT_MAX_CHARACTERS, stepToShow } from '#lib/sales/checkout/checkout.ts';
import { ADDRESS, CONTACT, checkoutFixture } from '#support/checkout-fixture.ts';
import { onBothEngines } from '#support/database.ts';
import { HOME } from '#support/order-fixture.ts';

onBothEngines('the steps of the checkout', (open) => {
  test('open in order, up to the first incomplete one', async () => {
    const { save, read } = await checkoutFixture(await open());
    const readSteps = async () => {
      const { isDone } = await read();
      return CHECKOUT_STEPS.map((requested) => stepToShow(requested, isDone));
    };
    expect(await readSteps()).toEqual(['contact', 'contact', 'contact', 'contact']);
    await save('contact', CONTACT);
    expect(await readSteps()).toEqual(['contact', 'address', 'address', 'address']);
    await save('address', ADDRESS);
    expect(await readSteps()).toEqual(['contact', 'address', 'delivery', 'delivery']);
    await save('delivery', { delivery: 'standard' });
    expect(await readSteps()).toEqual(['contact', 'address', 'delivery', 'payment']);
    expect((await read()).isDone('payment')).toBe(false);
  });

  test('reject an invalid contact field by field, and keep the entered values', async () => {
    const { save, read } = await checkoutFixture(await open());
    const saveResult = save('contact', { email: 'asha', mobile: '12' });
    await expect(saveResult).rejects.toMatchObject({
      code: 'invalid',
      message: CHECKOUT_MESSAGES.checkFields,
      fields: { email: 'Please enter a valid email address.', mobile: 'Mobile must be 10 digits' },
    });
    const { draft, isDone } = await read();
    expect(draft.fields).toMatchObject({ email: 'asha', mobile: '12' });
    expect(isDone('contact')).toBe(false);
  });

  test('reject an invalid address and phone number, each with a message at its field', async () => {
    const { save } = await checkoutFixture(await open());
    const saveResult = save('address', { ...ADDRESS, phone: '12', house: '' });
    await expect(saveResult).rejects.toMatchObject({
      code: 'invalid',
      fields: { phone: expect.any(String), house: expect.any(String) },
    });
  });

  test('require a delivery option, and limit the length of the note', async () => {
    const { save, read } = await checkoutFixture(await open());
    await expect(save('delivery', {})).rejects.toMatchObject({ fields: { delivery: 'Choose a delivery option.' } });
    const saveResult = save('delivery', { delivery: 'standard', note: 'x'.repeat(501) });
    await expect(saveResult).rejects.toMatchObject({ fields: { note: 'A note can have at most 500 characters.' } });
    expect((await read()).isDone('delivery')).toBe(false);
    await save('delivery', { delivery: 'standard', note: 'x'.repeat(500) });
    expect((await read()).isDone('delivery')).toBe(true);
  });

  test('store a draft without validation, truncate long values, and do not clear fields', async () => {
    const { save, read } = await checkoutFixture(await open());
    await save('contact', CONTACT);
    await save('contact', { email: '', mobile: '12', unknown: 'x', note: 'x'.repeat(700), isDraft: true });
    const { draft } = await read();
    const note = 'x'.repeat(DRAFT_MAX_CHARACTERS);
    expect(draft.fields).toEqual({ email: CONTACT.email, mobile: '12', note });
  });

  test('do not require a contact from a customer, and save a new address in the account', async () => {
    const { shop, customer, read, save } = await checkoutFixture(await open(), true);
    const checkoutBefore = await read();
    expect(checkoutBefore.draft.fields).toMatchObject({ email: customer?.email, address: 'new' });
    expect(checkoutBefore.isDone('contact')).toBe(true);
    await save('address', { ...ADDRESS, address: 'new' });
    const savedAddresses = await readAddresses(shop.db.write, customer?.id ?? '');
    expect(savedAddresses).toMatchObject([{ street: 'Karkhana Lane', city: 'Hyderabad', state: 'Telangana' }]);
    // When the form is sent again, it refers to the saved address.
    const { draft, address } = await read();
    expect(draft.fields.address).toBe(savedAddresses[0]?._id);
    expect(address).toMatchObject({ house: '5-4-86' });
    await save('address', { address: draft.fields.address });
    expect(await readAddresses(shop.db.write, customer?.id ?? '')).toHaveLength(1);
  });

  test('use a saved address instead of the entered one while it is selected', async () => {
    const { shop, customer, read, save } = await checkoutFixture(await open(), true);
    const id = customer?.id ?? '';
    const delhi = { ...HOME, pincode: '110001', city: 'New Delhi', state: 'Delhi', isDefault: false };
    const savedAddress = await createAddress(shop, delhi, id);
    expect((await read()).address).toMatchObject({ city: 'New Delhi' });
    await save('address', { ...ADDRESS, address: savedAddress._id });
    expect((await read()).address).toMatchObject({ city: 'New Delhi' });
    await save('address', { ...ADDRESS, address: 'new' });
    expect((await read()).address).toMatchObject({ city: 'Hyderabad' });
    // An address entered at checkout does not become the default.
    expect((await readAddresses(shop.db.write, id)).map(({ city, isDefault }) => [city, isDefault])).toEqual([
      ['New Delhi', true],
      ['Hyderabad', false],
    ]);
  });

  test('save a tenth address in the account, but an eleventh only in the order', async () => {
    const { shop, customer, read, save } = await checkoutFixture(await open(), true);
    const id = customer?.id ?? '';
    for (let n = 0; n < 9; n++) await createAddress(shop, { ...HOME, house: `${n}`, isDefault: false }, id);
    await save('address', { ...ADDRESS, address: 'new', house: 'ten' });
    expect(await readAddresses(shop.db.write, id)).toHaveLength(10);
    await save('address', { ...ADDRESS, address: 'new', house: 'eleven' });
    expect(await readAddresses(shop.db.write, id)).toHaveLength(10);
    expect((await read()).address).toMatchObject({ house: 'eleven', city: 'Hyderabad' });
  });

  test('store the payment method, but never complete the payment step', async () => {
    const { save, read } = await checkoutFixture(await open());
    await save('payment', { payment: 'online' });
    const { draft, isDone } = await read();
    expect(draft.fields).toEqual({ payment: 'online' });
    expect(CHECKOUT_STEPS.filter(isDone)).toEqual([]);
  });

  test('reject a guest’s contact in a shop without guest checkout, but accept a customer’s', async () => {
    const env = { GUEST_CHECKOUT: 'off' };
    const guest = await checkoutFixture(await open(), false, env);
    const saveResult = guest.save('contact', CONTACT);
    await expect(saveResult).rejects.toMatchObject({ code: 'not_logged_in', message: CHECKOUT_MESSAGES.loginFirst });
    expect((await guest.read()).isDone('contact')).toBe(false);
    const customer = await checkoutFixture(await open(), true, env);
    await customer.save('contact', CONTACT);
    expect((await customer.read()).isDone('contact')).toBe(true);
  });

  test('store nothing without a cart', async () => {
    const { db, save } = await checkoutFixture(await open());
    await db.write.deleteFrom('cart').execute();
    const saveResult = save('contact', CONTACT);
    await expect(saveResult).rejects.toMatchObject({ code: 'conflict', message: CHECKOUT_MESSAGES.emptyCart });
    expect(await db.write.selectFrom('checkout_draft').selectAll().execute()).toEqual([]);
  });
});
