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

  test('fills in an empty city and state from the pincode, and keeps the ones that were entered', async () => {
    const { shop, asha } = await setUp();
    const filledAddress = await createAddress(shop, INPUT, asha);
    expect(filledAddress).toEqual({
      ...INPUT,
      _id: filledAddress._id,
      city: 'Hyderabad',
      state: 'Telangana',
      isDefault: true,
    });
    const inSecunderabad = await createAddress(shop, { ...INPUT, city: 'Secunderabad' }, asha);
    expect([inSecunderabad.city, inSecunderabad.state]).toEqual(['Secunderabad', 'Telangana']);
    const inputWithUnknownPincode = { ...INPUT, pincode: '999999' };
    await expect(createAddress(shop, inputWithUnknownPincode, asha)).rejects.toMatchObject({
      code: 'invalid',
      message: ADDRESS_MESSAGES.cityAndStateMissing,
      fields: { city: ADDRESS_MESSAGES.city, state: ADDRESS_MESSAGES.state },
    });
    expect(
      await createAddress(shop, { ...inputWithUnknownPincode, city: 'Newtown', state: 'Goa' }, asha),
    ).toMatchObject({
      city: 'Newtown',
    });
  });

  test('updates the city and state when the pincode changes', async () => {
    const { shop, asha } = await setUp();
    const { _id: id } = await createAddress(shop, INPUT, asha);
    const movedAddress = await updateAddress(shop, { id, pincode: '560001' }, asha);
    expect(movedAddress).toMatchObject({ city: 'Bengaluru', state: 'Karnataka', name: INPUT.name });
    const renamedAddress = await updateAddress(shop, { id, city: 'Bangalore Cantonment' }, asha);
    expect(renamedAddress).toMatchObject({ city: 'Bangalore Cantonment', state: 'Karnataka' });
  });

  test('has exactly one default address after additions, changes and deletions', async () => {
    const { shop, asha } = await setUp();
    const readDefaults = async () =>
      (await readAddresses(shop.db.write, asha)).filter(({ isDefault }) => isDefault).map(({ _id }) => _id);
    const firstAddress = await createAddress(shop, INPUT, asha);
    const secondAddress = await createAddress(shop, INPUT, asha);
    expect(await readDefaults()).toEqual([firstAddress._id]);
    const thirdAddress = await createAddress(shop, { ...INPUT, isDefault: true }, asha);
    expect(await readDefaults()).toEqual([thirdAddress._id]);
    await updateAddress(shop, { id: thirdAddress._id, isDefault: false }, asha);
    expect(await readDefaults()).toEqual([thirdAddress._id]);
    await updateAddress(shop, { id: firstAddress._id, isDefault: true }, asha);
    expect(await readDefaults()).toEqual([firstAddress._id]);
    await deleteAddress(shop, firstAddress._id, asha);
    // A client that did not receive the first response repeats the request.
    await deleteAddress(shop, firstAddress._id, asha);
    expect(await readDefaults()).toEqual([thirdAddress._id]);
    await deleteAddress(shop, secondAddress._id, asha);
    await deleteAddress(shop, thirdAddress._id, asha);
    expect(await readAddresses(shop.db.write, asha)).toEqual([]);
  });

  test('keeps one default address, and at most the allowed number of addresses, under concurrent changes', async () => {
    const { shop, asha } = await setUp();
    const attempts = Array.from({ length: ADDRESSES_MAX + 4 }, () =>
      createAddress(shop, { ...INPUT, isDefault: true }, asha),
    );
    const results = await Promise.allSettled(attempts);
    const rejections = results.filter((result) => result.status === 'rejected');
    expect(rejections.map(({ reason }) => reason.message)).toEqual(Array(4).fill(ADDRESS_MESSAGES.tooMany));
    const storedAddresses = await readAddresses(shop.db.write, asha);
    expect(storedAddresses).toHaveLength(ADDRESSES_MAX);
    await Promise.all(
      storedAddresses.slice(0, 6).map(({ _id }) => updateAddress(shop, { id: _id, isDefault: true }, asha)),
    );
    expect((await readAddresses(shop.db.write, asha)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  test('of one customer can’t be read, changed or deleted by another', async () => {
    const { shop, asha, bela } = await setUp();
    const { _id: id } = await createAddress(shop, INPUT, asha);
    const addressesBefore = await readAddresses(shop.db.write, asha);
    const notFound = { code: 'not_found', message: ADDRESS_MESSAGES.notFound };
    await expect(updateAddress(shop, { id, name: 'Mallory' }, bela)).rejects.toMatchObject(notFound);
    await expect(deleteAddress(shop, id, bela)).rejects.toMatchObject(notFound);
    await expect(deleteAddress(shop, 'nothing', bela)).rejects.toMatchObject(notFound);
    await expect(deleteAddress(shop, id, bela)).rejects.toMatchObject(notFound);
    expect(await readAddresses(shop.db.write, bela)).toEqual([]);
    expect(await readAddresses(shop.db.write, asha)).toEqual(addressesBefore);
  });
});
