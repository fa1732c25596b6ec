import { expect, test } from 'vitest';
import { promptForColumns } from '#lib/catalog/import/sheet/prompt-for-columns.ts';
import { sheetColumns } from '#lib/catalog/import/sheet/sheet-fields.ts';

async function* input(...lines: string[]) {
  yield* lines;
}

const NO_MAPPING = () => undefined;

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
