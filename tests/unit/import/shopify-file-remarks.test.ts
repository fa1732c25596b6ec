import { expect, test } from 'vitest';
import { commandRemarkText } from '#lib/catalog/import/import-command-text.ts';
import {
  accountNameBrands,
  markScattered,
  unknownTagsWarning,
  vendorWarning,
} from '#lib/catalog/import/shopify/shopify-file-remarks.ts';

test('lists at most thirty tags that are used only for search', () => {
  const remedy = 'Use --category-from tags to turn them into categories.';
  const tags = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);
  expect(unknownTagsWarning([])).toEqual([]);
  expect(unknownTagsWarning(['soft']).map(commandRemarkText)).toEqual([
    `1 tag matches no category, and is used for search only: soft. ${remedy}`,
  ]);
  expect(unknownTagsWarning(tags(30)).map(commandRemarkText)).toEqual([
    `30 tags match no category, and are used for search only: ${tags(30).join(', ')}. ${remedy}`,
  ]);
  expect(unknownTagsWarning(tags(31)).map(commandRemarkText)).toEqual([
    `31 tags match no category, and are used for search only: ${tags(30).join(', ')}, …. ${remedy}`,
  ]);
});

test('reports a vendor that looks like an account name', () => {
  const brand = (name: string) => ({ type: 'brand', slug: 'x', name }) as const;
  const names = [
    'my-shop',
    'my.shop_2',
    'a-1',
    'Fab',
    'fab',
    'my shop',
    'Fab-India',
    'my-',
    '-my',
    'my-Shop',
    'my--shop',
  ];
  expect(accountNameBrands([...names.map(brand), { type: 'category', slug: 'x', name: 'my-shop' }])).toEqual([
    ...['my-shop', 'my.shop_2', 'a-1'],
  ]);
  expect(commandRemarkText(vendorWarning('my-shop'))).toBe(
    'customers will see the vendor "my-shop" as a brand. To hide it, use --brand "my-shop=". To rename it, use --brand "my-shop=My brand".',
  );
});

test('rejects a product whose rows are not adjacent', () => {
  const group = { handle: 'kurta', line: 9, rows: [] };
  const scatteredLines = new Map([['kurta', [2, 9]]]);
  const problem = { line: 9, message: 'its rows are not adjacent: they begin on lines 2, 9' };
  expect(markScattered(group, scatteredLines)).toEqual({ ...group, problem });
  expect(markScattered(group, new Map())).toBe(group);
  const rejectedGroup = { ...group, problem: { line: 1, message: 'other' } };
  expect(markScattered(rejectedGroup, scatteredLines)).toBe(rejectedGroup);
});
