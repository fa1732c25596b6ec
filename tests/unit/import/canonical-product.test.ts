import { describe, expect, test } from 'vitest';
import {
  type CleanProduct,
  canonicalImage,
  canonicalProduct,
  dateText,
  dayOf,
  toPaise,
} from '#lib/catalog/import/record/canonical-record.ts';
import type { VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import type { SafeHtml } from '#lib/platform/html/safe-html.ts';

const MINIMAL_PRODUCT: CleanProduct = {
  ...{ type: 'product', slug: 'a', name: 'A', categories: [], sell_unit: 'piece' },
  variants: [{ price: 1, quantity: 0 }],
};
const CLOTH: CleanProduct = { ...MINIMAL_PRODUCT, sell_unit: 'metre' };
const canonicalJson = (change: Partial<CleanProduct>, base = MINIMAL_PRODUCT) =>
  JSON.parse(JSON.stringify(canonicalProduct({ ...base, ...change })));
const variantJson = (change: Partial<VariantRecord>, base = MINIMAL_PRODUCT, options: string[] = []) =>
  canonicalJson({ options, variants: [{ price: 1, quantity: 0, ...change }] }, base).variants[0];

describe('a canonical product', () => {
  test('omits defaults and empty values', () => {
    const empty = { brand: '', collections: [], content: '', long_content: '' as SafeHtml, details: [], size_fit: [] };
    const emptyTexts = {
      color_notes: [],
      care: [],
      tags: [],
      fibre: '',
      origin: '',
      maker: '',
      material: '',
      options: [],
    };
    const defaults = { unit_step: 0.25, min_quantity: 1, featured: false, status: 'active', images: [] } as const;
    const seo = { seo_title: '', seo_description: '' };
    expect(canonicalJson({ ...empty, ...emptyTexts, ...defaults, images: [], ...seo })).toEqual(MINIMAL_PRODUCT);
    expect(canonicalJson({})).toEqual(MINIMAL_PRODUCT);
  });

  test('has its fields in a fixed order, without duplicate values', () => {
    const fullRecord: Partial<CleanProduct> = {
      ...{ brand: 'b', categories: ['x', 'y'], collections: ['z'], material: 'linen', content: 'c' },
      ...{
        long_content: 'l' as SafeHtml,
        details: ['d'],
        size_fit: ['s'],
        color_notes: ['n'],
        care: ['w'],
        tags: ['t'],
      },
      ...{ fibre: 'f', origin: 'o', maker: 'm', featured: true, created_at: '2026-01-01', status: 'draft' },
      ...{ images: [{ src: 'a.jpg', alt: 'A' }], seo_title: 't', seo_description: 'd' },
    };
    expect(canonicalJson(fullRecord)).toEqual({ ...MINIMAL_PRODUCT, ...fullRecord });
    const reversedProduct = Object.fromEntries(Object.entries({ ...MINIMAL_PRODUCT, ...fullRecord }).toReversed());
    expect(Object.keys(canonicalJson({}, { ...reversedProduct, ...MINIMAL_PRODUCT, ...fullRecord }))).toEqual(
      Object.keys(canonicalJson(fullRecord)),
    );
    expect(Object.keys(canonicalJson(fullRecord)).slice(0, 6)).toEqual([
      'type',
      'slug',
      'name',
      'brand',
      'categories',
      'collections',
    ]);
    expect(canonicalJson({ categories: ['x', 'x'], collections: ['z', 'z'] })).toMatchObject({
      categories: ['x'],
      collections: ['z'],
    });
  });

  test('has quantities in whole centimetres for cloth, and in pieces for other goods', () => {
    expect(canonicalJson({ unit_step: 0.5, min_quantity: 1.504, sold: 2.504 }, CLOTH)).toMatchObject({
      ...{ unit_step: 0.5, min_quantity: 1.5, sold: 2.5 },
    });
    expect(canonicalJson({ unit_step: 0.254 }, CLOTH)).not.toHaveProperty('unit_step');
    expect(canonicalJson({ unit_step: 0.5, min_quantity: 2.4, sold: 3.4 })).toEqual({
      ...MINIMAL_PRODUCT,
      min_quantity: 2,
      sold: 3,
    });
    expect(canonicalJson({ sold: 0 })).toMatchObject({ sold: 0 });
  });
});

describe('a canonical variant', () => {
  test('has a sale price only if it is below the price, and amounts in whole paise', () => {
    expect(variantJson({ price: 10.004, sale_price: 9.999 })).toEqual({ price: 10, quantity: 0 });
    expect(variantJson({ price: 10, sale_price: 9.99 })).toEqual({ price: 10, sale_price: 9.99, quantity: 0 });
    expect(variantJson({ price: 10, sale_price: 11 })).toEqual({ price: 10, quantity: 0 });
  });

  test('has a value for each option', () => {
    expect(variantJson({ values: { size: 'S', fit: 'x' } }, MINIMAL_PRODUCT, ['size', 'neck'])).toMatchObject({
      values: { size: 'S', neck: '' },
    });
    expect(variantJson({ values: { size: 'S' } })).not.toHaveProperty('values');
  });

  test('has its stock in whole pieces, or in bolts if it is cloth', () => {
    expect(variantJson({ quantity: 2.9, bolts: [1] })).toEqual({ price: 1, quantity: 2 });
    expect(variantJson({ quantity: -2 })).toEqual({ price: 1, quantity: 0 });
    expect(variantJson({ quantity: 9, bolts: [1.504, 0, 2] }, CLOTH)).toEqual({
      price: 1,
      quantity: 3.5,
      bolts: [1.5, 2],
    });
    expect(variantJson({ quantity: 9 }, CLOTH)).toEqual({ price: 1, quantity: 9, bolts: [9] });
    expect(variantJson({ quantity: 0 }, CLOTH)).toEqual({ price: 1, quantity: 0, bolts: [] });
  });

  test('omits empty values', () => {
    const fullRecord = { sku: 'S', pre_order: '2026-12-01', hsn: '6204', barcode: '890', weight_g: 250 };
    expect(variantJson(fullRecord)).toEqual({ price: 1, quantity: 0, ...fullRecord });
    expect(variantJson({ weight_g: 250.4 }).weight_g).toBe(250);
    expect(variantJson({ sku: '', pre_order: '', hsn: '', barcode: '', weight_g: 0 })).toEqual({
      price: 1,
      quantity: 0,
    });
  });
});

test('normalizes pictures, amounts and times', () => {
  expect(canonicalImage({ src: 'a', alt: 'A', color: '' }).color).toBeUndefined();
  expect(canonicalImage({ src: 'a', alt: 'A', color: 'Red' })).toEqual({ src: 'a', alt: 'A', color: 'Red' });
  expect(toPaise(19.99)).toBe(1_999);
  const midnight = Date.parse('2026-03-01T00:00:00Z');
  expect([dayOf(midnight + 5), dateText(midnight), dateText(midnight + 5)]).toEqual([
    ...['2026-03-01', '2026-03-01', '2026-03-01T00:00:00.005Z'],
  ]);
});
