import { describe, expect, test } from 'vitest';
import {
  choicePrompt,
  clearedText,
  initialSelection,
  offerOf,
  selectedVariant,
  selectionHref,
  selectionOf,
  withValue,
} from '#lib/catalog/products/selection.ts';
import { COLOUR_AND_SIZE as options, shownVariant as variant } from '#support/shown-variants.ts';

const variants = [
  variant(1, ['Red', 'S'], 0, 79_900),
  variant(2, ['Red', 'M'], 4),
  variant(3, ['Blue', 'M'], 2),
  variant(4, ['Blue', 'L'], 2, 119_900),
];
const product = { slug: 'kurta', options, variants };

describe('the initial selection of a page', () => {
  test('is the requested colour or, without one, the first colour, without a size', () => {
    expect(initialSelection(product)).toEqual(['Red', null]);
    expect(initialSelection(product, { color: 'Blue' })).toEqual(['Blue', null]);
    expect(initialSelection(product, { color: 'Green', variantId: '99' })).toEqual(['Red', null]);
  });
  test('is the variant in the URL', () => {
    expect(initialSelection(product, { variantId: '4', color: 'Red' })).toEqual(['Blue', 'L']);
  });
  test('includes the only value of an option, and is the only variant if there is just one', () => {
    const variantsWithFreeSize = [variant(1, ['Red', 'Free Size'], 1), variant(2, ['Blue', 'Free Size'], 1)];
    expect(initialSelection({ options, variants: variantsWithFreeSize })).toEqual(['Red', 'Free Size']);
    expect(initialSelection({ options, variants: [variant(1, ['Red', 'S'], 0)] })).toEqual(['Red', 'S']);
    expect(initialSelection({ options: [], variants: [variant(1, [], 3)] })).toEqual([]);
  });
  test('is empty if only sizes can be chosen', () => {
    const sizes = { options: options.slice(1), variants: [variant(1, ['S'], 1), variant(2, ['M'], 1)] };
    expect(initialSelection(sizes)).toEqual([null]);
    expect(initialSelection(sizes, { color: 'Red' })).toEqual([null]);
  });
});

test('a variant is selected once every option has a value', () => {
  expect(selectedVariant(product, ['Red', null])).toBeUndefined();
  expect(selectedVariant(product, ['Red', 'M'])).toBe(variants[1]);
  expect(selectedVariant(product, ['Red', 'L'])).toBeUndefined();
  expect(selectedVariant({ variants: variants.slice(0, 1) }, [])).toBe(variants[0]);
});

test('choosing another colour keeps the size if that colour has it, and clears it with a message if not', () => {
  expect(withValue(product, ['Red', 'M'], 0, 'Blue')).toEqual(['Blue', 'M']);
  expect(withValue(product, ['Red', null], 0, 'Blue')).toEqual(['Blue', null]);
  const clearedSelection = withValue(product, ['Blue', 'L'], 0, 'Red');
  expect(clearedSelection).toEqual(['Red', null]);
  expect(clearedText(product, ['Blue', 'L'], clearedSelection)).toBe('L does not come in Red. Choose a size.');
  expect(clearedText(product, ['Red', 'M'], ['Blue', 'M'])).toBe('');
  expect(clearedText(product, ['Red', null], ['Red', 'M'])).toBe('');
});

test('the prompt names the missing option', () => {
  const prompt = (label: string) => choicePrompt([{ label }], [null]);
  expect(prompt('size')).toBe('Choose a size');
  expect(prompt('Age')).toBe('Choose an age');
  expect(prompt('color')).toBe('Choose a colour');
  expect(prompt('US size')).toBe('Choose a US size');
  expect(choicePrompt([...options, { label: 'Length' }], ['Red', 'M', null])).toBe('Choose a length');
  expect(choicePrompt(options, ['Red', 'M'])).toBeUndefined();
});

test('the URL contains the variant or, if none is selected, the colour', () => {
  expect(selectionHref(product, ['Blue', 'L'])).toBe('/products/kurta/4');
  expect(selectionHref(product, ['Blue', null])).toBe('/products/kurta?color=Blue');
  expect(selectionHref({ ...product, options: options.slice(1) }, [null])).toBe('/products/kurta');
});

test('submitted values determine the selection; unknown values are ignored', () => {
  expect(selectionOf(product, ['Blue', 'L'])).toEqual(['Blue', 'L']);
  expect(selectionOf(product, ['Green', undefined])).toEqual([null, null]);
  expect(selectionOf({ options, variants: [variant(1, ['Red', 'S'], 1)] }, [])).toEqual(['Red', 'S']);
});

test('the price is the lowest of the matching variants in stock', () => {
  expect(offerOf(product, ['Red', null])).toMatchObject({
    cheapestVariant: variants[1],
    hasHigherPrices: false,
    variant: undefined,
  });
  expect(offerOf(product, ['Blue', null])).toMatchObject({ cheapestVariant: variants[2], hasHigherPrices: true });
  expect(offerOf(product, ['Blue', 'L'])).toMatchObject({
    cheapestVariant: variants[3],
    hasHigherPrices: false,
    variant: variants[3],
  });
  expect(offerOf(product, ['Red', 'S'])).toMatchObject({ cheapestVariant: variants[0], shownVariant: variants[0] });
  expect(offerOf({ variants: [] }, [])).toBeUndefined();
});
