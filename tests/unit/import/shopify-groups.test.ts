import { describe, expect, test } from 'vitest';
import { type GroupItem, RowError, slugOf } from '#lib/catalog/import/csv/shopify-groups.ts';
import { groupsOf } from '#support/shopify-rows.ts';

const summary = (item: GroupItem) =>
  'group' in item
    ? [item.group.handle, item.group.rows.map(({ line }) => line), item.group.line, item.group.problem]
    : item;
const groups = async (...lines: string[]) =>
  (await groupsOf(['Handle,Title,SKU', ...lines, ''].join('\n'))).map(summary);

describe('the rows of a product', () => {
  test('have the same handle or title, and empty rows are skipped', async () => {
    expect(await groups('a,A,1', 'a,,2', ' , ,', 'a,,3', 'b,B,4', ',Kurta No. 1,5', 'kurta-no-1,,6')).toEqual([
      ['a', [2, 3, 5], 2, undefined],
      ['b', [6], 6, undefined],
      ['kurta-no-1', [7, 8], 7, undefined],
    ]);
    expect((await groups('a,A,1', 'b,B,2', 'a,A,3')).map((item) => Array.isArray(item) && item.slice(0, 2))).toEqual([
      ['a', [2]],
      ['b', [3]],
      ['a', [4]],
    ]);
  });

  test('have trimmed fields, which are empty if the row is too short or the column is missing', async () => {
    const [item] = await groupsOf('Handle,Title,SKU\na, A kurta ');
    if (!item || !('group' in item)) throw new Error('no group');
    const [row] = item.group.rows;
    expect(['title', 'sku', 'vendor'].map((field) => row?.get(field as 'title'))).toEqual(['A kurta', '', '']);
  });
});

describe('invalid rows', () => {
  test('without a handle or title exclude the product before them, if there is one', async () => {
    const message = 'has neither Handle nor Title, so it may belong to the product before it';
    expect(await groups('a,A,1', ',,2', ',,3', 'b,B,4')).toEqual([
      ['a', [2], 2, { line: 3, message }],
      ['b', [5], 5, undefined],
    ]);
    expect(await groups(',,1')).toEqual([['', [], 2, { line: 2, message }]]);
  });

  test('with more fields than the first line, or a stray quote, exclude their product', async () => {
    const message = 'has 4 fields where the first line has 3';
    expect(await groups('a,A,1,', 'a,A,2, ,')).toMatchObject([['a', [2, 3], 2, undefined]]);
    expect(await groups('a,A,1', 'a,A,2,x', 'a,A,3,y', 'b,B,4')).toEqual([
      ['a', [2, 3, 4], 2, { line: 3, message }],
      ['b', [5], 5, undefined],
    ]);
    const quote = 'a quote within an unquoted field on line 3';
    expect(await groups('a,A,1', 'b,B "x",2', 'c,C,3')).toEqual([
      ['a', [2], 2, undefined],
      ['b', [3], 3, { line: 3, message: quote }],
      ['c', [4], 4, undefined],
    ]);
  });

  test('with an unreadable handle exclude the product to which they may belong', async () => {
    expect(await groups('a,A,1', ',"B" x,2', 'c,C,3')).toMatchObject([
      ['a', [2], 2, undefined],
      ['b-x', [3], 3, { line: 3 }],
      ['c', [4], 4, undefined],
    ]);
    expect(await groups('a,A,1', ',,"2" x', 'c,C,3')).toEqual([
      ['a', [2], 2, { line: 2, message: 'may continue on line 3, which is broken' }],
      ['', [3], 3, { line: 3, message: 'text after the end of a quoted field on line 3' }],
      ['c', [4], 4, undefined],
    ]);
  });

  test('with a quote that may enclose other rows exclude the next product as well', async () => {
    expect(await groups('a,A,1', 'b,"B,2', 'c,C",x" y,3', 'd,D,4', 'd,,5', 'e,E,6')).toMatchObject([
      ['a', [2], 2, { line: 2, message: 'may continue on line 3, which is broken' }],
      ['', [3], 3, { line: 3 }],
      ['d', [5, 6], 5, { line: 5, message: 'left out because line 3 may include its first rows' }],
      ['e', [7], 7, undefined],
    ]);
    expect(await groups('a,"A,1', 'b,B,2')).toMatchObject([['', [2], 2, { line: 2 }]]);
  });
});

describe('a file', () => {
  test('is rejected if it is empty, or if its first line is invalid or unknown', async () => {
    expect(await groupsOf('')).toEqual([{ line: 1, fatal: 'the file is empty' }]);
    expect(await groupsOf(' , \n\n')).toEqual([{ line: 1, fatal: 'the file is empty' }]);
    expect(await groupsOf('Vendor\nA')).toMatchObject([{ line: 1, fatal: expect.stringContaining('neither') }]);
    expect(await groupsOf('\nHandle,Ti"tle\na,A')).toEqual([
      { line: 2, fatal: 'a quote within an unquoted field on line 2' },
    ]);
    expect(await groupsOf('"Handle')).toMatchObject([{ line: 1, fatal: expect.stringContaining('never closed') }]);
    expect(await groupsOf('Handle,Title')).toEqual([]);
  });

  test('warns about unused columns, and reads the stock from the named column', async () => {
    expect(await groupsOf('Handle,ID,Tax code,Remarks,Weather\n')).toEqual([
      { line: 1, warning: 'columns that this shop does not use are ignored: ID, Tax code' },
      { line: 1, warning: 'unknown columns are ignored: Remarks, Weather' },
    ]);
    const [item] = await groupsOf('Handle,On Hand\na,7', 'On Hand');
    expect(item && 'group' in item && item.group.rows[0]?.get('quantity')).toBe('7');
  });
});

test.each([
  ['Kurta No. 1', 'kurta-no-1'],
  ['  Élan -- d’été!  ', 'elan-dete'],
  ["It's_here", 'its_here'],
  ['_a_', 'a'],
  ['-_a-_-', 'a'],
  ['साड़ी', ''],
  [`${'x'.repeat(119)} y`, 'x'.repeat(119)],
  [`${'x'.repeat(118)}_-y`, 'x'.repeat(118)],
  ['x'.repeat(130), 'x'.repeat(120)],
])('the slug of "%s" is "%s"', (name, slug) => expect(slugOf(name)).toBe(slug));

test('the problem of a row includes the line', () =>
  expect(new RowError(7, 'has no price')).toMatchObject({ line: 7, message: 'has no price' }));
