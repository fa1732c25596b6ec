import { describe, expect, test } from 'vitest';
import { registerSchema } from '#lib/customers/auth/register.schema.ts';
import { contactSchema } from '#lib/customers/contact/contact.schema.ts';
import { type FormSchema, fieldErrors } from '#lib/primitives/field-errors.ts';
import { mobileField } from '#lib/primitives/mobile.schema.ts';
import {
  filterMobileInput,
  MOBILE_INPUT_PATTERN,
  MOBILE_PATTERN,
  MOBILE_START_MESSAGE,
  mobileDigits,
} from '#lib/primitives/mobile.ts';
import { profileSchema } from '#lib/sales/account/profile.schema.ts';
import { addressSchema } from '#lib/sales/address/address.schema.ts';
import { contactSchema as checkoutSchema } from '#lib/sales/checkout/checkout.schema.ts';
import { orderSchema } from '#lib/sales/checkout/order.schema.ts';

const SPELLINGS = [
  '9876543210',
  '98765 43210',
  '+91 98765 43210',
  '+919876543210',
  '919876543210',
  '0091 98765 43210',
  '09876543210',
  '+91-09876543210',
  '+91 (0) 98765 43210',
  ' 098765-43210 ',
  '(98765) 43210',
  '\u202a+91 98765\u00a043210\u202c',
];
const INVALID_NUMBERS = ['', '987654321', '98765432101', '+1 9876543210', '98765 4321O', '9198765432101', '९८७६५४३२१०'];

describe('the digits of a mobile number', () => {
  test.each(SPELLINGS)('of %j are 9876543210', (text) => expect(mobileDigits(text)).toBe('9876543210'));

  test.each(INVALID_NUMBERS)('are not found in %j', (text) => {
    expect(mobileDigits(text)).toBe(text);
    expect(MOBILE_PATTERN.test(mobileDigits(text))).toBe(false);
  });
});

describe('the content of a field', () => {
  test.each(SPELLINGS)('after %j was pasted is 9876543210', (text) =>
    expect(filterMobileInput(text)).toBe('9876543210'),
  );

  test.each(SPELLINGS)('after %j was typed key by key is 9876543210', (text) => {
    expect([...text].reduce((content, key) => filterMobileInput(content + key), '')).toBe('9876543210');
  });

  test.each(['9198765432', '919198765432', '+91 91987 65432', '091987 65432'])(
    'with a number whose ten digits begin with 91 keeps them: %j',
    (text) => expect(filterMobileInput(text)).toBe('9198765432'),
  );

  test.each([
    ['98a76', '9876'],
    ['98765432109', '9876543210'],
    ['0', ''],
    ['+91', '91'],
  ])('after the input %j is %j', (text, content) => expect(filterMobileInput(text)).toBe(content));
});

/** The shop’s forms with a mobile number, and the message of each for an invalid number. */
const FORMS: [name: string, schema: FormSchema, input: (mobile: string) => object, message: string][] = [
  [
    'contact',
    contactSchema,
    (mobile) => ({ name: 'Asha Rao', email: 'asha@example.in', content: 'Hello', mobile }),
    'Mobile must be 10 digits',
  ],
  [
    'registration',
    registerSchema,
    (mobile) => ({ name: 'Asha Rao', email: 'asha@example.in', termsAndCondtion: true, mobile }),
    'Mobile is required',
  ],
  ['profile', profileSchema({ name: '', mobile: '' }), (mobile) => ({ mobile }), 'Mobile must be 10 digits'],
  [
    'address',
    addressSchema,
    (mobile) => ({ name: 'Asha Rao', pincode: '560 001', house: '14', street: 'Brigade Road', mobile }),
    'Mobile must be 10 digits',
  ],
  ['checkout', checkoutSchema, (mobile) => ({ email: 'asha@example.in', mobile }), 'Mobile must be 10 digits'],
];

describe.each(FORMS)('the %s form', (_name, schema, input, message) => {
  test.each(SPELLINGS)('accepts %j', (text) => {
    expect(fieldErrors(schema, input(text))).toBeUndefined();
    expect(schema.safeParse(input(text))).toMatchObject({ data: { mobile: '9876543210' } });
  });

  test.each(INVALID_NUMBERS.slice(1))('rejects %j', (text) => {
    expect(fieldErrors(schema, input(text))).toEqual({ mobile: message });
  });

  test.each(['0123456789', '1234567890', '5876543210'])('rejects %j because of its first digit', (text) => {
    expect(fieldErrors(schema, input(text))).toEqual({ mobile: MOBILE_START_MESSAGE });
  });
});

test('the mobile number of an order in the API is parsed as ten digits', () => {
  const contact = { email: 'asha@example.in', mobile: '+91 98765 43210' };
  const order = { contact, address: 'some-id', payment: 'cod' };
  expect(orderSchema.safeParse(order)).toMatchObject({ data: { contact: { mobile: '9876543210' } } });
});

test('the pattern of the input field accepts the same numbers as the schema', () => {
  const pattern = new RegExp(`^(?:${MOBILE_INPUT_PATTERN})$`, 'v');
  const schema = mobileField();
  for (const text of SPELLINGS) expect(pattern.test(text), text).toBe(schema.safeParse(text).success);
  for (const text of ['987654321', '1234567890', '9198765432101']) expect(pattern.test(text), text).toBe(false);
});
