import { describe, expect, test } from 'vitest';
import type { CsvRow } from '#lib/catalog/import/csv/csv-rows.ts';
import { type SheetColumn, sheetColumns } from '#lib/catalog/import/sheet/sheet-fields.ts';
import { findHeader, SheetRow, sheetGroups } from '#lib/catalog/import/sheet/sheet-rows.ts';
import { groupsOfSheet, sheetRows } from '#support/sheet-rows.ts';

describe('the header row', () => {
  const isKnown = (name: string) => ['Name', 'Rate'].includes(name);
  const header = (...lines: string[]) => findHeader(sheetRows(...lines), isKnown);

  test('is the first row with two known names, for example below a title', () => {
    expect(header('My goods', '|', 'Name|Rate| Size ', 'Name|Rate|x')).toEqual({
      line: 4,
      names: ['Name', 'Rate', 'Size'],
    });
    expect(header('Name', 'Rate', 'Name|Rate')).toEqual({ line: 4, names: ['Name', 'Rate'] });
  });

  test('is the first non-empty row if none of the first ten has two known names; undefined in an empty sheet', () => {
    expect(header(' ', 'Piece|Name', 'x|y')).toEqual({ line: 3, names: ['Piece', 'Name'] });
    expect(header(...Array.from({ length: 10 }, () => 'x'), 'Name|Rate')).toEqual({ line: 2, names: ['x'] });
    expect(header(...Array.from({ length: 9 }, () => 'x'), 'Name|Rate')).toEqual({ line: 11, names: ['Name', 'Rate'] });
    expect(header(' | ')).toBeUndefined();
    expect(findHeader([], isKnown)).toBeUndefined();
  });
});

test('a row returns the trimmed, non-empty cells of a field', () => {
  const columns: SheetColumn[] = [
    { name: ' Photo ', use: 'image', isGuessed: true },
    { name: 'Photo 2', use: 'image', isGuessed: true },
    { name: 'Remarks', use: '-', isGuessed: true },
  ];
  const row = new SheetRow(7, [' ', ' b.jpg ', 'x'], columns);
  expect([row.line, row.get('image'), row.get('name')]).toEqual([7, 'b.jpg', '']);
  expect(row.all('image')).toEqual([{ column: 'Photo 2', cell: 'b.jpg' }]);
  expect(new SheetRow(7, ['a.jpg', 'b.jpg'], columns).all('image')[0]).toEqual({ column: 'Photo', cell: 'a.jpg' });
  expect(new SheetRow(1, ['', '  ', 'x'], columns).isEmpty()).toBe(true);
  expect(new SheetRow(1, [], columns).isEmpty()).toBe(true);
  expect(row.isEmpty()).toBe(false);
});

const groups = (...lines: string[]) =>
  groupsOfSheet('Name|Rate', ...lines).map(({ handle, line, rows, problem }) => [
    ...[handle, line, rows.map((row) => row.line)],
    ...(problem ? [`${problem.line}: ${problem.message}`] : []),
  ]);

describe('the rows of a product', () => {
  test('are those with its name, anywhere in the sheet, and those below without a name', () => {
    expect(groups('Kurta|1', '|2', 'Saree|3', '|', 'kurta!|4', '|5')).toEqual([
      ['kurta', 2, [2, 3, 6, 7]],
      ['saree', 4, [4]],
    ]);
    expect(groupsOfSheet('Handle|Name', 'k-1|Kurta', 'k-2|Kurta').map(({ handle }) => handle)).toEqual(['k-1', 'k-2']);
  });

  test('are separate for each name without Latin letters', () => {
    expect(groups('साड़ी|1', 'लाल|2')).toEqual([
      ['', 2, [2]],
      ['', 3, [3]],
    ]);
  });

  test('require a name in the first row', () => {
    expect(groups('|1', 'Kurta|2')).toEqual([
      ['', 2, [2], '2: has no name'],
      ['kurta', 3, [3]],
    ]);
  });
});

describe('invalid rows', () => {
  const tooManyCells = (line: number) =>
    `${line}: has 3 cells where the header has 2; a comma within a cell, such as in 1,299, needs quotes around the cell`;

  test('with more cells than columns exclude their product, or the product above if they have no name', () => {
    expect(groups('Kurta|1|', 'Saree|2|x', 'Shawl|3')).toEqual([
      ['kurta', 2, [2]],
      ['saree', 3, [3], tooManyCells(3)],
      ['shawl', 4, [4]],
    ]);
    expect(groups('Kurta|1', '|2|x', '|3|y', 'Shawl|4')).toEqual([
      ['kurta', 2, [2, 3, 4], tooManyCells(3)],
      ['shawl', 5, [5]],
    ]);
    expect(groups('|2|x')).toEqual([['', 2, [2], tooManyCells(2)]]);
    expect(groups('Kurta|1', 'Kurta|2|x', '|3', 'Kurta|4|y')).toEqual([['kurta', 2, [2, 3, 4, 5], tooManyCells(3)]]);
  });

  test('that can’t be parsed exclude the products to which they may belong, including the next product', () => {
    const columns = sheetColumns(['Name', 'Rate'], () => undefined);
    const row = (line: number, fields: string[], problem?: string, lineCount = 1): CsvRow => ({
      ...{ line, lineCount, fields },
      ...(problem === undefined ? {} : { problem }),
    });
    const groupsOf = (...rows: CsvRow[]) =>
      sheetGroups(rows, columns).map(({ handle, rows: members, problem }) => [
        ...[handle, members.length],
        ...(problem ? [`${problem.line}: ${problem.message}`] : []),
      ]);
    expect(groupsOf(row(2, ['Kurta', '1']), row(3, ['Saree', '"2'], 'a stray quote'), row(4, ['Shawl', '3']))).toEqual([
      ['kurta', 1],
      ['saree', 1, '3: a stray quote'],
      ['shawl', 1],
    ]);
    expect(
      groupsOf(
        row(2, ['Kurta', '1']),
        row(3, ['Saree', ''], 'a stray quote', 2),
        row(5, ['Shawl', '3']),
        row(6, ['Tee', '4']),
      ),
    ).toEqual([
      ['kurta', 1, '3: a stray quote'],
      ['', 1, '3: a stray quote'],
      ['shawl', 1, '5: left out because line 3 may include its first rows'],
      ['tee', 1],
    ]);
    expect(groupsOf(row(2, ['', ''], 'a stray quote'))).toEqual([['', 1, '2: a stray quote']]);
    expect(groupsOf(row(2, ['Kurta', '1']), row(3, ['', ''], 'a stray quote'))).toEqual([
      ['kurta', 2, '3: a stray quote'],
    ]);
  });
});
