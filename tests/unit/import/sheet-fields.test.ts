import { expect, test } from 'vitest';
import { promptForColumns } from '#lib/catalog/import/sheet/prompt-for-columns.ts';
import {
  type ColumnUse,
  columnsProblem,
  columnUse,
  guessedField,
  parseColumnMapping,
  plainColumnName,
  sheetColumns,
} from '#lib/catalog/import/sheet/sheet-fields.ts';

async function* input(...lines: string[]) {
  yield* lines;
}

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
    'the columns "A" and "B" can\'t both be the price',
  );
  expect(columnsProblem([{ ...priceColumn('Item'), use: 'handle' }, priceColumn('A')])).toBeUndefined();
});

test('assigns each field once, except pictures and options; a mapping takes precedence over a column name', () => {
  const columns = sheetColumns(['Name', 'Item', 'Photo', 'Photo 2', 'Rate'], (name) =>
    name === 'Item' ? 'name' : undefined,
  );
  expect(columns.map(({ use }) => use)).toEqual(['-', 'name', 'image', 'image', 'price']);
  expect(sheetColumns(['Name', 'MRP'], NO_MAPPING).map(({ use }) => use)).toEqual(['name', 'price']);
  expect(columnsProblem(sheetColumns(['Rate', 'Qty'], NO_MAPPING))).toMatch(/names of the products/);
  expect(columnsProblem(sheetColumns(['Item', 'A', 'B'], (name) => (name === 'Item' ? undefined : 'price')))).toMatch(
    /"A" and "B" can't both be the price/,
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

test('prompts for the fields of columns until they are valid', async () => {
  const names = ['Piece', 'Rate', 'Remarks'];
  const sheet = { line: 1, columns: sheetColumns(names, NO_MAPPING), samples: ['Ajrakh kurta', '₹1,299', 'fast'] };
  let output = '';
  const write = (text: string) => {
    output += text;
  };
  const mapping = await promptForColumns('goods.csv', sheet, input('', '9 name', '1 nome', '?', '1 name', ''), write);
  expect([...mapping]).toEqual([
    ['Piece', 'name'],
    ['Rate', 'price'],
    ['Remarks', '-'],
  ]);
  expect(output).toMatch(/1 {2}Piece {4}not used {6}Ajrakh kurta/);
  expect(output).toMatch(/is not complete yet: no column is known to contain the names/);
  expect(output).toMatch(/Type the number of a column/);
  expect(output).toMatch(/"nome" is not one of name/);
  expect(output).toMatch(/mrp {11}the price before a reduction/);
  await expect(promptForColumns('goods.csv', sheet, input('1 name'), write)).rejects.toMatchObject({ code: 'refused' });
});

test('shows the columns of a sheet after each input that changes them', async () => {
  const names = ['Piece', 'A very long name of a column that is cut', '', 'Rate', ...Array(6).fill('x')];
  const sheet = { line: 1, columns: sheetColumns(names, NO_MAPPING), samples: ['Sari', 'b'] };
  const output: string[] = [];
  const write = (text: string) => void output.push(text);
  const inputs = ['1 name of', 'x1 name', ' 1 = name ', '2: -', '10  option', '0 name', ''];
  const columns = await promptForColumns('goods.csv', sheet, input(...inputs), write);
  expect([...columns.keys()]).toEqual(['Piece', names[1], 'Rate', 'x']);
  const [firstTable = '', unknownField, usage, namedTable = '', unusedTable = '', optionTable = '', unknownColumn] =
    output;
  expect(firstTable.split('\n').slice(0, 6)).toEqual([
    ...['goods.csv is a product list. The shop would use its columns as follows:', ''],
    '   1  Piece                         not used      Sari',
    '   2  A very long name of a column  not used      b',
    '   3                                not used',
    '   4  Rate                          price',
  ]);
  expect(unknownField).toMatch(/^"name of" is not one of name, /);
  expect(usage).toBe('Type the number of a column and what it is, such as "2 price".\n> ');
  expect(namedTable.split('\n')[1]).toBe('   1  Piece                         name          Sari');
  expect(unusedTable).toContain('column  not used      b');
  expect(optionTable.split('\n')[10]).toBe('  10  x                             option');
  expect(unknownColumn).toBe(usage);
});
