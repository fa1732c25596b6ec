import { describe, expect, test } from 'vitest';
import { loginSchema } from '#lib/customers/auth/login.schema.ts';
import { registerSchema } from '#lib/customers/auth/register.schema.ts';
import { verifySchema } from '#lib/customers/auth/verify.schema.ts';
import { safeRedirectPath } from '#lib/platform/http/endpoint/safe-redirect-path.ts';
import { fieldErrors } from '#lib/primitives/field-errors.ts';

const VALID_INPUT = { name: 'Asha Rao', email: 'asha@example.in', mobile: '9876543210', termsAndCondtion: true };

describe('login', () => {
  const messageFor = (email: unknown) => loginSchema.safeParse({ email }).error?.issues[0]?.message;

  test.each(['asha@example.in', ' Asha@Example.IN ', 'a.b+c@mail.example.co.in'])('accepts the address %j', (email) =>
    expect(messageFor(email)).toBeUndefined(),
  );

  test.each([undefined, '', '  ', 'asha', 'asha@example', 'a sha@example.in', `${'a'.repeat(250)}@example.in`])(
    'rejects the address %j',
    (email) => expect(messageFor(email)).toBe('Please enter a valid email address.'),
  );

  test('trims an address and converts it to lower case', () => {
    expect(loginSchema.parse({ email: ' Asha@Example.IN ' }).email).toBe('asha@example.in');
  });
});

describe('registration', () => {
  test('accepts valid input', () => expect(fieldErrors(registerSchema, VALID_INPUT)).toBeUndefined());

  test.each([
    ['name', '', 'Name must be at least 3 characters long'],
    ['name', ' Al ', 'Name must be at least 3 characters long'],
    ['name', 'a'.repeat(101), 'Name must be at most 100 characters long'],
    ['email', '', 'Email is required'],
    ['email', 'asha@example', 'Email is required'],
    ['mobile', '', 'Mobile is required'],
    ['mobile', '987654321', 'Mobile is required'],
    ['mobile', '98765432101', 'Mobile is required'],
    ['mobile', '98765-4321', 'Mobile is required'],
    ['termsAndCondtion', false, 'Please accept the terms and conditions.'],
    ['termsAndCondtion', 'off', 'Please accept the terms and conditions.'],
  ])('rejects %s %j: %s', (field, value, message) => {
    expect(fieldErrors(registerSchema, { ...VALID_INPUT, [field]: value })).toEqual({ [field]: message });
  });

  test('reports the errors in all fields at once', () => {
    const errors = fieldErrors(registerSchema, { name: '', email: '', mobile: '', termsAndCondtion: false });
    expect(Object.keys(errors ?? {})).toEqual(['name', 'email', 'mobile', 'termsAndCondtion']);
  });

  test.each([true, 'on', 'true'])('reads a checkbox submitted as %j as checked', (termsAndCondtion) => {
    expect(registerSchema.safeParse({ ...VALID_INPUT, termsAndCondtion }).success).toBe(true);
  });
});

describe('the one-time code', () => {
  test.each(['0042', ' 1234 ', '12345678'])('accepts %j', (otp) =>
    expect(verifySchema.parse({ otp }).otp).toBe(otp.trim()),
  );

  test('comes with an email address that is trimmed and converted to lower case', () =>
    expect(verifySchema.parse({ otp: '1234', email: ' Asha@Example.IN ' }).email).toBe('asha@example.in'));

  test('restores leading zeros of a number', () => {
    expect(verifySchema.parse({ otp: 42 }).otp).toBe('0042');
    expect(verifySchema.parse({ otp: 123456 }).otp).toBe('123456');
  });

  test.each([-1, 1.5, 123456789, Number.NaN])('rejects the number %j', (otp) =>
    expect(verifySchema.safeParse({ otp }).error?.issues[0]?.message).toBe('Invalid OTP, please try again.'),
  );

  test.each(['', '123', '123456789', '12a4', '１２３４', undefined])('rejects %j', (otp) =>
    expect(verifySchema.safeParse({ otp }).error?.issues[0]?.message).toBe('Invalid OTP, please try again.'),
  );
});

describe('after login', () => {
  test.each(['/', '/checkout', '/products?category=women&quickView=a', '/account/orders#last', '/..//example.org'])(
    'redirects to %j',
    (next) => expect(safeRedirectPath(next)).toBe(next),
  );

  test('encodes non-ASCII characters of the target for the Location header', () => {
    const path = safeRedirectPath('/search?search=कुर्ता é 🧵') ?? '';
    expect(new Headers({ location: path }).get('location')).toBe(path);
    expect(new URL(path, 'http://shop.example').searchParams.get('search')).toBe('कुर्ता é 🧵');
    expect(safeRedirectPath(path)).toBe(path);
  });

  test.each([
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
    '\n/cart',
    '/cart\r\nset-cookie: a',
    'javascript:alert(1)',
    'cart',
    '',
    '/\ud800',
    7,
    null,
    `/${'a'.repeat(2_000)}`,
  ])('rejects the target %j', (next) => expect(safeRedirectPath(next)).toBeUndefined());
});
