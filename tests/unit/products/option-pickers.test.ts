import { expect, test } from 'vitest';
import { buyableOption } from '#lib/catalog/products/buyable-product.ts';
import { nearestVariant, pickersOf } from '#lib/catalog/products/option-pickers.ts';
import { COLOUR_AND_SIZE as options, shownVariant as variant } from '#support/shown-variants.ts';

const redS = variant(1, ['Red', 'S'], 0);
const redM = variant(2, ['Red', 'M'], 4);
const blueM = { ...variant(3, ['Blue', 'M'], 0), preOrderAt: Date.UTC(2026, 11, 12) };
const blueL = variant(4, ['Blue', 'L'], 2);
const variants = [redS, redM, blueM, blueL];

test('shows a swatch for each colour', () => {
  const colors = buyableOption({ label: 'Color', values: ['Red', 'Blue'], dots: ['#b3262a', '#3a5fa8'] });
  const [picker, sizes] = pickersOf({ options: [colors, ...options.slice(1)], variants }, ['Red', 'M']);
  expect(picker?.choices.map(({ value, dot }) => [value, dot])).toEqual([
    ['Red', '#b3262a'],
    ['Blue', '#3a5fa8'],
  ]);
  expect(sizes?.choices[0]?.dot).toBeUndefined();
});

test('the nearest variant keeps the other values, and is preferably in stock', () => {
  expect(nearestVariant(variants, ['Red', 'M'], 0, 'Blue')).toBe(blueM);
  expect(nearestVariant(variants, ['Red', 'S'], 0, 'Blue')).toBe(blueM);
  expect(nearestVariant(variants, ['Red', 'M'], 1, 'L')).toBe(blueL);
  expect(nearestVariant(variants, ['Red', 'M'], 0, 'Green')).toBeUndefined();
});

test('marks sold-out values and values that change another choice', () => {
  const [, size] = pickersOf({ options, variants }, ['Red', 'M']);
  expect(size?.kind).toBe('size');
  expect(
    size?.choices.map(({ value, isChosen, isSoldOut, note, conflict }) => [value, isChosen, isSoldOut, note, conflict]),
  ).toEqual([
    ['S', false, true, undefined, undefined],
    ['M', true, false, undefined, undefined],
    ['L', false, false, 'in Blue only', { sentence: 'L comes in Blue only.', action: 'Change to Blue' }],
  ]);
});

test('choosing a colour does not choose a size, but choosing a size may change the colour', () => {
  const [colors, sizes] = pickersOf({ options, variants }, ['Red', null]);
  expect(sizes?.chosenValue).toBeNull();
  expect(sizes?.choices.map(({ selection }) => selection)).toEqual([
    ['Red', 'S'],
    ['Red', 'M'],
    ['Blue', 'L'],
  ]);
  expect(colors?.choices.map(({ selection }) => selection)).toEqual([
    ['Red', null],
    ['Blue', null],
  ]);
});

test('a colour without the chosen size is marked, and clears the size', () => {
  const [colors] = pickersOf({ options, variants: [redS, blueM, blueL] }, ['Red', 'S']);
  const blueChoice = colors?.choices[1];
  expect(blueChoice).toMatchObject({ note: 'not in S', selection: ['Blue', null], conflict: undefined });
  const [colorsWithBlueS] = pickersOf({ options, variants: [...variants, variant(8, ['Blue', 'S'], 1)] }, ['Red', 'M']);
  expect(colorsWithBlueS?.choices[1]).toMatchObject({ note: undefined, selection: ['Blue', 'M'] });
});

test('a colour with only one sold-out size is not sold out, regardless of the order of the options', () => {
  const redL = variant(5, ['Red', 'L'], 3);
  const blueS = variant(6, ['Blue', 'S'], 1);
  const variants = [redS, redL, blueS, variant(7, ['Blue', 'M'], 0)];
  const reversedVariants = variants.map((item) => ({ ...item, values: item.values.toReversed() }));
  const soldOutValues = (pickers: ReturnType<typeof pickersOf>) =>
    pickers.map(({ choices }) => choices.filter(({ isSoldOut }) => isSoldOut).map(({ value }) => value));
  expect(soldOutValues(pickersOf({ options, variants }, ['Blue', 'S']))).toEqual([[], ['M']]);
  expect(
    soldOutValues(pickersOf({ options: options.toReversed(), variants: reversedVariants }, ['S', 'Blue'])),
  ).toEqual([['M'], []]);
  const [colors] = pickersOf({ options, variants: [redS, blueS] }, ['Blue', 'S']);
  expect(colors?.choices.map(({ isSoldOut }) => isSoldOut)).toEqual([true, false]);
  // The selection is kept even if it is sold out.
  expect(pickersOf({ options, variants }, ['Blue', 'S'])[0]?.choices[0]?.selection).toEqual(['Red', 'S']);
});

test('lists the values of one or several other options with which a value can be combined', () => {
  const optionsWithCut = [...options, { label: 'Cut', values: ['Slim', 'Wide'] }];
  const variants = [variant(1, ['Red', 'S', 'Slim'], 1), variant(2, ['Blue', 'M', 'Wide'], 1)];
  const [, sizes] = pickersOf({ options: optionsWithCut, variants }, ['Red', 'S', 'Slim']);
  expect(sizes?.choices[1]?.conflict?.sentence).toBe('M comes in Blue / Wide only.');
  const [, sizesWithoutChoice] = pickersOf({ options: optionsWithCut, variants }, ['Red', null, null]);
  expect(sizesWithoutChoice?.choices[1]).toMatchObject({ note: 'in Blue only', selection: ['Blue', 'M', null] });
});

test('shows the price of values that cost more than the cheapest variant in the colour', () => {
  const pricedVariants = [redM, variant(5, ['Red', 'L'], 3, 119_900), variant(6, ['Blue', 'L'], 3, 89_900)];
  const [colors, sizes] = pickersOf({ options, variants: pricedVariants }, ['Red', null]);
  expect(sizes?.choices.map(({ higherPaise }) => higherPaise)).toEqual([undefined, 119_900]);
  expect(colors?.choices.map(({ higherPaise }) => higherPaise)).toEqual([undefined, undefined]);
});
