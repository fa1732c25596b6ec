import { describe, expect, test } from 'vitest';
import type { RowError } from '#lib/catalog/import/csv/shopify-groups.ts';
import type { ProductRecord, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { sheetProductOf } from '#support/sheet-rows.ts';

type ReadOptions = Parameters<typeof sheetProductOf>[2];

const readProduct = (columns: string, lines: string[], readOptions?: ReadOptions) =>
  sheetProductOf(columns, lines, readOptions).record;
const values = (columns: string, lines: string[], readOptions?: ReadOptions) =>
  readProduct(columns, lines, readOptions).variants?.map((variant) => Object.values(variant.values ?? {}).join('/'));
function problemText(columns: string, lines: string[], readOptions?: ReadOptions): string {
  try {
    readProduct(columns, lines, readOptions);
    return 'no problem';
  } catch (error) {
    return `${(error as RowError).line}: ${(error as Error).message}`;
  }
}
const storedProduct = (options: string[], ...rows: Partial<VariantRecord>[]): ProductRecord => ({
  ...{ type: 'product', slug: 'kurta', name: 'Kurta', categories: [], sell_unit: 'piece', options },
  variants: rows.map((row) => ({ price: 100, quantity: 1, ...row })),
});

describe('the variants in a sheet', () => {
  test('are its rows, or the sizes in one cell; an empty colour is copied from the row above', () => {
    const record = readProduct('Name|Colour|Size|Rate', ['Kurta|Red|S, M|10', '||L|20', '|Blue|S|30']);
    expect(record.options).toEqual(['Colour', 'Size']);
    expect(record.variants).toEqual([
      { values: { Colour: 'Red', Size: 'S' }, price: 10, sale_price: null },
      { values: { Colour: 'Red', Size: 'M' }, price: 10, sale_price: null },
      { values: { Colour: 'Red', Size: 'L' }, price: 20, sale_price: null },
      { values: { Colour: 'Blue', Size: 'S' }, price: 30, sale_price: null },
    ]);
    expect(sheetProductOf('Name|Size|Rate', ['Kurta|S, M|10', '|L|20']).variantLines).toEqual([2, 2, 3]);
    const simpleProduct = readProduct('Name|Rate', ['Kurta|10']);
    expect([simpleProduct.options, simpleProduct.variants]).toEqual([[], [{ price: 10, sale_price: null }]]);
  });

  test('have the option columns that the owner assigns; an empty cell repeats the value above', () => {
    const choices = ['Fit', 'Neck'];
    const record = readProduct('Name|Fit|Neck|Rate', ['Kurta|Slim|Round|10', '||V|20', '|Wide||30'], { choices });
    expect(record.options).toEqual(choices);
    expect(record.variants?.map((variant) => variant.values)).toEqual([
      { Fit: 'Slim', Neck: 'Round' },
      { Fit: 'Slim', Neck: 'V' },
      { Fit: 'Wide', Neck: 'V' },
    ]);
    expect(values('Name|Fit|Rate', ['Kurta|S, M|10'], { choices })).toEqual(['S, M']);
    expect(readProduct('Name|Fit|Rate', ['Kurta||10'], { choices }).options).toEqual([]);
  });

  test('keep the SKU and barcode of each variant, except those that variants share', () => {
    const skus = (lines: string[]) =>
      readProduct('Name|Size|SKU|Barcode|Rate', lines).variants?.map(({ sku, barcode }) => [sku, barcode]);
    expect(skus(["Kurta|S|'K-S|'890|10", '|M|K-M||10'])).toEqual([
      ['K-S', '890'],
      ['K-M', undefined],
    ]);
    expect(skus(['Kurta|S|K||10', '|M|K|891|10'])).toEqual([
      [undefined, undefined],
      [undefined, '891'],
    ]);
    expect(skus(['Kurta|S, M|K|890|10'])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });
});

describe('the options in a sheet', () => {
  test('are limited to three', () => {
    const columns = 'Name|Colour|Size|Age|Fit|Rate';
    expect(problemText(columns, ['Kurta|Red|S|2|Slim|10'], { choices: ['Fit'] })).toMatch(
      /^2: has more than three options/,
    );
    expect(problemText(columns, ['Kurta|Red|S|2||10'], { choices: ['Fit'] })).toBe('no problem');
  });

  test.each([
    ['2-3 years', 'Age'],
    ['2 – 3 yrs, 4 to 5 Years', 'Age'],
    ['6 months', 'Age'],
    ['12 mth', 'Age'],
    ['1yr', 'Age'],
    ['2-3', 'Size'],
    ['2-3 years, M', 'Size'],
    ['Age 2 years', 'Size'],
    ['2 yearsling', 'Size'],
  ])('with the sizes "%s" have the name %s', (cell, label) =>
    expect(readProduct('Name|Size|Rate', [`Kurta|${cell}|10`]).options).toEqual([label]),
  );

  test('require a value in each row, and no two rows may have the same values', () => {
    expect(problemText('Name|Size|Rate', ['Kurta|S|10', '||20'])).toBe('3: has no size, which its other rows have');
    expect(problemText('Name|Colour|Rate', ['Kurta||10', '|Red|20'])).toBe(
      '2: has no colour, which its other rows have',
    );
    expect(problemText('Name|Colour|Size|Rate', ['Kurta|Red|S|10', '||S|20'])).toBe(
      '3: has the same values as line 2: Red, S',
    );
    expect(problemText('Name|Size|Rate', ['Kurta|S, S|10'])).toBe('2: has the same values as line 2: S');
    expect(problemText('Name|Rate', ['Kurta|10', 'Kurta|20'])).toBe(
      '3: has the same name as line 2, and no size or colour tells them apart: give it another name',
    );
  });
});

describe('an existing product', () => {
  const productWithSizes = storedProduct(
    ['Colour', 'size'],
    { sku: 'A', values: { Colour: 'Red', size: 'S' }, price: 70 },
    {
      ...{ sku: 'B', values: { Colour: 'Red', size: 'M' }, price: 80 },
    },
  );

  test('keeps the names of its options, and appends new ones', () => {
    expect(readProduct('Name|Color|Size|Rate', ['Kurta|Red|S|10'], { old: productWithSizes }).options).toEqual([
      'Colour',
      'size',
    ]);
    const productWithAge = storedProduct(['age'], { sku: 'A', values: { age: '2 years' } });
    expect(readProduct('Name|Size|Rate', ['Kurta|3 years|10'], { old: productWithAge }).options).toEqual(['age']);
    expect(readProduct('Name|Age|Rate', ['Kurta|3|10'], { old: productWithAge }).options).toEqual(['age']);
    const productWithNewOption = readProduct('Name|Size|SKU|Rate', ['Kurta|S|A|10'], {
      old: storedProduct([], { sku: 'A' }),
    });
    expect(productWithNewOption.options).toEqual(['Size']);
    expect(
      readProduct('Name|Rate', ['Kurta|10'], { old: { ...storedProduct([], {}), options: undefined } as never })
        .options,
    ).toEqual([]);
  });

  test('rejects a new option for which a stored variant has no value, unless removal is requested', () => {
    const storedKurta = storedProduct([], { sku: 'A' }, { sku: 'B' });
    const rejection = '2: gives "Kurta" a size, which it does not have in the shop';
    expect(problemText('Name|Size|SKU|Rate', ['Kurta|S|A|10'], { old: storedKurta })).toBe(rejection);
    expect(problemText('Name|Size|SKU|Rate', ['Kurta|S|A|10', '|M|B|10'], { old: storedKurta })).toBe('no problem');
    expect(
      problemText('Name|Size|SKU|Rate', ['Kurta|S|A|10'], { old: storedKurta, rules: { removesMissing: true } }),
    ).toBe('no problem');
    expect(problemText('Name|Size|Rate', ['Kurta|S|10'], { old: storedProduct([], {}) })).toMatch(
      /gives "Kurta" a size/,
    );
  });

  test('keeps an option that a sheet omits, if only one variant matches', () => {
    expect(values('Name|Size|Rate', ['Kurta|S|10'], { old: productWithSizes })).toEqual(['Red/S']);
    expect(values('Name|SKU|Rate', ['Kurta|B|10'], { old: productWithSizes })).toEqual(['Red/M']);
    expect(values('Name|SKU|Rate', ["Kurta|'B|10"], { old: productWithSizes })).toEqual(['Red/M']);
    expect(problemText('Name|Rate', ['Kurta|10'], { old: productWithSizes })).toBe(
      '2: does not say which colour and size: the shop has several of "Kurta"',
    );
    expect(problemText('Name|Colour|SKU|Rate', ['Kurta|Red|X|10'], { old: productWithSizes })).toBe(
      '2: does not say which size: the shop has several of "Kurta"',
    );
    expect(problemText('Name|Size|Rate', ['Kurta|XL|10'], { old: productWithSizes })).toMatch(
      /does not say which colour/,
    );
  });

  test('keeps the prices that a sheet omits, from the variant matched by SKU or, if no SKU matches, by values', () => {
    const prices = (line: string) =>
      readProduct('Name|Colour|Size|SKU|MRP|Rate', [line], { old: productWithSizes }).variants?.map(
        (row) => row.price ?? row,
      );
    expect(prices('Kurta|Red|S|B|90|')).toEqual([90]);
    const salePrices = (line: string) =>
      readProduct('Name|Colour|Size|SKU|MRP|Rate', [line], { old: productWithSizes }).variants?.map(
        ({ sale_price }) => sale_price,
      );
    expect(salePrices('Kurta|Red|S|B|90|')).toEqual([80]);
    expect(salePrices('Kurta|Red|S||90|')).toEqual([70]);
    expect(salePrices('Kurta|Red|M|X|90|')).toEqual([80]);
    expect(problemText('Name|Colour|Size|SKU|MRP|Rate', ['Kurta|Red|L||90|'], { old: productWithSizes })).toBe(
      '2: is new to the product and has no price',
    );
  });
});
