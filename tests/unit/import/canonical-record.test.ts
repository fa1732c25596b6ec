import { expect, test } from 'vitest';
import { formatPaise, formatRupees, paiseToRupees, rupeesToPaise } from '#lib/shop/money/money.ts';

test('formats paise with two decimals, rupees without, and groups digits as in India', () => {
  expect(formatPaise(149_900)).toBe('1,499.00');
  expect(formatPaise(12_345_678_90)).toBe('1,23,45,678.90');
  expect(formatRupees(10_000)).toBe('10,000');
});

test('converts whole paise to rupees and back without loss, and rejects fractions of a paisa', () => {
  for (let paise = 0; paise < 100_000; paise += 7) expect(rupeesToPaise(paiseToRupees(paise))).toBe(paise);
  expect(rupeesToPaise(19.99)).toBe(1_999);
  expect(rupeesToPaise(1.005)).toBeUndefined();
  expect(rupeesToPaise(Number.NaN)).toBeUndefined();
});
