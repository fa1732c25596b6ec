import { describe, expect, test } from 'vitest';
import type { RowProblem } from '#lib/catalog/import/csv/shopify-groups.ts';
import type { ProductRecord, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { sheetProductOf } from '#support/sheet-rows.ts';

type ReadOptions = Parameters<typeof sheetProductOf>[2];

const read = (columns: string, lines: string[], readOptions?: ReadOptions) =>
  sheetProductOf(columns, lines, readOptions).record;
const values = (columns: string, lines: string[], readOptions?: ReadOptions) =>
  read(columns, lines, readOptions).variants?.map((variant) => Object.values(variant.values ?? {}).join('/'));
function problem(columns: string, lines: string[], readOptions?: ReadOptions): string {
  try {
    read(columns, lines, readOptions);
    return 'no problem';
  } catch (error) {
    return `${(error as RowProblem).line}: ${(error as Error).message}`;
  }
}
const stored = (options: string[], ...rows: Partial<VariantRecord>[]): ProductRecord => ({
  ...{ type: 'product', slug: 'kurta', name: 'Kurta', categories: [], sell_unit: 'piece', options },
  variants: rows.map((row) => ({ price: 100, quantity: 1, ...row })),
});

describe('the variants of a sheet', () => {
  test('are its rows, or the sizes in one cell, with the colour of the row above', () => {
    const record = read('Name|Colour|Size|Rate', ['Kurta|Red|S, M|10', '||L|20', '|Blue|S|30']);
    expect(record.options).toEqual(['Colour', 'Size']);
    expect(record.variants).toEqual([
      { values: { Colour: 'Red', Size: 'S' }, price: 10, sale_price: null },
      { values: { Colour: 'Red', Size: 'M' }, price: 10, sale_price: null },
      { values: { Colour: 'Red', Size: 'L' }, price: 20, sale_price: null },
      { values: { Colour: 'Blue', Size: 'S' }, price: 30, sale_price: null },
    ]);
    expect(sheetProductOf('Name|Size|Rate', ['Kurta|S, M|10', '|L|20']).variantLines).toEqual([2, 2, 3]);
    const simple = read('Name|Rate', ['Kurta|10']);
    expect([simple.options, simple.variants]).toEqual([[], [{ price: 10, sale_price: null }]]);
  });

  test('have the columns that the owner assigns as options; an empty cell repeats the value above', () => {
    const choices = ['Fit', 'Neck'];
    const record = read('Name|Fit|Neck|Rate', ['Kurta|Slim|Round|10', '||V|20', '|Wide||30'], { choices });
    expect(record.options).toEqual(choices);
    expect(record.variants?.map((variant) => variant.values)).toEqual([
      { Fit: 'Slim', Neck: 'Round' },
      { Fit: 'Slim', Neck: 'V' },
      { Fit: 'Wide', Neck: 'V' },
    ]);
    expect(values('Name|Fit|Rate', ['Kurta|S, M|10'], { choices })).toEqual(['S, M']);
    expect(read('Name|Fit|Rate', ['Kurta||10'], { choices }).options).toEqual([]);
  });
});

describe('the options of a sheet', () => {
  test('are limited to three', () => {
    const columns = 'Name|Colour|Size|Age|Fit|Rate';
    expect(problem(columns, ['Kurta|Red|S|2|Slim|10'], { choices: ['Fit'] })).toMatch(
      /^2: has more than three options/,
    );
    expect(problem(columns, ['Kurta|Red|S|2||10'], { choices: ['Fit'] })).toBe('no problem');
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
    expect(read('Name|Size|Rate', [`Kurta|${cell}|10`]).options).toEqual([label]),
  );

  test('need a value in each row, and no two rows may have the same values', () => {
    expect(problem('Name|Size|Rate', ['Kurta|S|10', '||20'])).toBe('3: has no size, which its other rows have');
    expect(problem('Name|Colour|Rate', ['Kurta||10', '|Red|20'])).toBe('2: has no colour, which its other rows have');
    expect(problem('Name|Colour|Size|Rate', ['Kurta|Red|S|10', '||S|20'])).toBe(
      '3: has the same values as line 2: Red, S',
    );
    expect(problem('Name|Size|Rate', ['Kurta|S, S|10'])).toBe('2: has the same values as line 2: S');
    expect(problem('Name|Rate', ['Kurta|10', 'Kurta|20'])).toBe(
      '3: has the same name as line 2, and no size or colour tells them apart: give it another name',
    );
  });

  test('leave each variant its own SKU and barcode, and omit those that variants share', () => {
    const skus = (lines: string[]) =>
      read('Name|Size|SKU|Barcode|Rate', lines).variants?.map(({ sku, barcode }) => [sku, barcode]);
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

describe('an existing product', () => {
  const withSizes = stored(
    ['Colour', 'size'],
    { sku: 'A', values: { Colour: 'Red', size: 'S' }, price: 70 },
    {
      ...{ sku: 'B', values: { Colour: 'Red', size: 'M' }, price: 80 },
    },
  );

  test('keeps the names of its options, and appends new ones', () => {
    expect(read('Name|Color|Size|Rate', ['Kurta|Red|S|10'], { old: withSizes }).options).toEqual(['Colour', 'size']);
    const withAge = stored(['age'], { sku: 'A', values: { age: '2 years' } });
    expect(read('Name|Size|Rate', ['Kurta|3 years|10'], { old: withAge }).options).toEqual(['age']);
    expect(read('Name|Age|Rate', ['Kurta|3|10'], { old: withAge }).options).toEqual(['age']);
    const more = read('Name|Size|SKU|Rate', ['Kurta|S|A|10'], { old: stored([], { sku: 'A' }) });
    expect(more.options).toEqual(['Size']);
    expect(
      read('Name|Rate', ['Kurta|10'], { old: { ...stored([], {}), options: undefined } as never }).options,
    ).toEqual([]);
  });

  test('rejects a new option that a remaining variant lacks, unless removal is requested', () => {
    const old = stored([], { sku: 'A' }, { sku: 'B' });
    const refused = '2: gives "Kurta" a size, which it does not have in the shop';
    expect(problem('Name|Size|SKU|Rate', ['Kurta|S|A|10'], { old })).toBe(refused);
    expect(problem('Name|Size|SKU|Rate', ['Kurta|S|A|10', '|M|B|10'], { old })).toBe('no problem');
    expect(problem('Name|Size|SKU|Rate', ['Kurta|S|A|10'], { old, rules: { removes: true } })).toBe('no problem');
    expect(problem('Name|Size|Rate', ['Kurta|S|10'], { old: stored([], {}) })).toMatch(/gives "Kurta" a size/);
  });

  test('keeps an option that a sheet omits, if only one variant matches', () => {
    expect(values('Name|Size|Rate', ['Kurta|S|10'], { old: withSizes })).toEqual(['Red/S']);
    expect(values('Name|SKU|Rate', ['Kurta|B|10'], { old: withSizes })).toEqual(['Red/M']);
    expect(values('Name|SKU|Rate', ["Kurta|'B|10"], { old: withSizes })).toEqual(['Red/M']);
    expect(problem('Name|Rate', ['Kurta|10'], { old: withSizes })).toBe(
      '2: does not say which colour and size: the shop has several of "Kurta"',
    );
    expect(problem('Name|Colour|SKU|Rate', ['Kurta|Red|X|10'], { old: withSizes })).toBe(
      '2: does not say which size: the shop has several of "Kurta"',
    );
    expect(problem('Name|Size|Rate', ['Kurta|XL|10'], { old: withSizes })).toMatch(/does not say which colour/);
  });

  test('keeps the prices that a sheet omits, matched by SKU before values', () => {
    const price = (line: string) =>
      read('Name|Colour|Size|SKU|MRP|Rate', [line], { old: withSizes }).variants?.map((row) => row.price ?? row);
    expect(price('Kurta|Red|S|B|90|')).toEqual([90]);
    const sale = (line: string) =>
      read('Name|Colour|Size|SKU|MRP|Rate', [line], { old: withSizes }).variants?.map(({ sale_price }) => sale_price);
    expect(sale('Kurta|Red|S|B|90|')).toEqual([80]);
    expect(sale('Kurta|Red|S||90|')).toEqual([70]);
    expect(sale('Kurta|Red|M|X|90|')).toEqual([80]);
    expect(problem('Name|Colour|Size|SKU|MRP|Rate', ['Kurta|Red|L||90|'], { old: withSizes })).toBe(
      '2: is new to the product and has no price',
    );
  });
});
