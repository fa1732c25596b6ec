import { describe, expect, test } from 'vitest';
import { isShopifyHeader, parseShopifyHeader } from '#lib/catalog/import/csv/shopify-columns.ts';

const indexes = (fields: string[], stockColumn?: string) => {
  const header = parseShopifyHeader(fields, stockColumn);
  return 'problem' in header ? header.problem : Object.fromEntries(header.positions);
};

describe('the first line of Shopify’s CSV', () => {
  test('is matched by the column names of old and new files, regardless of case and spaces', () => {
    expect(indexes([' URL  handle ', 'TITLE', 'Body HTML', 'Variant Price', '', 'SKU'])).toEqual({
      ...{ handle: 0, title: 1, body: 2, price: 3, sku: 5 },
    });
    expect(indexes(['Handle', 'Price', 'Compare-at price', 'Inventory quantity', 'Product image URL'])).toEqual({
      ...{ handle: 0, price: 1, compareAt: 2, quantity: 3, imageSrc: 4 },
    });
    expect(parseShopifyHeader(['Handle', '', 'x'])).toMatchObject({ columnCount: 3 });
  });
});

describe('a column of Shopify’s CSV', () => {
  test.each([
    ['Option1 Linked To'],
    ['Option3 Linked To'],
    ['Variant Inventory Tracker'],
    ['Variant Tax Code'],
    ['Continue selling when out of stock'],
    ['Fulfillment service'],
    ['Cost per item'],
    ['Template Suffix'],
    ['ID'],
    ['Unit Price Total Measure'],
    ['Variant Unit Price Base Measure Unit'],
    ['Google Shopping / Gender'],
    ['Included / India'],
    ['Price / India'],
    ['Compare-at price / India'],
    ['Compare At Price / India'],
    ['Fabric (product.metafields.custom.fabric)'],
    ['Metafield: custom.fabric'],
    ['Variant Metafield: custom.fabric'],
  ])('is ignored: %s', (name) =>
    expect(parseShopifyHeader(['Handle', name])).toMatchObject({ ignoredColumns: [name], unknownColumns: [] }),
  );

  test.each([
    ['Option4 Linked To'],
    ['My Option1 Linked To'],
    ['Option1 Linked To X'],
    ['My Variant Tax Code'],
    ['Variant Tax Codes'],
    ['No Requires shipping'],
    ['Requires shipping to'],
    ['My ID'],
    ['IDs'],
    ['Lowest Unit Price Total Measure'],
    ['Unit Price Total Measures'],
    ['No Google Shopping / Gender'],
    ['My Price / India'],
    ['Fabric (product.metafields.custom.fabric) 2'],
    ['Fabric (product.metafields.)'],
    ['My Metafield: custom.fabric'],
  ])('is unknown: %s', (name) =>
    expect(parseShopifyHeader(['Handle', name])).toMatchObject({ ignoredColumns: [], unknownColumns: [name] }),
  );
});

describe('the columns of Shopify’s CSV', () => {
  test('must be unique, and one must identify the product', () => {
    expect(indexes(['Handle', 'URL handle'])).toBe('the column "URL handle" appears twice');
    expect(indexes(['Title'])).toEqual({ title: 0 });
    expect(indexes(['Handle'])).toEqual({ handle: 0 });
    expect(indexes(['Vendor'])).toMatch(/^the first line has neither a "Title" nor a "Handle" column/);
  });

  test('can include another column for the stock, which replaces Shopify’s column', () => {
    expect(indexes(['Handle', 'Variant Inventory Qty', 'On  Hand'], ' on hand ')).toEqual({ handle: 0, quantity: 2 });
    expect(indexes(['Handle', 'On Hand'])).toEqual({ handle: 0 });
    expect(indexes(['Handle', 'Price', 'Variant Inventory Qty'], 'Price')).toEqual({ handle: 0, quantity: 1 });
    expect(indexes(['Handle', 'Variant Inventory Qty'], 'On Hand')).toBe('there is no column "On Hand"');
  });
});

test('a file is in Shopify’s format if it has a Shopify-only column, or a handle or title and no sheet columns', () => {
  const isSheetColumn = (name: string) => ['Colour', 'Title'].includes(name);
  for (const shopifyColumn of ['Option1 Name', 'Option1 Value', 'Image Src', 'Published', 'Product Category'])
    expect(isShopifyHeader(['Colour', shopifyColumn], isSheetColumn), shopifyColumn).toBe(true);
  expect(isShopifyHeader(['Handle', 'Vendor', 'Remarks'], isSheetColumn)).toBe(true);
  expect(isShopifyHeader(['Title'], isSheetColumn)).toBe(true);
  expect(isShopifyHeader(['Title', 'Colour'], isSheetColumn)).toBe(false);
  expect(isShopifyHeader(['Vendor', 'Price'], isSheetColumn)).toBe(false);
});
