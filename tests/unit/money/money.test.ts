import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPaise, formatRupees, paiseToRupees, rupeesToPaise } from '#lib/shop/money/money.ts';
import { priceText, wholeRupeesText } from '#lib/shop/money/price-text.ts';

const paiseFormatter = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const rupeeFormatter = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [99_999, '999.99'],
  [149_900, '1,499.00'],
  [10_000_000, '1,00,000.00'],
  [123_456_789_012, '1,23,45,67,890.12'],
  [-149_900, '-1,499.00'],
])('formats %i paise as %s', (paise, text) => expect(formatPaise(paise)).toBe(text));

test('formats amounts in the same way as Intl for en-IN', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000_000_000 }), (paise) => {
      expect(formatPaise(paise)).toBe(paiseFormatter.format(paise / 100));
      expect(formatRupees(paise)).toBe(rupeeFormatter.format(paise));
    }),
  );
});

test('prices have the rupee sign', () => {
  expect(priceText(1_041_250)).toBe('₹10,412.50');
  expect(wholeRupeesText(1_000_000)).toBe('₹10,000');
});

test('converts whole paise to rupees and back without loss', () => {
  for (let paise = 0; paise < 100_000; paise += 7) expect(rupeesToPaise(paiseToRupees(paise))).toBe(paise);
});

test('converts paise to rupees with two decimals', () => {
  expect(paiseToRupees(104_125)).toBe(1_041.25);
  expect(paiseToRupees(0.6)).toBe(0.01);
  expect(paiseToRupees(-5)).toBe(-0.05);
});

test.each([
  [0, 0],
  [1, 100],
  [1_041.25, 104_125],
  [0.29, 29],
  [1.15, 115],
  [-3.5, -350],
  [1.005, undefined],
  [0.001, undefined],
  [0.009, undefined],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
])('%f rupees are %s paise', (rupees, paise) => expect(rupeesToPaise(rupees)).toBe(paise));
