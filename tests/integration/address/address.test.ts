import { expect, test } from 'vitest';
import { createAddress, deleteAddress, readAddresses, updateAddress } from '#lib/sales/address/address.server.ts';
import { ADDRESS_MESSAGES, ADDRESSES_MAX, type AddressInput } from '#lib/sales/address/address.ts';
import { addCustomer } from '#support/customers.ts';
import { onBothEngines } from '#support/database.ts';

const INPUT: AddressInput = {
  name: 'Asha Rao',
  mobile: '9876543210',
  pincode: '500003',
  house: '12-3/A',
  street: "Karkhana'); drop table address;--",
  landmark: '',
  city: '',
  state: '',
  type: 'home',
  isDefault: false,
};

onBothEngines('the address book', (open) => {
  async function setUp() {
    const db = await open();
    let time = Date.now();
    const [asha, bela] = [await addCustomer(db), await addCustomer(db)];
    return { shop: { db, now: () => ++time }, asha: asha.id, bela: bela.id };
  }

  test('fills an empty city and state from the pincode, and keeps typed ones', async () => {
    const { shop, asha } = await setUp();
    const filled = await createAddress(shop, INPUT, asha);
    expect(filled).toEqual({ ...INPUT, _id: filled._id, city: 'Hyderabad', state: 'Telangana', isDefault: true });
    const inSecunderabad = await createAddress(shop, { ...INPUT, city: 'Secunderabad' }, asha);
    expect([inSecunderabad.city, inSecunderabad.state]).toEqual(['Secunderabad', 'Telangana']);
    const unknown = { ...INPUT, pincode: '999999' };
    await expect(createAddress(shop, unknown, asha)).rejects.toMatchObject({
      code: 'invalid',
      message: ADDRESS_MESSAGES.cityAndStateMissing,
      fields: { city: ADDRESS_MESSAGES.city, state: ADDRESS_MESSAGES.state },
    });
    expect(await createAddress(shop, { ...unknown, city: 'Newtown', state: 'Goa' }, asha)).toMatchObject({
      city: 'Newtown',
    });
  });

  test('updates city and state when the pincode changes', async () => {
    const { shop, asha } = await setUp();
    const { _id: id } = await createAddress(shop, INPUT, asha);
    const moved = await updateAddress(shop, { id, pincode: '560001' }, asha);
    expect(moved).toMatchObject({ city: 'Bengaluru', state: 'Karnataka', name: INPUT.name });
    const named = await updateAddress(shop, { id, city: 'Bangalore Cantonment' }, asha);
    expect(named).toMatchObject({ city: 'Bangalore Cantonment', state: 'Karnataka' });
  });

  test('has exactly one default address after additions, changes and deletions', async () => {
    const { shop, asha } = await setUp();
    const defaults = async () =>
      (await readAddresses(shop.db.write, asha)).filter(({ isDefault }) => isDefault).map(({ _id }) => _id);
    const first = await createAddress(shop, INPUT, asha);
    const second = await createAddress(shop, INPUT, asha);
    expect(await defaults()).toEqual([first._id]);
    const third = await createAddress(shop, { ...INPUT, isDefault: true }, asha);
    expect(await defaults()).toEqual([third._id]);
    await updateAddress(shop, { id: third._id, isDefault: false }, asha);
    expect(await defaults()).toEqual([third._id]);
    await updateAddress(shop, { id: first._id, isDefault: true }, asha);
    expect(await defaults()).toEqual([first._id]);
    await deleteAddress(shop, first._id, asha);
    // A client that lost the first response repeats the request.
    await deleteAddress(shop, first._id, asha);
    expect(await defaults()).toEqual([third._id]);
    await deleteAddress(shop, second._id, asha);
    await deleteAddress(shop, third._id, asha);
    expect(await readAddresses(shop.db.write, asha)).toEqual([]);
  });

  test('keeps one default address, and no more addresses than allowed, under concurrent changes', async () => {
    const { shop, asha } = await setUp();
    const attempts = Array.from({ length: ADDRESSES_MAX + 4 }, () =>
      createAddress(shop, { ...INPUT, isDefault: true }, asha),
    );
    const results = await Promise.allSettled(attempts);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.map(({ reason }) => reason.message)).toEqual(Array(4).fill(ADDRESS_MESSAGES.tooMany));
    const stored = await readAddresses(shop.db.write, asha);
    expect(stored).toHaveLength(ADDRESSES_MAX);
    await Promise.all(stored.slice(0, 6).map(({ _id }) => updateAddress(shop, { id: _id, isDefault: true }, asha)));
    expect((await readAddresses(shop.db.write, asha)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  test('can’t be read, changed or deleted by another customer', async () => {
    const { shop, asha, bela } = await setUp();
    const { _id: id } = await createAddress(shop, INPUT, asha);
    const before = await readAddresses(shop.db.write, asha);
    const notFound = { code: 'not_found', message: ADDRESS_MESSAGES.notFound };
    await expect(updateAddress(shop, { id, name: 'Mallory' }, bela)).rejects.toMatchObject(notFound);
    await expect(deleteAddress(shop, id, bela)).rejects.toMatchObject(notFound);
    await expect(deleteAddress(shop, 'nothing', bela)).rejects.toMatchObject(notFound);
    await expect(deleteAddress(shop, id, bela)).rejects.toMatchObject(notFound);
    expect(await readAddresses(shop.db.write, bela)).toEqual([]);
    expect(await readAddresses(shop.db.write, asha)).toEqual(before);
  });
});
