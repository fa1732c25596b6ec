import { expect, test } from 'vitest';
import { CODE_LIVES_MS, LINK_LIVES_MS } from '#lib/customers/auth/codes.ts';
import { verifySchema } from '#lib/customers/auth/verify.schema.ts';

test('a code lives for ten minutes, and a link for half an hour', () => {
  expect(CODE_LIVES_MS).toBe(600_000);
  expect(LINK_LIVES_MS).toBe(1_800_000);
});

test('compares the address of a code in lower case', () =>
  expect(verifySchema.parse({ otp: '1234', email: ' Asha@Example.IN ' }).email).toBe('asha@example.in'));
