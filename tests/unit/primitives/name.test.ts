import { describe, expect, test } from 'vitest';
import { registerSchema } from '#lib/customers/auth/register.schema.ts';
import { contactSchema } from '#lib/customers/contact/contact.schema.ts';
import { type FormSchema, fieldErrors } from '#lib/primitives/field-errors.ts';
import { isSameName } from '#lib/primitives/name.ts';
import { profileFormSchema, profileSchema } from '#lib/sales/account/profile.schema.ts';
import { addressSchema } from '#lib/sales/address/address.schema.ts';

const EMAIL = 'asha@example.in';
const MOBILE = '9876543210';
const NOW = Date.parse('2026-11-20T19:00:00Z');

const NAMES = [
  'Asha Rao',
  "Asha D'Souza",
  'Asha D’Souza',
  'Dr. A. P. J. Rao',
  'Mary-Ann Núñez',
  'आशा राव',
  'ಕ್ಷಮಾ ಹೆಗ್ಡೆ',
  'മലയാളം',
  'محمد علی',
];

/** The forms with a person's name; the schema may depend on the stored name. */
const FORMS: [form: string, schemaFor: (stored: string) => FormSchema, input: (name: string) => object][] = [
  ['registration', () => registerSchema, (name) => ({ name, email: EMAIL, mobile: MOBILE, termsAndCondtion: true })],
  ['contact', () => contactSchema, (name) => ({ name, email: EMAIL, mobile: MOBILE, content: 'Hello' })],
  [
    'address',
    () => addressSchema,
    (name) => ({ name, mobile: MOBILE, pincode: '560001', house: '14', street: 'Brigade Road' }),
  ],
  [
    'profile',
    (stored) => profileFormSchema(NOW, { name: stored, mobile: MOBILE }),
    (name) => ({ name, mobile: MOBILE, gender: '', dob: '' }),
  ],
  ['profile (API)', (stored) => profileSchema({ name: stored, mobile: MOBILE }), (name) => ({ name })],
];

describe.each(FORMS)('the %s form', (_form, schemaFor, input) => {
  test.each(NAMES)('accepts the stored name %j', (name) => {
    expect(fieldErrors(schemaFor(name), input(name))).toBeUndefined();
  });

  test('replaces line breaks and repeated spaces with one space', () => {
    expect(schemaFor('').safeParse(input(' Asha \n Rao '))).toMatchObject({ data: { name: 'Asha Rao' } });
  });
});

describe('an unchanged name in the profile', () => {
  const profile = (stored: string) => profileFormSchema(NOW, { name: stored, mobile: '1234567890' });
  const profileOf = (name: string) => ({ name, mobile: '1234567890', gender: '', dob: '' });

  test.each([
    ["Asha D'Souza", 'Asha D’Souza'],
    ['Asha D’Souza', " Asha  D'Souza "],
    ['José', 'Jose\u0301'],
    ['Asha 2', 'Asha 2'],
    ['A'.repeat(80), 'A'.repeat(80)],
  ])('that is stored as %j is valid as %j', (stored, name) => {
    expect(fieldErrors(profile(stored), profileOf(name))).toBeUndefined();
  });

  test('does not make other names with special characters valid', () => {
    expect(fieldErrors(profile("Asha D'Souza"), profileOf("Asha O'Neil"))).toEqual({
      name: 'Name should contain only letters and spaces',
    });
  });
});

test('names that differ in case or in an apostrophe are different', () => {
  expect(isSameName('Asha Rao', 'Asha rao')).toBe(false);
  expect(isSameName("D'Souza", 'DSouza')).toBe(false);
});
