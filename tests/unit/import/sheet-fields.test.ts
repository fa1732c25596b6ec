import { expect, test } from 'vitest';
import {
  type ColumnUse,
  columnsProblem,
  columnUse,
  guessedField,
  parseColumnMapping,
  plainColumnName,
  sheetColumns,
} from '#lib/catalog/import/sheet/sheet-fields.ts';

const NO_MAPPING = () => undefined;

test('recognizes the column names that sellers use', () => {
  const names = ['Item Name', 'Rate (₹)', 'M.R.P.', 'Colour*', 'Qty', 'Photo 2', 'HSN/SAC', 'Price per mtr', 'Remarks'];
  expect(names.map(guessedField)).toEqual([
    ...['name', 'price', 'mrp', 'colour', 'stock', 'image', 'hsn', 'price', undefined],
  ]);
});

test.each([
  ['Rate in Rs', 'rate'],
  ['Rate INR', 'rate'],
  ['Rs Rate', 'rs rate'],
  ['Rate per piece', 'rate'],
  ['Rate mtr', 'rate'],
  ['Rate per metre sold', 'rate per metre sold'],
  ['Photo 12', 'photo'],
  ['Photo 1 of', 'photo 1 of'],
  ['HSN / SAC', 'hsn sac'],
  ['Rate (of (all)) *', 'rate of'],
])('the plain name of the column "%s" is "%s"', (name, plainName) => expect(plainColumnName(name)).toBe(plainName));

test('guesses each field only once, and not if the mapping assigns another column to it', () => {
  const usesOf = (names: string[], uses: Record<string, ColumnUse> = {}) =>
    sheetColumns(names, (name) => uses[name]).map(({ use, isGuessed }) => `${use}${isGuessed ? '?' : ''}`);
  expect(usesOf(['Name', 'Title', ' '])).toEqual(['name?', '-?', '-']);
  expect(usesOf(['Photo', 'Image', 'Picture'], { Photo: 'image' })).toEqual(['image', 'image?', 'image?']);
  expect(usesOf(['Note', 'Remarks', 'Shade'], { Note: '-' })).toEqual(['-', '-?', 'colour?']);
  expect(usesOf(['MRP', 'Old price'])).toEqual(['price?', '-?']);
  expect(usesOf(['MRP'], { MRP: 'mrp' })).toEqual(['mrp']);
  expect(usesOf(['MRP', 'Rate'])).toEqual(['mrp?', 'price?']);
  const priceColumn = (name: string) => ({ name, use: 'price', isGuessed: false }) as const;
  expect(columnsProblem([{ ...priceColumn('Item'), use: 'name' }, priceColumn('A'), priceColumn('B')])).toBe(
    'only one column can be the price, not "A" and "B"',
  );
  expect(columnsProblem([{ ...priceColumn('Item'), use: 'handle' }, priceColumn('A')])).toBeUndefined();
});

test('assigns each field once, except pictures; a mapping takes precedence over a column name', () => {
  const columns = sheetColumns(['Name', 'Item', 'Photo', 'Photo 2', 'Rate'], (name) =>
    name === 'Item' ? 'name' : undefined,
  );
  expect(columns.map(({ use }) => use)).toEqual(['-', 'name', 'image', 'image', 'price']);
  expect(sheetColumns(['Name', 'MRP'], NO_MAPPING).map(({ use }) => use)).toEqual(['name', 'price']);
  expect(columnsProblem(sheetColumns(['Rate', 'Qty'], NO_MAPPING))).toMatch(/names of the products/);
  expect(columnsProblem(sheetColumns(['Item', 'A', 'B'], (name) => (name === 'Item' ? undefined : 'price')))).toMatch(
    /only one column can be the price, not "A" and "B"/,
  );
});

test('parses a column mapping from an option or from the lines of a file', () => {
  expect([...parseColumnMapping('Rate=price; Remarks=-\n# a note\nShade = color')]).toEqual([
    ['Rate', 'price'],
    ['Remarks', '-'],
    ['Shade', 'colour'],
  ]);
  expect([...parseColumnMapping(' A=B = price ;;\r\n R=- ;Z=none;Y=;X=Not used')]).toEqual([
    ['A=B', 'price'],
    ['R', '-'],
    ['Z', '-'],
    ['Y', '-'],
    ['X', '-'],
  ]);
  expect(() => parseColumnMapping('=price')).toThrow('"=price" does not have the form Rate=price');
  expect(() => columnUse(' pricee ')).toThrow(/^"pricee" is not one of name, .*, or - for a column not used\. .*price/);
  expect(() => columnUse('zzzzzzzz')).toThrow(/ or - for a column not used$/);
  expect(() => parseColumnMapping('Rate')).toThrow(/does not have the form Rate=price/);
  expect(() => parseColumnMapping('Rate=cost')).toThrow(/"cost" is not one of name, price/);
});
