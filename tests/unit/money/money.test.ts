import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPaise, formatRupees } from '#lib/money/money.ts';

const withPaise = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [99_999, '999.99'],
  [149_900, '1,499.00'],
  [10_000_000, '1,00,000.00'],
  [123_456_789_012, '1,23,45,67,890.12'],
  [-149_900, '-1,499.00'],
])('%i paise are written %s', (paise, text) => expect(formatPaise(paise)).toBe(text));

test('amounts are written as en-IN writes them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000_000_000 }), (paise) => {
      expect(formatPaise(paise)).toBe(withPaise.format(paise / 100));
      expect(formatRupees(paise)).toBe(whole.format(paise));
    }),
  );
});
