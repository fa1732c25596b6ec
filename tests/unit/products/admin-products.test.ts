import { describe, expect, test } from 'vitest';
import { oldInputList } from '#components/admin/old-input-list.ts';
import { hsnOf } from '#lib/catalog/admin/product-hsn.ts';
import { productPriceText } from '#lib/catalog/admin/product-words.ts';
import { isSameField, stockFieldText, VARIANT_FORM } from '#lib/catalog/admin/variant-form.schema.ts';
import { nameKey, summaryOf } from '#lib/catalog/products/product-summary.ts';
import { stockText } from '#lib/primitives/metres.ts';

describe('the summary of a product', () => {
  const ROW = { id: 1, slug: 'a', name: 'Indigo KURTA', held_back: 0, created_at: 5, min_paise: 100 } as const;
  const VARIANTS = [
    { tax_hsn: '6204', quantity: 3 },
    { tax_hsn: null, quantity: 4 },
  ];

  test('states the stock of all variants, and whether there is a picture and whether all HSN codes are set', () => {
    expect(summaryOf({ ...ROW, status: 'active' }, VARIANTS, [{ hash: null }])).toMatchObject({
      ...{ name_key: 'indigo kurta', status: 'active', stock: 7, has_picture: 0, has_hsn: 0 },
    });
    expect(summaryOf({ ...ROW, status: 'draft' }, VARIANTS.slice(0, 1), [{ hash: null }, { hash: 'x' }])).toMatchObject(
      {
        ...{ status: 'draft', stock: 3, has_picture: 1, has_hsn: 1 },
      },
    );
  });

  test('distinguishes a product that is held back from a draft', () => {
    expect(summaryOf({ ...ROW, status: 'draft', held_back: 1 }, [], []).status).toBe('held_back');
  });

  test('converts only the letters A to Z of a name to lower case, like the databases', () => {
    expect(nameKey('ÉTÉ Kurta İ')).toBe('ÉtÉ kurta İ');
  });
});

test('a product has one HSN, none, or different ones', () => {
  const hsnFor = (...codes: (string | undefined)[]) =>
    hsnOf({ variants: codes.map((hsn) => ({ price: 1, quantity: 1, hsn })) });
  expect(hsnFor('6204', '6204')).toEqual({ hsn: '6204', hasDifferentCodes: false });
  expect(hsnFor(undefined)).toEqual({ hsn: undefined, hasDifferentCodes: false });
  expect(hsnFor('6204', undefined)).toEqual({ hsn: undefined, hasDifferentCodes: true });
});

test('prices are one amount or a range, and stock is in pieces or metres', () => {
  expect(productPriceText({ minPaise: 99_900, maxPaise: 99_900 })).toBe('₹999.00');
  expect(productPriceText({ minPaise: 99_900, maxPaise: 149_950 })).toBe('₹999.00 – ₹1,499.50');
  expect([stockText('piece', 12), stockText('metre', 1_250)]).toEqual(['12', '12.5 m']);
});

test('a stock field of the form contains the variant, bolt, shown quantity and number of manual corrections', () => {
  const bolt = stockFieldText(7, { bolt: 0, amount: 250 }, 2);
  const pieces = stockFieldText(8, { bolt: undefined, amount: 3 }, 0);
  expect([bolt, pieces]).toEqual(['7:0:250:2', '8::3:0']);
  const fields = {
    id: '1',
    version: '5',
    'variant[]': ['7', '8'],
    'stock_of[]': [bolt, pieces],
    'stock[]': ['2', ' 4 '],
  };
  expect(VARIANT_FORM.parse(fields)).toMatchObject({
    variantIds: [7, 8],
    stockFields: [
      { variantId: 7, bolt: 0, amount: 250, manualChanges: 2 },
      { variantId: 8, bolt: undefined, amount: 3, manualChanges: 0 },
    ],
    stock: ['2', '4'],
    price: undefined,
  });
  expect(VARIANT_FORM.safeParse({ ...fields, 'stock_of[]': 'x' }).success).toBe(false);
});

test('a stock field is the same after a sale, but not after a manual correction', () => {
  expect(isSameField('7:0:250:2', '7:0:200:2')).toBe(true);
  for (const otherField of ['7:0:250:3', '7:1:250:2', '8:0:250:2'])
    expect(isSameField('7:0:250:2', otherField)).toBe(false);
  expect(isSameField(undefined, '7:0:250:2')).toBe(false);
});

test('parses repeated or single old input as a list', () => {
  expect(oldInputList(undefined)).toBeUndefined();
  expect(oldInputList('12')).toEqual(['12']);
  expect(oldInputList('["1","2"]')).toEqual(['1', '2']);
  expect(oldInputList('["not json')).toEqual(['["not json']);
});
