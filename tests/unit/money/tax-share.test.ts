import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type TaxParts, taxOf, taxParts } from '#lib/shop/money/tax.ts';
import { amountWithTax, subtractTaxParts, taxShare } from '#lib/shop/money/tax-share.ts';

const parts = (taxablePaise: number, cgstPaise: number, sgstPaise: number, igstPaise: number): TaxParts => ({
  rateBp: 500,
  taxablePaise,
  cgstPaise,
  sgstPaise,
  igstPaise,
});

test('the amount is the taxable value plus all taxes', () => {
  expect(amountWithTax(parts(1_000, 200, 30, 4))).toBe(1_234);
});

test('subtracts a share from each part', () => {
  expect(
    subtractTaxParts(parts(1_000, 200, 30, 4), { taxablePaise: 100, cgstPaise: 20, sgstPaise: 3, igstPaise: 1 }),
  ).toEqual(parts(900, 180, 27, 3));
});

test('the share for the full amount has the full tax, even if its halves are unequal', () => {
  expect(taxShare(parts(100, 3, 2, 0), 105)).toEqual(parts(100, 3, 2, 0));
});

test('a share has a proportional tax, in two equal halves within the state', () => {
  expect(taxShare(parts(100_000, 2_500, 2_500, 0), 21_000)).toEqual(parts(20_000, 500, 500, 0));
  expect(taxShare(parts(100_000, 0, 0, 5_000), 21_000)).toEqual(parts(20_000, 0, 0, 1_000));
  // 5,000 × 1,050 ÷ 105,000 is 50; for 1,070 it is 50.95, rounded to 51, which has no equal halves.
  expect(taxShare(parts(100_000, 2_500, 2_500, 0), 1_070)).toEqual(parts(1_020, 25, 25, 0));
  expect(taxShare(parts(100_000, 0, 0, 5_000), 1_070)).toEqual(parts(1_019, 0, 0, 51));
});

test('rounds an odd tax up if rounding it down would leave too much tax for the remaining amount', () => {
  // Only 1 paisa of taxable value is left, so 3 of the 4 paise must be tax, and 4 has equal halves.
  expect(taxShare(parts(1, 2, 2, 0), 4)).toEqual(parts(0, 2, 2, 0));
});

test('the tax of a share remains odd if no even amount is possible', () => {
  expect(taxShare(parts(0, 2, 0, 0), 1)).toEqual(parts(0, 1, 0, 0));
  expect(taxShare(parts(0, 0, 2, 0), 1)).toEqual(parts(0, 0, 1, 0));
});

test('consecutive shares add up to the paisa, and no part is negative', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50_000 }),
      fc.constantFrom(0, 500, 1_200, 1_800),
      fc.boolean(),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }),
      (total, rateBp, isWithinState, fractions) => {
        let remainingTax = taxParts(total, rateBp, isWithinState);
        for (const fraction of [...fractions, 1]) {
          const paise = Math.floor(amountWithTax(remainingTax) * fraction);
          const share = taxShare(remainingTax, paise);
          expect(amountWithTax(share)).toBe(paise);
          expect(share.rateBp).toBe(rateBp);
          const rest = subtractTaxParts(remainingTax, share);
          for (const part of [share, rest]) {
            expect(Math.min(part.taxablePaise, part.cgstPaise, part.sgstPaise, part.igstPaise)).toBeGreaterThanOrEqual(
              0,
            );
          }
          if (amountWithTax(remainingTax) > 0) {
            expect(
              Math.abs(taxOf(share) - (taxOf(remainingTax) * paise) / amountWithTax(remainingTax)),
            ).toBeLessThanOrEqual(1.5);
          }
          remainingTax = rest;
        }
        expect(amountWithTax(remainingTax)).toBe(0);
      },
    ),
  );
});
