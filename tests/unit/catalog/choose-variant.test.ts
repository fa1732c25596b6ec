import { describe, expect, test } from 'vitest';
import { isOutOfStock } from '#lib/catalog/catalog.ts';
import {
  buyableOption,
  chosenVariant,
  colorOf,
  lowStockText,
  nearestVariant,
  pickersOf,
  quantityRange,
  type ShownVariant,
  stockLabel,
  variantHref,
} from '#lib/catalog/choose-variant.ts';
import { sellableQuantity } from '#lib/inventory/sellable-quantity.ts';

const variant = (_id: number, values: string[], quantity: number, preOrderAt?: number): ShownVariant => ({
  _id,
  values,
  pricePaise: 99_900,
  quantity,
  preOrderAt,
});
const options = [
  { label: 'Color', values: ['Red', 'Blue'] },
  { label: 'size', values: ['S', 'M', 'L'] },
];
const redS = variant(1, ['Red', 'S'], 0);
const redM = variant(2, ['Red', 'M'], 4);
const blueM = variant(3, ['Blue', 'M'], 0, Date.UTC(2026, 11, 12));
const blueL = variant(4, ['Blue', 'L'], 2);
const variants = [redS, redM, blueM, blueL];

describe('the variant that a page begins with', () => {
  test('is the one of the address', () => expect(chosenVariant(variants, '4')).toBe(blueL));
  test('is the first in stock when the address names none, or an unknown one', () => {
    expect(chosenVariant(variants)).toBe(redM);
    expect(chosenVariant(variants, '999')).toBe(redM);
  });
  test('is one to pre-order when nothing is in stock, else whatever there is', () => {
    expect(chosenVariant([redS, blueM])).toBe(blueM);
    expect(chosenVariant([redS])).toBe(redS);
    expect(chosenVariant([])).toBeUndefined();
  });
});

describe('choosing a value', () => {
  test('a colour has its dot', () => {
    const colors = buyableOption({ label: 'Color', values: ['Red', 'Blue'], dots: ['#b3262a', '#3a5fa8'] });
    const [picker, sizes] = pickersOf({ options: [colors, ...options.slice(1)], variants }, redM);
    expect(picker?.choices.map(({ value, dot }) => [value, dot])).toEqual([
      ['Red', '#b3262a'],
      ['Blue', '#3a5fa8'],
    ]);
    expect(sizes?.choices[0]?.dot).toBeUndefined();
  });
  test('keeps the other values when there is such a variant', () => {
    expect(nearestVariant(variants, redM, 0, 'Blue')).toBe(blueM);
  });
  test('takes the nearest that can be bought when there is none', () => {
    expect(nearestVariant(variants, redS, 0, 'Blue')).toBe(blueM);
    expect(nearestVariant(variants, redM, 1, 'L')).toBe(blueL);
    expect(nearestVariant(variants, redM, 0, 'Green')).toBeUndefined();
  });
  test('sold-out values and those that change another choice say so', () => {
    const [, size] = pickersOf({ options, variants }, redM);
    expect(size?.kind).toBe('size');
    expect(
      size?.choices.map(({ value, isChosen, isSoldOut, elsewhere }) => [value, isChosen, isSoldOut, elsewhere]),
    ).toEqual([
      ['S', false, true, undefined],
      ['M', true, false, undefined],
      ['L', false, false, { short: 'in Blue only', sentence: 'L comes in Blue only.', action: 'Change to Blue' }],
    ]);
  });
  test('a colour whose one size is out is not sold out, whichever option comes first', () => {
    const redL = variant(5, ['Red', 'L'], 3);
    const blueS = variant(6, ['Blue', 'S'], 1);
    const goods = [redS, redL, blueS, variant(7, ['Blue', 'M'], 0)];
    const turned = goods.map((one) => ({ ...one, values: one.values.toReversed() }));
    const soldOut = (pickers: ReturnType<typeof pickersOf>) =>
      pickers.map(({ choices }) => choices.filter(({ isSoldOut }) => isSoldOut).map(({ value }) => value));
    expect(soldOut(pickersOf({ options, variants: goods }, blueS))).toEqual([[], ['M']]);
    expect(soldOut(pickersOf({ options: options.toReversed(), variants: turned }, turned[2] ?? blueS))).toEqual([
      ['M'],
      [],
    ]);
    const [colors] = pickersOf({ options, variants: [redS, blueS] }, blueS);
    expect(colors?.choices.map(({ isSoldOut }) => isSoldOut)).toEqual([true, false]);
    // What is chosen stays chosen, sold out or not.
    expect(nearestVariant(goods, blueS, 0, 'Red')).toBe(redS);
  });
  test('says in words with what a value comes, of one option or of several', () => {
    const [colors] = pickersOf({ options, variants: [...variants, variant(8, ['Blue', 'S'], 1)] }, redM);
    expect(colors?.choices[1]?.elsewhere).toBeUndefined();
    const [blue] = pickersOf({ options, variants: [redS, blueM, blueL] }, redS)[0]?.choices.slice(1) ?? [];
    expect(blue?.elsewhere).toEqual({
      short: 'not in S',
      sentence: 'Blue comes in M and L only.',
      action: 'Change to M',
    });
    const cuts = [...options, { label: 'Cut', values: ['Slim', 'Wide'] }];
    const goods = [variant(1, ['Red', 'S', 'Slim'], 1), variant(2, ['Blue', 'M', 'Wide'], 1)];
    const [, sizes] = pickersOf({ options: cuts, variants: goods }, variant(1, ['Red', 'S', 'Slim'], 1));
    expect(sizes?.choices[1]?.elsewhere?.sentence).toBe('M comes in Blue / Wide only.');
  });
  test('a size that nobody has chosen goes with the colour, and the colour that is shown stays', () => {
    const goods = { options, variants: [redM, blueL] };
    const said = (picked: number[]) =>
      pickersOf(goods, redM, new Set(picked)).map(({ choices }) => choices.map(({ elsewhere }) => elsewhere?.action));
    expect(said([])).toEqual([
      [undefined, undefined],
      [undefined, 'Change to Blue'],
    ]);
    expect(said([1])).toEqual([
      [undefined, 'Change to L'],
      [undefined, 'Change to Blue'],
    ]);
  });
});

test('a variant is out of stock when its quantity is 0, unless it may be ordered ahead', () => {
  expect([redS, redM, blueM].map(isOutOfStock)).toEqual([true, false, false]);
  expect(stockLabel(redM)).toBe('In Stock');
  expect(stockLabel(redS)).toBe('Out of Stock');
  expect(stockLabel(blueM)).toBe('Pre-order: ships from 12 December 2026');
});

test('few are counted, plenty are not', () => {
  expect(lowStockText({ quantity: 2 }, 'piece')).toBe('Only 2 left');
  expect(lowStockText({ quantity: 6 }, 'piece')).toBeUndefined();
  expect(lowStockText({ quantity: 250 }, 'metre')).toBe('Only 2.5 m left');
  expect(lowStockText({ quantity: 0 }, 'piece')).toBeUndefined();
});

test('cloth is sold in steps, no longer than its longest bolt', () => {
  const cloth = { sellUnit: 'metre', unitStepCm: 25, minQuantity: 100 } as const;
  const range = quantityRange(cloth, { quantity: 1_500, longestCutCm: 790 });
  expect(range).toEqual({ min: 1, max: 7.75, step: 0.25 });
  expect(sellableQuantity(2.3, range)).toBe(2.25);
  expect(sellableQuantity(99, range)).toBe(7.75);
  expect(sellableQuantity(Number.NaN, range)).toBe(1);
});

test('pieces end with the stock, and never below one', () => {
  const piece = { sellUnit: 'piece', unitStepCm: 25, minQuantity: 1 } as const;
  const range = quantityRange(piece, { quantity: 3 });
  expect(range).toEqual({ min: 1, max: 3, step: 1 });
  expect(sellableQuantity(0, range)).toBe(1);
  expect(sellableQuantity(-5, range)).toBe(1);
});

test('the address names the variant of a product with options only', () => {
  expect(variantHref({ slug: 'kurta', options }, blueL)).toBe('/products/kurta/4');
  expect(variantHref({ slug: 'stole', options: [] }, blueL)).toBe('/products/stole');
  expect(colorOf({ options }, blueL)).toBe('Blue');
  expect(colorOf({ options: [] }, blueL)).toBeUndefined();
});
