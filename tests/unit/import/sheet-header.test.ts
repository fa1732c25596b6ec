import { describe, expect, test } from 'vitest';
import { commandRemarkText } from '#lib/catalog/import/import-command-text.ts';
import type { ColumnUse } from '#lib/catalog/import/sheet/sheet-fields.ts';
import { detectSheet, type SheetOptions } from '#lib/catalog/import/sheet/sheet-header.ts';
import { columnWarnings, describeColumnProblems, sheetProblem } from '#lib/catalog/import/sheet/sheet-remarks.ts';

const column = (name: string, use: ColumnUse, isGuessed = true) => ({ name, use, isGuessed });

function sheet(lines: string[], { columns = new Map(), ...options }: Partial<SheetOptions> = {}) {
  const rows = lines.map((line, index) => ({ line: index + 1, lineCount: 1, fields: line.split('|') }));
  return detectSheet(rows, { columns, ...options });
}
const uses = (line: string, options?: Partial<SheetOptions>) => sheet([line], options)?.columns.map(({ use }) => use);

describe('a plain sheet', () => {
  test('has its columns in the first line that names them, and a sample value for each', () => {
    const longValue = `${'x'.repeat(40)}y`;
    const lines = [
      '|',
      'Our goods|',
      ' Item | Rate|Shelf|Note|',
      '||||',
      `| 10   20|${longValue}|${'x'.repeat(40)}`,
      'Sari|30',
    ];
    expect(sheet(lines)).toEqual({
      line: 3,
      columns: [
        column('Item', 'name'),
        column('Rate', 'price'),
        ...['Shelf', 'Note', ''].map((name) => column(name, '-')),
      ].map((guess) => (guess.name === '' ? { ...guess, isGuessed: false } : guess)),
      samples: ['Sari', '10 20', `${'x'.repeat(39)}…`, 'x'.repeat(40), ''],
    });
  });

  test('is not detected without a row, or with Shopify’s header unless requested', () => {
    expect(sheet([])).toBeUndefined();
    expect(sheet([' | ', ''])).toBeUndefined();
    const shopify = 'Handle|Title|Option1 Name|Option1 Value|Variant Price';
    expect(sheet([shopify])).toBeUndefined();
    expect(sheet(['', shopify])).toBeUndefined();
    expect(sheet(['Goods', shopify])).toBeUndefined();
    expect(sheet([shopify], { isSheet: true })?.line).toBe(1);
    expect(uses('Title|Vendor|Remarks', { columns: new Map([['remarks', 'size']]) })).toEqual([
      'name',
      'brand',
      'size',
    ]);
    expect(sheet(['Title|Vendor|Remarks'])).toBeUndefined();
  });

  test('is read with the owner’s column mapping and stock column, which take precedence over column names', () => {
    const columns = new Map<string, ColumnUse>([
      ['piece', 'name'],
      ['godown', 'stock'],
    ]);
    expect(uses(' Piece |Rate|Godown|Qty', { columns })).toEqual(['name', 'price', 'stock', '-']);
    expect(uses('Piece|Rate|Godown|Qty', { columns, stockColumn: ' QTY ' })).toEqual(['name', 'price', '-', 'stock']);
    expect(uses('Item|Rate|Qty|Shelf', { stockColumn: 'shelf' })).toEqual(['name', 'price', '-', 'stock']);
    expect(uses('Item|Rate|Qty|Shelf')).toEqual(['name', 'price', 'stock', '-']);
  });
});

describe('the problem of a sheet', () => {
  const validColumns = [column('Item', 'name'), column('Rate', 'price')];

  test.each<[string, ReturnType<typeof column>[], string | undefined, string | undefined]>([
    ['correct columns', validColumns, undefined, undefined],
    ['an existing stock column', validColumns, ' RATE', undefined],
    ['a missing stock column', validColumns, 'Qty', 'there is no column "Qty".'],
    [
      'semicolons',
      [column('Item;Rate', 'name')],
      undefined,
      'its columns are not separated by commas. Save it as "CSV UTF-8".',
    ],
    [
      'tabs',
      [column('Item\tRate', '-')],
      undefined,
      'its columns are not separated by commas. Save it as "CSV UTF-8".',
    ],
    ['a semicolon in a name', [column('Item; all', 'name'), column('Rate', 'price')], undefined, undefined],
    ['one column', [column('Item', 'name')], undefined, undefined],
    [
      'no names',
      [column('A', '-'), column('B', 'price')],
      undefined,
      'no column is known to contain the names of the products. Its columns are "A", "B". Say what they contain, for example with --columns "Rate=price; Piece=name".',
    ],
  ])('with %s is: $3', (_, columns, stockColumn, problem) => {
    const remark = sheetProblem(columns, stockColumn);
    expect(remark && commandRemarkText(remark)).toBe(problem);
  });

  test('is not an unused column or a missing stock column, which cause warnings', () => {
    const missingStockWarning =
      'no column contains the stock, so new products are sold out until you enter their stock';
    expect(columnWarnings([...validColumns, column('Qty', 'stock'), column('', '-')])).toEqual([]);
    expect(columnWarnings([...validColumns, column('A', '-')])).toEqual([
      'this column is not used: A',
      missingStockWarning,
    ]);
    expect(columnWarnings([column('A', '-'), column('Qty', 'stock'), column('B', '-')])).toEqual([
      'these columns are not used: A, B',
    ]);
  });

  test('is described with the name of the column; at most three problems are described', () => {
    const columns = [
      ...validColumns,
      column('Shade', 'colour'),
      column('Kilos', 'weight'),
      column('Size', 'size'),
      column('Qty', 'stock'),
    ];
    const textOf = (...problems: [PropertyKey[], string][]) =>
      describeColumnProblems(
        problems.map(([path, message]) => ({ path, message })),
        columns,
      );
    expect(textOf([['variants', 0, 'price'], 'must be above 0'])).toBe('column "Rate" must be above 0');
    expect(textOf([['variants', 0, 'sale_price'], 'a'], [['variants', 1, 'sale_price'], 'a'])).toBe('column "Rate" a');
    expect(
      textOf(
        [['variants', 2, 'bolts', 1], 'a'],
        [['variants', 2, 'quantity'], 'b'],
        [['variants', 0, 'values', 'Size'], 'c'],
      ),
    ).toBe('column "Qty" a; column "Qty" b; column "Size" c');
    expect(textOf([['name'], 'a'], [['hsn'], 'b'], [['weight_g'], 'c'], [['origin'], 'd'])).toBe(
      'column "Item" a; hsn b; column "Kilos" c',
    );
    expect(textOf([['images', 0, 'src'], 'a'], [[], 'b'], [[0], 'c'])).toBe('images a; b; c');
  });
});
