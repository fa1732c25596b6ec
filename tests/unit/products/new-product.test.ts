import { describe, expect, test } from 'vitest';
import { NEW_PRODUCT } from '#lib/catalog/admin/create/new-product.schema.ts';
import { addedCombinations, combinations, parseValues } from '#lib/catalog/admin/create/option-combinations.ts';

test('parses values separated by commas or line breaks, without repetitions', () => {
  expect(parseValues(' S, M,\nL ,, M, Free  size')).toEqual(['S', 'M', 'L', 'Free size']);
  expect(parseValues(' , ')).toEqual([]);
});

test('each size in each colour is a variant, and a product without options has one variant', () => {
  const options = [
    { name: 'Size', values: ['S', 'M'] },
    { name: 'Colour', values: ['Rust', 'Indigo'] },
  ];
  expect(combinations(options)).toEqual([
    { Size: 'S', Colour: 'Rust' },
    { Size: 'S', Colour: 'Indigo' },
    { Size: 'M', Colour: 'Rust' },
    { Size: 'M', Colour: 'Indigo' },
  ]);
  expect(combinations([])).toEqual([{}]);
});

test('a new value is combined with the values of the other options; existing combinations are left out', () => {
  const options = [
    { name: 'Size', values: ['S', 'M'] },
    { name: 'Colour', values: ['Rust'] },
  ];
  expect(addedCombinations(options, new Map([['Size', ['L']]]))).toEqual([{ Size: 'L', Colour: 'Rust' }]);
  expect(addedCombinations(options, new Map([['Size', []]]))).toEqual([]);
});

describe('the form for a new product', () => {
  const input = { name: 'Kurta', price: '₹1,299', stock: '', option_1: 'Size', values_1: 'S, M' };

  test('accepts prices and stock in common formats', () => {
    expect(NEW_PRODUCT.parse(input)).toMatchObject({
      ...{ name: 'Kurta', price: 1299, stock: 0, values_1: ['S', 'M'], values_2: [], sell_unit: 'piece', hsn: '' },
    });
  });

  test.each<[string, Record<string, string>, string]>([
    ['without a name', { name: ' ' }, 'Enter a name.'],
    ['without a price', { price: '' }, 'Enter a price.'],
    ['with a price that is not a number', { price: 'cheap' }, 'Enter the price in rupees, such as 1,299.'],
    ['with a stock that is not a number', { stock: 'many' }, 'Enter the stock as a number, such as 5.'],
    ['with a negative stock', { stock: '-1' }, 'Enter the stock as a number, such as 5.'],
  ])('is rejected %s', (_description, changes, message) => {
    expect(NEW_PRODUCT.safeParse({ ...input, ...changes }).error?.issues[0]?.message).toBe(message);
  });
});
