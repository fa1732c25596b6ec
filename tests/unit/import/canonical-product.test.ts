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

const BARE: CleanProduct = {
  ...{ type: 'product', slug: 'a', name: 'A', categories: [], sell_unit: 'piece' },
  variants: [{ price: 1, quantity: 0 }],
};
const CLOTH: CleanProduct = { ...BARE, sell_unit: 'metre' };
const canonical = (change: Partial<CleanProduct>, base = BARE) =>
  JSON.parse(JSON.stringify(canonicalProduct({ ...base, ...change })));
const variant = (change: Partial<VariantRecord>, base = BARE, options: string[] = []) =>
  canonical({ options, variants: [{ price: 1, quantity: 0, ...change }] }, base).variants[0];

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
    expect(canonical({ ...empty, ...emptyTexts, ...defaults, images: [], ...seo })).toEqual(BARE);
    expect(canonical({})).toEqual(BARE);
  });

  test('has its fields in a fixed order, without duplicate values', () => {
    const full: Partial<CleanProduct> = {
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
    expect(canonical(full)).toEqual({ ...BARE, ...full });
    const reversed = Object.fromEntries(Object.entries({ ...BARE, ...full }).toReversed());
    expect(Object.keys(canonical({}, { ...reversed, ...BARE, ...full }))).toEqual(Object.keys(canonical(full)));
    expect(Object.keys(canonical(full)).slice(0, 6)).toEqual([
      'type',
      'slug',
      'name',
      'brand',
      'categories',
      'collections',
    ]);
    expect(canonical({ categories: ['x', 'x'], collections: ['z', 'z'] })).toMatchObject({
      categories: ['x'],
      collections: ['z'],
    });
  });

  test('measures cloth in whole centimetres, and counts other goods in pieces', () => {
    expect(canonical({ unit_step: 0.5, min_quantity: 1.504, sold: 2.504 }, CLOTH)).toMatchObject({
      ...{ unit_step: 0.5, min_quantity: 1.5, sold: 2.5 },
    });
    expect(canonical({ unit_step: 0.254 }, CLOTH)).not.toHaveProperty('unit_step');
    expect(canonical({ unit_step: 0.5, min_quantity: 2.4, sold: 3.4 })).toEqual({ ...BARE, min_quantity: 2, sold: 3 });
    expect(canonical({ sold: 0 })).toMatchObject({ sold: 0 });
  });
});

describe('a canonical variant', () => {
  test('has a sale price only if it is below the price, and amounts in whole paise', () => {
    expect(variant({ price: 10.004, sale_price: 9.999 })).toEqual({ price: 10, quantity: 0 });
    expect(variant({ price: 10, sale_price: 9.99 })).toEqual({ price: 10, sale_price: 9.99, quantity: 0 });
    expect(variant({ price: 10, sale_price: 11 })).toEqual({ price: 10, quantity: 0 });
  });

  test('has a value for each option', () => {
    expect(variant({ values: { size: 'S', fit: 'x' } }, BARE, ['size', 'neck'])).toMatchObject({
      values: { size: 'S', neck: '' },
    });
    expect(variant({ values: { size: 'S' } })).not.toHaveProperty('values');
  });

  test('has its stock in whole pieces, or for cloth in bolts', () => {
    expect(variant({ quantity: 2.9, bolts: [1] })).toEqual({ price: 1, quantity: 2 });
    expect(variant({ quantity: -2 })).toEqual({ price: 1, quantity: 0 });
    expect(variant({ quantity: 9, bolts: [1.504, 0, 2] }, CLOTH)).toEqual({ price: 1, quantity: 3.5, bolts: [1.5, 2] });
    expect(variant({ quantity: 9 }, CLOTH)).toEqual({ price: 1, quantity: 9, bolts: [9] });
    expect(variant({ quantity: 0 }, CLOTH)).toEqual({ price: 1, quantity: 0, bolts: [] });
  });

  test('omits empty values', () => {
    const full = { sku: 'S', pre_order: '2026-12-01', hsn: '6204', barcode: '890', weight_g: 250 };
    expect(variant(full)).toEqual({ price: 1, quantity: 0, ...full });
    expect(variant({ weight_g: 250.4 }).weight_g).toBe(250);
    expect(variant({ sku: '', pre_order: '', hsn: '', barcode: '', weight_g: 0 })).toEqual({ price: 1, quantity: 0 });
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
