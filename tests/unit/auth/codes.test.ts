import { expect, test } from 'vitest';
import { CODE_LIFETIME_MS, LINK_LIFETIME_MS } from '#lib/customers/auth/codes.ts';
import { verifySchema } from '#lib/customers/auth/verify.schema.ts';

test('a code is valid for ten minutes, and a link for half an hour', () => {
  expect(CODE_LIFETIME_MS).toBe(600_000);
  expect(LINK_LIFETIME_MS).toBe(1_800_000);
});

test('trims the email address sent with a code and converts it to lower case', () =>
  expect(verifySchema.parse({ otp: '1234', email: ' Asha@Example.IN ' }).email).toBe('asha@example.in'));
