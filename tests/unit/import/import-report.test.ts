import { describe, expect, test } from 'vitest';
import { columnsLine, remarkLines, reportLines } from '#lib/catalog/import/import-command-text.ts';
import { addRemark, byLocation, emptyReport, type ImportRemark } from '#lib/catalog/import/import-report.ts';
import { addChanges, addNewEntry, countEntry, emptyResult } from '#lib/catalog/import/record/save-report.ts';
import { heldBackChanges, untaxedLine } from '#lib/catalog/import/untaxed-goods.server.ts';

describe('the errors and warnings of an import', () => {
  const remarks = (count: number) => {
    const list: ImportRemark[] = [];
    for (let line = 1; line <= count; line++) addRemark(list, { file: 'a.csv', line }, { message: `m${line}` });
    return list;
  };

  test('are limited to a thousand, and sorted by file and line', () => {
    expect(remarks(1_001)).toHaveLength(1_000);
    expect(remarks(1)).toEqual([{ file: 'a.csv', line: 1, message: 'm1' }]);
    const locations = [
      ...[
        ['b', 1],
        ['a', 9],
        ['a', 2],
        ['c', 0],
      ].map(([file, line]) => ({ file: String(file), line: Number(line) })),
    ];
    expect(locations.toSorted(byLocation).map(({ file, line }) => file + line)).toEqual(['a2', 'a9', 'b1', 'c0']);
  });

  test('are printed with their location, up to fifty', () => {
    expect(remarkLines('error', [])).toEqual([]);
    expect(remarkLines('warning', [{ file: 'a.csv', line: 0, message: 'all' }])).toEqual(['warning: a.csv: all']);
    expect(remarkLines('error', remarks(50)).at(-1)).toBe('error: a.csv, line 50: m50');
    expect(remarkLines('error', remarks(52)).slice(49)).toEqual([
      ...['error: a.csv, line 50: m50', 'error: and 2 more'],
    ]);
  });
});

test('an import reports its changes, new records, and totals', () => {
  const result = emptyResult();
  countEntry(result, 'products', 'updated');
  countEntry(result, 'taxonomy', 'updated');
  countEntry(result, 'taxonomy', 'created');
  const report = { ...emptyReport(), tallies: result.tallies };
  addChanges(report, 'kurta', [{ field: 'name', from: 'A', to: 'B' }]);
  addNewEntry(report, { kind: 'brand', name: 'Fab' });
  const lines = ['kurta: name A → B', 'and 1 more changed', 'New brands: Fab.', 'Products: 1 changed.'];
  const taxonomy = 'Brands, categories, materials and collections: 1 new, 1 changed.';
  expect(reportLines(report, false)).toEqual([...lines, taxonomy]);
  expect(reportLines(report, true)).toEqual([
    ...['Dry run, nothing was written. An import would do this:', ...lines, taxonomy],
  ]);
});

test('prints the detected columns of a sheet', () => {
  const column = (name: string, use: 'name' | 'price' | '-') => ({ name, use, isGuessed: true });
  expect(columnsLine('a.csv', [column('Item', 'name'), column('Note', '-'), column('Rate', 'price')])).toBe(
    'a.csv is read as a list of goods: Item = name, Rate = price.',
  );
});

describe('products without a known GST rate', () => {
  const untaxedProduct = { productId: 1, slug: 'kurta', sku: null, variantName: '', hsn: null, isHeldBack: false };

  test('are printed with the missing data', () => {
    expect(untaxedLine(untaxedProduct)).toBe('kurta: no HSN');
    expect(untaxedLine({ ...untaxedProduct, variantName: 'S', sku: 'K-S', hsn: '6109', isHeldBack: true })).toBe(
      'kurta S (K-S): no rate is known for HSN 6109, held back from sale',
    );
  });

  test('are counted, and the ids of those to hold back or release are returned', () => {
    const heldBackProduct = { ...untaxedProduct, productId: 2, isHeldBack: true };
    expect(heldBackChanges([untaxedProduct, untaxedProduct, heldBackProduct], [2, 3])).toEqual({
      heldBackCount: 2,
      changedIds: [1, 3],
    });
    expect(heldBackChanges([heldBackProduct], [2])).toEqual({ heldBackCount: 1, changedIds: [] });
    expect(heldBackChanges([], [])).toEqual({ heldBackCount: 0, changedIds: [] });
  });
});
