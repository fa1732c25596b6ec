import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  defaultRateBp,
  hasTaxRate,
  isSameState,
  spreadPaise,
  type TaxRate,
  taxOf,
  taxParts,
  taxRateBp,
} from '#lib/shop/money/tax.ts';
import { demoRates } from '#support/demo-content.ts';

const NOW = Date.parse('2026-11-21T12:00:00+05:30');
const paise = fc.integer({ min: 0, max: 100_000_000 });

describe('the tax rate', () => {
  test.each([
    ['6204', 250_000, 500],
    ['6204', 250_001, 1800],
    ['6109', 100, 500],
    ['6302', 999_900, 1800],
    ['5208', 999_900, 500],
    ['5007', 1_200_000, 500],
    ['4202', 400_000, 500],
    ['4203', 400_000, 1800],
    ['996812', 4_900, 1800],
    [null, 100, 1800],
  ])('of HSN %s at a unit price of %i paise is %i basis points', (hsn, unitPaise, rate) =>
    expect(taxRateBp(hsn, unitPaise, NOW, demoRates)).toBe(rate),
  );

  test('changes at midnight in India', () => {
    const beforeMidnight = Date.parse('2025-09-21T23:59:59+05:30');
    expect(taxRateBp('6204', 200_000, beforeMidnight, demoRates)).toBe(1200);
    expect(taxRateBp('6204', 200_000, beforeMidnight + 1_000, demoRates)).toBe(500);
    expect(taxRateBp('620442', 100_000, beforeMidnight, demoRates)).toBe(500);
  });

  test('of apparel is 5 % up to ₹2,500 a piece, and 18 % above', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('61', '6203', '620442', '63'),
        fc.integer({ min: 1, max: 500_000 }),
        (hsn, unitPaise) => {
          expect(taxRateBp(hsn, unitPaise, NOW, demoRates)).toBe(unitPaise <= 250_000 ? 500 : 1800);
        },
      ),
    );
  });
});

describe('rates by HSN and day', () => {
  const noonOf = (day: string) => Date.parse(`${day}T12:00:00+05:30`);
  const generalRate = { hsn: '', from: '2017-07-01', rateBp: 1_800 };
  const chapterRate = { hsn: '62', from: '2017-07-01', rateBp: 1_200 };
  const headingRate = { hsn: '6204', from: '2017-07-01', rateBp: 300 };
  const changedRate = { hsn: '6204', from: '2025-09-22', rateBp: 500, upToPaise: 1_000, rateAboveBp: 2_800 };

  const bothOrders = (rates: TaxRate[]) => [rates, rates.toReversed()];

  test('the longest HSN takes precedence, regardless of the order of the list', () => {
    for (const rates of bothOrders([generalRate, chapterRate, headingRate])) {
      expect(taxRateBp('620442', 100, noonOf('2025-01-01'), rates)).toBe(300);
      expect(taxRateBp('6203', 100, noonOf('2025-01-01'), rates)).toBe(1_200);
      expect(taxRateBp('9999', 100, noonOf('2025-01-01'), rates)).toBe(1_800);
      expect(defaultRateBp(noonOf('2025-01-01'), rates)).toBe(1_800);
    }
  });

  test('a longer HSN takes precedence over a shorter one even if the rate of the shorter HSN is newer', () => {
    for (const rates of bothOrders([headingRate, { ...chapterRate, from: '2024-01-01' }])) {
      expect(taxRateBp('620442', 100, noonOf('2025-01-01'), rates)).toBe(300);
    }
  });

  test('of several rates for an HSN, the one that started last applies', () => {
    for (const rates of bothOrders([headingRate, changedRate])) {
      expect(taxRateBp('6204', 100, noonOf('2025-09-21'), rates)).toBe(300);
      expect(taxRateBp('6204', 1_000, noonOf('2025-09-22'), rates)).toBe(500);
      expect(taxRateBp('6204', 1_001, noonOf('2025-09-22'), rates)).toBe(2_800);
    }
  });

  test('of two rates for the same HSN and day, the first in the list applies', () => {
    expect(taxRateBp('6204', 100, noonOf('2025-01-01'), [headingRate, { ...headingRate, rateBp: 9_000 }])).toBe(300);
  });

  test('an HSN without a rate has no tax', () => {
    expect(taxRateBp('6204', 100, noonOf('2025-01-01'), [])).toBe(0);
    expect(taxRateBp('6204', 100, noonOf('2017-06-30'), [generalRate])).toBe(0);
  });

  test('the default rate does not count as the rate of an HSN', () => {
    expect(hasTaxRate('6204', noonOf('2025-01-01'), [generalRate])).toBe(false);
    expect(hasTaxRate('6204', noonOf('2025-01-01'), [generalRate, chapterRate])).toBe(true);
    expect(hasTaxRate('6304', noonOf('2025-01-01'), [generalRate, chapterRate])).toBe(false);
    expect(hasTaxRate('0462', noonOf('2025-01-01'), [chapterRate])).toBe(false);
    expect(hasTaxRate('6204', noonOf('2025-09-21'), [changedRate])).toBe(false);
    expect(hasTaxRate('6204', noonOf('2025-09-22'), [changedRate])).toBe(true);
  });
});

describe('the tax parts of an amount', () => {
  test('₹1,050 at 5 % includes ₹50', () => {
    expect(taxParts(105_000, 500, true)).toEqual({
      rateBp: 500,
      taxablePaise: 100_000,
      cgstPaise: 2_500,
      sgstPaise: 2_500,
      igstPaise: 0,
    });
    expect(taxParts(105_000, 500, false)).toMatchObject({ taxablePaise: 100_000, igstPaise: 5_000, cgstPaise: 0 });
  });

  test('add up to the paisa, within the state and to another state', () => {
    fc.assert(
      fc.property(paise, fc.constantFrom(0, 500, 1200, 1800, 2800), fc.boolean(), (total, rateBp, isWithinState) => {
        const parts = taxParts(total, rateBp, isWithinState);
        expect(parts.taxablePaise + taxOf(parts)).toBe(total);
        expect(parts.cgstPaise).toBe(parts.sgstPaise);
        expect(isWithinState ? parts.igstPaise : parts.cgstPaise).toBe(0);
        // The tax is the value times the rate, except for rounding and the odd paisa of two halves.
        expect(Math.abs(taxOf(parts) - (parts.taxablePaise * rateBp) / 10_000)).toBeLessThan(2.6);
      }),
    );
  });
});

describe('spreading an amount over lines', () => {
  test('splits a rupee over three equal lines', () => expect(spreadPaise(100, [7, 7, 7])).toEqual([34, 33, 33]));

  test('gives the remaining paisa to the largest remainder', () => {
    expect(spreadPaise(10, [1, 1, 4])).toEqual([2, 2, 6]);
    expect(spreadPaise(10, [10, 14, 15])).toEqual([2, 4, 4]);
  });

  test('handles an amount of zero and lines of zero', () => {
    expect(spreadPaise(0, [1, 2])).toEqual([0, 0]);
    expect(spreadPaise(10, [0, 0])).toEqual([0, 0]);
  });

  test('gives parts that add up, are in proportion, and never exceed a line', () => {
    fc.assert(
      fc.property(
        fc.array(paise, { minLength: 1, maxLength: 50 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (weights, fraction) => {
          const sum = weights.reduce((a, b) => a + b, 0);
          const total = Math.floor(sum * fraction);
          const parts = spreadPaise(total, weights);
          expect(parts.reduce((a, b) => a + b, 0)).toBe(total);
          for (const [index, weight] of weights.entries()) {
            expect(parts[index]).toBeGreaterThanOrEqual(0);
            expect(parts[index]).toBeLessThanOrEqual(weight);
            expect(Math.abs((parts[index] ?? 0) - (sum === 0 ? 0 : (total * weight) / sum))).toBeLessThanOrEqual(1);
          }
        },
      ),
    );
  });
});

test('compares states by their letters only, ignoring case', () => {
  expect(isSameState('telangana ', 'Telangana')).toBe(true);
  expect(isSameState('Jammu & Kashmir', 'JAMMU  KASHMIR')).toBe(true);
  expect(isSameState('Andhra Pradesh', 'Telangana')).toBe(false);
});
