import { expect, test } from 'vitest';
import { nearestSellableQuantity } from '#lib/catalog/inventory/nearest-sellable-quantity.ts';
import {
  colorOptionIndex,
  firstAvailable,
  lowStockText,
  quantityRange,
  stockLabel,
  variantHref,
} from '#lib/catalog/products/buyable-product.ts';
import { isOutOfStock } from '#lib/catalog/products/catalog.ts';
import { COLOUR_AND_SIZE as options, shownVariant as variant } from '#support/shown-variants.ts';

const redS = variant(1, ['Red', 'S'], 0);
const redM = variant(2, ['Red', 'M'], 4);
const blueM = { ...variant(3, ['Blue', 'M'], 0), preOrderAt: Date.UTC(2026, 11, 12) };
const blueL = variant(4, ['Blue', 'L'], 2);
const variants = [redS, redM, blueM, blueL];

test('selects a variant in stock; if there is none, one for pre-order; if there is none, any variant', () => {
  expect(firstAvailable(variants)).toBe(redM);
  expect(firstAvailable([redS, blueM])).toBe(blueM);
  expect(firstAvailable([redS])).toBe(redS);
  expect(firstAvailable([])).toBeUndefined();
});

test('a variant is out of stock if its quantity is 0 and it can’t be pre-ordered', () => {
  expect([redS, redM, blueM].map(isOutOfStock)).toEqual([true, false, false]);
  expect(stockLabel(redM)).toBe('In Stock');
  expect(stockLabel(redS)).toBe('Out of Stock');
  expect(stockLabel(blueM)).toBe('Pre-order: ships from 12 December 2026');
});

test('shows the remaining quantity only if the stock is low', () => {
  expect(lowStockText({ quantity: 2 }, 'piece')).toBe('Only 2 left');
  expect(lowStockText({ quantity: 6 }, 'piece')).toBeUndefined();
  expect(lowStockText({ quantity: 250 }, 'metre')).toBe('Only 2.5 m left');
  expect(lowStockText({ quantity: 0 }, 'piece')).toBeUndefined();
});

test('cloth is sold in steps, up to its longest bolt', () => {
  const cloth = { sellUnit: 'metre', unitStepCm: 25, minQuantity: 100 } as const;
  const range = quantityRange(cloth, { quantity: 1_500, longestCutCm: 790 });
  expect(range).toEqual({ min: 1, max: 7.75, step: 0.25 });
  expect(nearestSellableQuantity(2.3, range)).toBe(2.25);
  expect(nearestSellableQuantity(99, range)).toBe(7.75);
  expect(nearestSellableQuantity(Number.NaN, range)).toBe(1);
});

test('the number of pieces is at least one, and limited by the stock', () => {
  const piece = { sellUnit: 'piece', unitStepCm: 25, minQuantity: 1 } as const;
  const range = quantityRange(piece, { quantity: 3 });
  expect(range).toEqual({ min: 1, max: 3, step: 1 });
  expect(nearestSellableQuantity(0, range)).toBe(1);
  expect(nearestSellableQuantity(-5, range)).toBe(1);
});

test('the path includes the variant only for a product with options', () => {
  expect(variantHref({ slug: 'kurta', options }, blueL)).toBe('/products/kurta/4');
  expect(variantHref({ slug: 'stole', options: [] }, blueL)).toBe('/products/stole');
});

test('finds the position of the colour among the options', () => {
  expect(colorOptionIndex(options)).toBe(0);
  expect(colorOptionIndex(options.toReversed())).toBe(1);
  expect(colorOptionIndex([])).toBe(-1);
});
