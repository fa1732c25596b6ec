import { describe, expect, test } from 'vitest';
import type { RowError } from '#lib/catalog/import/csv/shopify-groups.ts';
import { TaxonomyNames } from '#lib/catalog/import/csv/shopify-taxonomy.ts';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { isGiftCard, shopifyProduct } from '#lib/catalog/import/shopify/shopify-product.ts';
import { firstGroup, productOf, SHOPIFY_RULES } from '#support/shopify-rows.ts';

const STORED_PRODUCT: ProductRecord = {
  ...{ type: 'product', slug: 'a', name: 'Old', categories: ['kurtas'], sell_unit: 'metre', tags: ['soft'] },
  ...{ options: ['colour'], variants: [{ price: 1, quantity: 0 }] },
};
const record = async (columns: string, row: string, old?: ProductRecord) =>
  (await productOf(`Handle,Title,Price,${columns}\na,A,1,${row}`, old ? { old } : {})).record;

test('leaves out fields without a column in the file', async () => {
  const minimalRecord = { type: 'product', slug: 'a', name: 'A', sell_unit: 'piece', categories: [] };
  expect(await record('SKU', '')).toEqual({ ...minimalRecord, variants: [{ price: 1, sale_price: null, sku: null }] });
  const file = 'Handle,Title,SKU\na,,';
  expect((await productOf(file, { old: STORED_PRODUCT })).record).toEqual({
    type: 'product',
    slug: 'a',
    variants: [{ sku: null }],
  });
  const productWithTwoVariants = {
    ...STORED_PRODUCT,
    variants: [
      { price: 1, quantity: 0 },
      { price: 2, quantity: 0 },
    ],
  };
  expect((await productOf(file, { old: productWithTwoVariants })).record.variants).toBeUndefined();
});

test('an empty field clears the stored value', async () => {
  const columns = 'Body (HTML),Tags,SEO Title,SEO Description';
  expect(await record(columns, '<b>B</b>,x,T,D')).toMatchObject({
    ...{ long_content: '<b>B</b>', tags: ['x'], seo_title: 'T', seo_description: 'D' },
  });
  expect(await record(columns, ',,,')).toMatchObject({
    ...{ long_content: null, tags: [], seo_title: null, seo_description: null },
  });
});

describe('the status of a product', () => {
  test.each([
    ['Status', 'active', 'active'],
    ['Status', 'ACTIVE', 'active'],
    ['Status', '', 'active'],
    ['Status', 'draft', 'draft'],
    ['Published', 'true', 'active'],
    ['Published', 'YES', 'active'],
    ['Published', '1', 'active'],
    ['Published', '', 'active'],
    ['Published', 'FALSE', 'draft'],
    ['Published', 'not true', 'draft'],
    ['Published', 'true?', 'draft'],
    ['Status,Published', 'active,false', 'draft'],
    ['Status,Published', 'archived,true', 'draft'],
    ['SKU', '', undefined],
  ])('with %s %j is %s', async (columns, row, status) => expect((await record(columns, row)).status).toBe(status));
});

test('requires a name, from the file or the shop, in the first row of a product', async () => {
  const problem = await productOf('Handle,Title,Price\na,,1\na,Late,').catch((error: RowError) => error);
  expect(problem).toMatchObject({ line: 2, message: 'product "a" has no Title in its first line' });
  expect((await productOf('Handle,Title,Price\na,,1', { old: STORED_PRODUCT })).record.name).toBeUndefined();
  const group = { line: 7, handle: 'a', rows: [] };
  const header = { positions: new Map(), columnCount: 1, ignoredColumns: [], unknownColumns: [] };
  expect(() => shopifyProduct(group, header, new TaxonomyNames([]), undefined, SHOPIFY_RULES)).toThrow('has no rows');
});

test('reports unused tags that the stored product does not have', async () => {
  const csv = 'Handle,Title,Price,Tags\na,A,1,"soft,light"';
  expect((await productOf(csv)).unknownTags).toEqual(['soft', 'light']);
  expect((await productOf(csv, { old: STORED_PRODUCT })).unknownTags).toEqual(['light']);
  expect((await productOf(csv, { old: { ...STORED_PRODUCT, tags: [] } })).unknownTags).toEqual(['soft', 'light']);
});

test('returns the line of each variant', async () =>
  expect((await productOf('Handle,Title,Price,Option1 Name,Option1 Value\na,A,1,S,1\na,,2,,2')).variantLines).toEqual([
    2, 3,
  ]));

test.each([
  ['true', true],
  ['Yes', true],
  ['false', false],
  ['', false],
])('a product with "Gift Card: %s" is a gift card: %s', async (text, expected) => {
  expect(isGiftCard(await firstGroup(`Handle,Title,Gift Card\na,A,${text}`))).toBe(expected);
  expect(isGiftCard({ line: 1, handle: 'a', rows: [] })).toBe(false);
});
