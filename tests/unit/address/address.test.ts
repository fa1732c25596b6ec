import { expect, test } from 'vitest';
import { fieldErrors } from '#lib/primitives/field-errors.ts';
import { addressChangeSchema, addressSchema } from '#lib/sales/address/address.schema.ts';
import { ADDRESS_MESSAGES as MESSAGES } from '#lib/sales/address/address.ts';

const VALID = { name: 'Asha Rao', mobile: '9876543210', pincode: '500003', house: '12-3/A', street: 'Karkhana Lane' };

test('city, state, landmark and type of an address are optional', () => {
  expect(fieldErrors(addressSchema, VALID)).toBeUndefined();
  const defaults = { landmark: '', city: '', state: '', type: 'home', isDefault: false };
  expect(addressSchema.parse(VALID)).toEqual({ ...VALID, ...defaults });
});

test.each([
  ['name', '', MESSAGES.name],
  ['name', 'x'.repeat(61), MESSAGES.tooLong],
  ['mobile', '987654321', MESSAGES.mobile],
  ['mobile', '98765432101', MESSAGES.mobile],
  ['mobile', '९८७६५४३२१०', MESSAGES.mobile],
  ['pincode', '000000', MESSAGES.pincode],
  ['pincode', '50000', MESSAGES.pincode],
  ['house', ' ', MESSAGES.house],
  ['street', '\n\t', MESSAGES.street],
  ['state', 'Wakanda', MESSAGES.state],
  ['type', 'castle', MESSAGES.type],
] as const)('rejects %s %j', (field, value, message) => {
  expect(fieldErrors(addressSchema, { ...VALID, [field]: value })).toEqual({ [field]: message });
});

test('replaces line breaks and control characters with spaces', () => {
  expect(addressSchema.parse({ ...VALID, street: ' Karkhana\r\nLane\u0000 2 ' }).street).toBe('Karkhana Lane 2');
});

test('a change to an address contains only the known fields that were sent', () => {
  expect(addressChangeSchema.parse({ id: 'a', isDefault: 'on', customer_id: 'b' })).toEqual({
    id: 'a',
    isDefault: true,
  });
});
