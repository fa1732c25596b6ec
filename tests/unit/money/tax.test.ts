import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSameState, spreadPaise, taxOf, taxParts, taxRateBp } from '#lib/money/tax.ts';
import { shippedRates } from '#support/shipped-content.ts';

const NOW = Date.parse('2026-11-21T12:00:00+05:30');
const paise = fc.integer({ min: 0, max: 100_000_000 });

describe('the rate', () => {
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
  ])('HSN %s at %i paise apiece: %i', (hsn, unit, rate) => expect(taxRateBp(hsn, unit, NOW, shippedRates)).toBe(rate));

  test('changes at midnight in India', () => {
    const before = Date.parse('2025-09-21T23:59:59+05:30');
    expect(taxRateBp('6204', 200_000, before, shippedRates)).toBe(1200);
    expect(taxRateBp('6204', 200_000, before + 1_000, shippedRates)).toBe(500);
    expect(taxRateBp('620442', 100_000, before, shippedRates)).toBe(500);
  });

  test('apparel: 5 % up to ₹2,500 a piece, 18 % above', () => {
    fc.assert(
      fc.property(fc.constantFrom('61', '6203', '620442', '63'), fc.integer({ min: 1, max: 500_000 }), (hsn, unit) => {
        expect(taxRateBp(hsn, unit, NOW, shippedRates)).toBe(unit <= 250_000 ? 500 : 1800);
      }),
    );
  });
});

describe('the parts of an amount', () => {
  test('₹1,050 at 5 % holds ₹50', () => {
    expect(taxParts(105_000, 500, true)).toEqual({
      rateBp: 500,
      taxablePaise: 100_000,
      cgstPaise: 2_500,
      sgstPaise: 2_500,
      igstPaise: 0,
    });
    expect(taxParts(105_000, 500, false)).toMatchObject({ taxablePaise: 100_000, igstPaise: 5_000, cgstPaise: 0 });
  });

  test('add up to the paisa, in the state and out of it', () => {
    fc.assert(
      fc.property(paise, fc.constantFrom(0, 500, 1200, 1800, 2800), fc.boolean(), (total, rateBp, isSame) => {
        const parts = taxParts(total, rateBp, isSame);
        expect(parts.taxablePaise + taxOf(parts)).toBe(total);
        expect(parts.cgstPaise).toBe(parts.sgstPaise);
        expect(isSame ? parts.igstPaise : parts.cgstPaise).toBe(0);
        // The tax is the rate of the value, but for the rounding of both and the odd paisa of two halves.
        expect(Math.abs(taxOf(parts) - (parts.taxablePaise * rateBp) / 10_000)).toBeLessThan(2.6);
      }),
    );
  });
});

describe('spreading', () => {
  test('a rupee over three equal lines', () => expect(spreadPaise(100, [7, 7, 7])).toEqual([34, 33, 33]));

  test('adds up, in proportion, and never takes more than a line has', () => {
    fc.assert(
      fc.property(
        fc.array(paise, { minLength: 1, maxLength: 50 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (w, part) => {
          const sum = w.reduce((a, b) => a + b, 0);
          const total = Math.floor(sum * part);
          const parts = spreadPaise(total, w);
          expect(parts.reduce((a, b) => a + b, 0)).toBe(total);
          for (const [index, weight] of w.entries()) {
            expect(parts[index]).toBeGreaterThanOrEqual(0);
            expect(parts[index]).toBeLessThanOrEqual(weight);
            expect(Math.abs((parts[index] ?? 0) - (sum === 0 ? 0 : (total * weight) / sum))).toBeLessThanOrEqual(1);
          }
        },
      ),
    );
  });
});

test('a state is known by its letters', () => {
  expect(isSameState('telangana ', 'Telangana')).toBe(true);
  expect(isSameState('Jammu & Kashmir', 'JAMMU  KASHMIR')).toBe(true);
  expect(isSameState('Andhra Pradesh', 'Telangana')).toBe(false);
});
