import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outfitDiscounts } from '#lib/sales/cart/offers/outfit-discount.ts';

const OUTFIT = { parts: ['kurta', 'palazzo'], percentOff: 10 };
const piece = (slug: string, pricePaise: number, quantity = 1) => ({
  slug,
  sellUnit: 'piece' as const,
  pricePaise,
  quantity,
});

test('takes the percentage off each part of every complete outfit', () => {
  const lines = [piece('kurta', 99_999, 3), piece('palazzo', 50_000, 2), piece('shawl', 30_000)];
  expect(outfitDiscounts(lines, [OUTFIT])).toEqual([20_000, 10_000, 0]);
  expect(outfitDiscounts([piece('kurta', 99_999)], [OUTFIT])).toEqual([0]);
  expect(outfitDiscounts([], [OUTFIT])).toEqual([]);
});

test('discounts the most expensive pieces of a part first, in any order of the lines', () => {
  const lines = [piece('kurta', 80_000), piece('kurta', 90_000), piece('palazzo', 50_000)];
  expect(outfitDiscounts(lines, [OUTFIT])).toEqual([0, 9_000, 5_000]);
  expect(outfitDiscounts(lines.toReversed(), [OUTFIT])).toEqual([5_000, 9_000, 0]);
});

test('a piece belongs to one outfit, and cloth by the metre to none', () => {
  const otherOutfit = { parts: ['kurta', 'shawl'], percentOff: 50 };
  const lines = [piece('kurta', 80_000), piece('palazzo', 50_000), piece('shawl', 30_000)];
  expect(outfitDiscounts(lines, [OUTFIT, otherOutfit])).toEqual([8_000, 5_000, 0]);
  const cloth = { ...piece('palazzo', 50_000, 200), sellUnit: 'metre' as const };
  expect(outfitDiscounts([piece('kurta', 80_000), cloth], [OUTFIT])).toEqual([0, 0]);
});

test('never takes more off a line than its price; the total discount does not depend on the order of the lines', () => {
  const line = fc.record({
    slug: fc.constantFrom('kurta', 'palazzo', 'shawl'),
    sellUnit: fc.constantFrom('piece' as const, 'metre' as const),
    pricePaise: fc.nat(1_000_000),
    quantity: fc.integer({ min: 1, max: 20 }),
  });
  const outfit = fc.record({
    parts: fc.uniqueArray(fc.constantFrom('kurta', 'palazzo', 'shawl'), { minLength: 2 }),
    percentOff: fc.integer({ min: 0, max: 90 }),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.array(outfit, { maxLength: 3 }), (lines, outfits) => {
      const discounts = outfitDiscounts(lines, outfits);
      for (const [index, paise] of discounts.entries()) {
        const { pricePaise = 0, quantity = 0 } = lines[index] ?? {};
        expect(paise).toBeLessThanOrEqual(pricePaise * quantity);
        expect(Number.isInteger(paise) && paise >= 0).toBe(true);
      }
      const sum = (paise: number[]) => paise.reduce((a, b) => a + b, 0);
      expect(sum(outfitDiscounts(lines.toReversed(), outfits))).toBe(sum(discounts));
    }),
  );
});
