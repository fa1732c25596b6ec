import { expect, test } from 'vitest';
import { promptForColumns } from '#lib/catalog/import/sheet/prompt-for-columns.ts';
import {
  columnsProblem,
  guessedField,
  parseColumnAnswers,
  sheetColumns,
} from '#lib/catalog/import/sheet/sheet-fields.ts';

async function* typed(...lines: string[]) {
  yield* lines;
}

const NOTHING_SAID = () => undefined;

test('columns are known by the names that sellers give them', () => {
  const names = ['Item Name', 'Rate (₹)', 'M.R.P.', 'Colour*', 'Qty', 'Photo 2', 'HSN/SAC', 'Price per mtr', 'Remarks'];
  expect(names.map(guessedField)).toEqual([
    ...['name', 'price', 'mrp', 'colour', 'stock', 'image', 'hsn', 'price', undefined],
  ]);
});

test('no field stands twice but pictures and choices, and an answer is stronger than a name', () => {
  const columns = sheetColumns(['Name', 'Item', 'Photo', 'Photo 2', 'Rate'], (name) =>
    name === 'Item' ? 'name' : undefined,
  );
  expect(columns.map(({ use }) => use)).toEqual(['-', 'name', 'image', 'image', 'price']);
  expect(sheetColumns(['Name', 'MRP'], NOTHING_SAID).map(({ use }) => use)).toEqual(['name', 'price']);
  expect(columnsProblem(sheetColumns(['Rate', 'Qty'], NOTHING_SAID))).toMatch(/names of the products/);
  expect(columnsProblem(sheetColumns(['Item', 'A', 'B'], (name) => (name === 'Item' ? undefined : 'price')))).toMatch(
    /"A" and "B" can't both be the price/,
  );
});

test('answers come as an option or a file of lines', () => {
  expect([...parseColumnAnswers('Rate=price; Remarks=-\n# a note\nShade = color')]).toEqual([
    ['Rate', 'price'],
    ['Remarks', '-'],
    ['Shade', 'colour'],
  ]);
  expect(() => parseColumnAnswers('Rate')).toThrow(/not like Rate=price/);
  expect(() => parseColumnAnswers('Rate=cost')).toThrow(/"cost" is none of name, price/);
});

test('the owner is asked what the columns are until they are right', async () => {
  const names = ['Piece', 'Rate', 'Remarks'];
  const sheet = { line: 1, columns: sheetColumns(names, NOTHING_SAID), samples: ['Ajrakh kurta', '₹1,299', 'fast'] };
  let shown = '';
  const write = (text: string) => {
    shown += text;
  };
  const answers = await promptForColumns('goods.csv', sheet, typed('', '9 name', '1 nome', '?', '1 name', ''), write);
  expect([...answers]).toEqual([
    ['Piece', 'name'],
    ['Rate', 'price'],
    ['Remarks', '-'],
  ]);
  expect(shown).toMatch(/1 {2}Piece {4}not used {6}Ajrakh kurta/);
  expect(shown).toMatch(/does not work yet: no column is known to hold the names/);
  expect(shown).toMatch(/Type the number of a column/);
  expect(shown).toMatch(/"nome" is none of name/);
  expect(shown).toMatch(/mrp {11}the price before a reduction/);
  await expect(promptForColumns('goods.csv', sheet, typed('1 name'), write)).rejects.toMatchObject({ code: 'refused' });
});
