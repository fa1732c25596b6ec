import { describe, expect, test } from 'vitest';
import { MOBILE_PATTERN, mobileDigits } from '#lib/fields/mobile.ts';

describe('the digits of a mobile number', () => {
  test.each([
    '9876543210',
    '98765 43210',
    '+91 98765 43210',
    '+919876543210',
    '919876543210',
    '0091 98765 43210',
    '09876543210',
    ' 098765-43210 ',
    '(98765) 43210',
  ])('of %j are 9876543210', (text) => expect(mobileDigits(text)).toBe('9876543210'));

  test.each(['', '987654321', '98765432101', '+1 9876543210', '98765 4321O', '9198765432101'])(
    'are not found in %j',
    (text) => {
      expect(mobileDigits(text)).toBe(text);
      expect(MOBILE_PATTERN.test(mobileDigits(text))).toBe(false);
    },
  );
});
