import { expect, test } from 'vitest';
import { CODE_LIFETIME_MS, LINK_LIFETIME_MS } from '#lib/customers/auth/codes.ts';

test('a code is valid for ten minutes, and a link for half an hour', () => {
  expect(CODE_LIFETIME_MS).toBe(600_000);
  expect(LINK_LIFETIME_MS).toBe(1_800_000);
});
