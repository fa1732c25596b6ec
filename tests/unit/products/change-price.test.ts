import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedPaise, type Rounding, roundedPaise } from '#lib/catalog/admin/bulk/change-price.ts';

test.each<[rupees: number, rounding: Rounding, expected: number]>([
  [1_132.5, 'rupee', 1_133],
  [1_132.5, 'none', 1_132.5],
  [1_134, 'ten', 1_130],
  [6, 'ten', 6],
  [1_132, 'nine', 1_129],
  [1_135, 'nine', 1_139],
  [7.4, 'nine', 7],
  [1_132, 'ninety_nine', 1_099],
  [1_150, 'ninety_nine', 1_199],
  [95, 'ninety_nine', 99],
  [52, 'ninety_nine', 49],
])('%s rupees, rounded with the rule “%s”, are %s rupees', (rupees, rounding, expected) => {
  expect(roundedPaise(Math.round(rupees * 100), rounding)).toBe(expected * 100);
});

test.each([
  ['up', 10, 'percent', 'nine', 900, 989],
  ['up', 50, 'rupees', 'rupee', 900, 950],
  ['down', 15, 'percent', 'ninety_nine', 1_500, 1_299],
  // The nearest amount that ends in 99 is below the old price, but an increase never lowers a price.
  ['up', 1, 'percent', 'ninety_nine', 1_120, 1_120],
  ['down', 1, 'percent', 'ninety_nine', 1_165, 1_165],
  ['down', 100, 'percent', 'rupee', 900, 0],
] as const)(
  'a price goes %s by %s %s, rounded with the rule “%s”: from %s to %s rupees',
  (direction, amount, unit, rounding, before, after) => {
    expect(changedPaise(before * 100, { direction, amount, unit, rounding })).toBe(after * 100);
  },
);

test('rounding never reverses a price change, and never changes an increased price by more than 50 rupees', () => {
  const prices = fc.integer({ min: 100, max: 10_000_000 });
  const percents = fc.double({ min: 0.01, max: 200, noNaN: true });
  const roundings = fc.constantFrom<Rounding>('rupee', 'ten', 'nine', 'ninety_nine', 'none');
  fc.assert(
    fc.property(prices, percents, roundings, (paise, amount, rounding) => {
      const raisedPaise = changedPaise(paise, { direction: 'up', amount, unit: 'percent', rounding });
      const loweredPaise = changedPaise(paise, { direction: 'down', amount, unit: 'percent', rounding });
      expect(raisedPaise).toBeGreaterThanOrEqual(paise);
      expect(loweredPaise).toBeLessThanOrEqual(paise);
      expect(Math.abs(raisedPaise - paise * (1 + amount / 100))).toBeLessThanOrEqual(5_000);
    }),
  );
});
