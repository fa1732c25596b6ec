import { describe, expect, test } from 'vitest';
import { type CleanProduct, canonicalProduct } from '#lib/catalog/import/record/canonical-record.ts';
import { recordOf } from '#lib/catalog/import/record/product-record.ts';
import { rowsOf } from '#lib/catalog/import/save/product-rows.ts';
import type { SafeHtml } from '#lib/platform/html/safe-html.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { NOW, rowContext, storedProduct } from '#support/goods-rows.ts';

const MINIMAL_PRODUCT: CleanProduct = {
  ...{ type: 'product', slug: 'pin', name: 'Pin', categories: [], sell_unit: 'piece' },
  variants: [{ price: 10.5, quantity: 0 }],
};
const KURTA: CleanProduct = {
  ...{ type: 'product', slug: 'kurta', name: 'Kurta', brand: 'fab', material: 'cotton', sell_unit: 'piece' },
  ...{ categories: ['kurtas'], collections: ['new', 'gone'], content: 'Intro', long_content: '<p>A</p>' as SafeHtml },
  ...{
    details: ['d'],
    size_fit: ['s'],
    color_notes: ['c'],
    care: ['w'],
    tags: ['t'],
    fibre: 'Cotton',
    origin: 'India',
  },
  ...{ maker: 'Fab, Pune', min_quantity: 2, featured: true, sold: 9, created_at: '2026-01-02' },
  ...{ options: ['Colour', 'size'], seo_title: 'T', seo_description: 'D' },
  variants: [
    {
      ...{ sku: 'K-M', values: { Colour: 'Indigo', size: 'M' }, price: 500, sale_price: 400, quantity: 3, hsn: '6109' },
      ...{ barcode: '890', weight_g: 250 },
    },
    { values: { Colour: 'Rust', size: 'M' }, price: 600, quantity: 0, pre_order: '2026-12-01' },
    { values: { Colour: 'Rust', size: 'L' }, price: 600, quantity: 0 },
  ],
  images: [
    { src: 'a.avif', alt: 'Front', color: 'Indigo' },
    { src: 'b.avif', alt: 'Back' },
  ],
};
const CLOTH: CleanProduct = {
  ...{ type: 'product', slug: 'khadi', name: 'Khadi', categories: ['women'], sell_unit: 'metre' },
  ...{ unit_step: 0.5, min_quantity: 1.5, sold: 12.25, status: 'draft' },
  variants: [{ price: 400, quantity: 12.5, bolts: [10, 2.5] }],
};

const MINIMAL_ROW = {
  ...{ id: 11, slug: 'pin', name: 'Pin', brand_id: null, material_id: null, categories_json: '[]' },
  ...{ collections_json: '[]', content: '', long_content: '', html_rules: 1, details_json: '[]', size_fit_json: '[]' },
  ...{ color_notes_json: '[]', care_json: '[]', tags_json: '[]', fibre: null, origin: null, maker: null },
  ...{ sell_unit: 'piece', unit_step_cm: 25, min_quantity: 1, featured: 0, sold: 0, status: 'active', held_back: 0 },
  ...{ options_json: '[]', seo_title: null, seo_description: null, updated_at: NOW, version: 7, type: 'simple' },
  ...{ created_at: Date.UTC(2026, 10, 20), price_paise: 1_050, sale_price_paise: null, discount_percentage: 0 },
  ...{ min_paise: 1_050, max_paise: 1_050, in_stock: 0, pre_order: 0, colors_json: '[]', only_variant_id: 21 },
  ...{ rating_sum: 0, rating_count: 0 },
};
const MINIMAL_VARIANT = {
  ...{ id: 21, product_id: 11, position: 0, sku: null, name: '', values_json: '[]', price_paise: 1_050 },
  ...{ sale_price_paise: null, quantity: 0, pre_order_at: null, hsn: null, tax_hsn: null, barcode: null },
  ...{ weight_g: null, size_id: 0, color_id: 0, age_id: 0 },
};

describe('the rows of a new product', () => {
  test('have defaults for missing values', () => {
    expect(storedProduct(MINIMAL_PRODUCT)).toEqual({
      row: MINIMAL_ROW,
      variants: [MINIMAL_VARIANT],
      bolts: new Map([[21, []]]),
      pictures: [],
      facetIds: new Set(),
      listing: {
        ...{ product_id: 11, version: 7, min_paise: 1_050, sold: 0, created_at: MINIMAL_ROW.created_at, featured: 0 },
        tokens_json: '[[],[0,0,0,0]]',
      },
      summary: {
        ...{ id: 11, name_key: MINIMAL_ROW.name.toLowerCase(), slug: MINIMAL_ROW.slug, status: 'active', stock: 0 },
        ...{ created_at: MINIMAL_ROW.created_at, min_paise: 1_050, has_picture: 0, has_hsn: 0 },
      },
    });
  });

  test('contain the whole record, with the ids of its facets', () => {
    const pictures = new Map([['a.avif', { hash: 'h', width: 600, height: 800, dominant: '#123456' }]]);
    const { row, variants, facetIds, listing, summary, ...rows } = storedProduct(KURTA, rowContext({ pictures }));
    expect(summary).toMatchObject({ name_key: 'kurta', min_paise: 40_000, stock: 3, has_picture: 1, has_hsn: 1 });
    expect(row).toEqual({
      ...MINIMAL_ROW,
      ...{ slug: 'kurta', name: 'Kurta', brand_id: 1, material_id: 4, categories_json: '["kurtas"]' },
      ...{ collections_json: '["new","gone"]', content: 'Intro', long_content: '<p>A</p>', details_json: '["d"]' },
      ...{ size_fit_json: '["s"]', color_notes_json: '["c"]', care_json: '["w"]', tags_json: '["t"]', fibre: 'Cotton' },
      ...{ origin: 'India', maker: 'Fab, Pune', min_quantity: 2, featured: 1, sold: 9, type: 'variable' },
      ...{ created_at: Date.UTC(2026, 0, 2), options_json: '["Colour","size"]', seo_title: 'T', seo_description: 'D' },
      ...{ price_paise: 50_000, sale_price_paise: 40_000, discount_percentage: 20, min_paise: 40_000 },
      ...{ max_paise: 60_000, in_stock: 1, pre_order: 1, colors_json: '["Indigo","Rust"]', only_variant_id: null },
    });
    const rustVariant = {
      ...MINIMAL_VARIANT,
      id: 22,
      position: 1,
      name: 'Rust/M',
      values_json: '["Rust","M"]',
      tax_hsn: '6204',
    };
    expect(variants).toEqual([
      {
        ...{ ...MINIMAL_VARIANT, sku: 'K-M', name: 'Indigo/M', values_json: '["Indigo","M"]', price_paise: 50_000 },
        ...{ sale_price_paise: 40_000, quantity: 3, hsn: '6109', tax_hsn: '6109', barcode: '890', weight_g: 250 },
        ...{ size_id: 6, color_id: 7 },
      },
      { ...rustVariant, price_paise: 60_000, pre_order_at: Date.UTC(2026, 11, 1), size_id: 6, color_id: 8 },
      {
        ...{ ...rustVariant, id: 23, position: 2, name: 'Rust/L', values_json: '["Rust","L"]', price_paise: 60_000 },
        ...{ size_id: 9, color_id: 8 },
      },
    ]);
    const knownPicture = { hash: 'h', width: 600, height: 800, dominant: '#123456' };
    const unknownPicture = { hash: null, width: null, height: null, dominant: null };
    expect(rows).toEqual({
      bolts: new Map([
        [21, []],
        [22, []],
        [23, []],
      ]),
      pictures: [
        { product_id: 11, position: 0, src: 'a.avif', alt: 'Front', color: 'Indigo', ...knownPicture },
        { product_id: 11, position: 1, src: 'b.avif', alt: 'Back', color: null, ...unknownPicture },
      ],
    });
    expect([...facetIds].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(listing?.tokens_json).toBe('[[3,2,5,1,4],[6,7,0,1,6,8,0,2,9,8,0,0]]');
  });

  test('measure cloth in centimetres, and do not include a listing for a draft', () => {
    const { row, variants, bolts, facetIds, listing } = storedProduct(CLOTH);
    expect(row).toMatchObject({ unit_step_cm: 50, min_quantity: 150, sold: 1_225, status: 'draft', held_back: 0 });
    expect([variants[0]?.quantity, row.in_stock, bolts.get(21)]).toEqual([1_250, 1, [1_000, 250]]);
    expect([facetIds, listing]).toEqual([new Set(), undefined]);
  });

  test('do not name a sole variant if there are options, or any colours without colour values', () => {
    const productWithOneVariant = { ...KURTA, variants: KURTA.variants.slice(0, 1) };
    expect(storedProduct(productWithOneVariant).row.only_variant_id).toBeNull();
    expect(storedProduct(productWithOneVariant).row.pre_order).toBe(0);
    expect(storedProduct({ ...KURTA, options: ['size'] }).row.colors_json).toBe('[]');
    expect(storedProduct({ ...KURTA, variants: [{ values: { size: 'M' }, price: 1, quantity: 0 }] }).row).toMatchObject(
      {
        ...{ colors_json: '[]', in_stock: 0 },
      },
    );
  });
});

describe('the rows of a stored product', () => {
  const pictures = new Map([['a.avif', { hash: 'h', width: 600, height: 800, dominant: '#123456' }]]);
  const storedKurta = storedProduct(KURTA, rowContext({ pictures }));
  storedKurta.row.rating_sum = 9;
  storedKurta.row.rating_count = 2;
  const { sold: _, created_at: __, ...fileRecord } = canonicalProduct(KURTA);

  test('keep its id, the ids of its variants, its pictures and the internal counts', () => {
    const laterContext = rowContext({ now: NOW + 3 * DAY_MS, version: 8 });
    const rows = rowsOf(fileRecord, storedKurta, [22, undefined, 21], laterContext);
    expect(rows.row).toEqual({ ...storedKurta.row, version: 8, updated_at: NOW + 3 * DAY_MS });
    expect(rows.variants.map(({ id, product_id }) => [id, product_id])).toEqual([
      [22, 11],
      [21, 11],
      [21, 11],
    ]);
    expect(rows.pictures).toEqual(storedKurta.pictures);
    const otherPicture = { hash: 'i', width: 1, height: 2, dominant: '#000000' };
    expect(
      rowsOf(fileRecord, storedKurta, [], rowContext({ pictures: new Map([['a.avif', otherPicture]]) })).pictures[0],
    ).toEqual({
      ...storedKurta.pictures[0],
      ...otherPicture,
    });
  });

  test('are hidden in a live shop while their GST rate is unknown', () => {
    const rates = [{ hsn: '6109', from: '2020-01-01', rateBp: 500 }];
    const stateOf = (change: Partial<CleanProduct>, requiresHsn: boolean) => {
      const { row, listing } = rowsOf(
        { ...fileRecord, ...change },
        storedKurta,
        [],
        rowContext({ requiresHsn, rates }),
      );
      return [row.status, row.held_back, listing !== undefined];
    };
    const [taxedVariant] = fileRecord.variants;
    expect(stateOf({}, true)).toEqual(['draft', 1, false]);
    expect(stateOf({}, false)).toEqual(['active', 0, true]);
    expect(stateOf({ status: 'draft' }, true)).toEqual(['draft', 0, false]);
    expect(stateOf({ variants: taxedVariant ? [taxedVariant] : [] }, true)).toEqual(['active', 0, true]);
  });
});

test.each([MINIMAL_PRODUCT, KURTA, CLOTH])(
  'a stored product is exported as the same record that was imported: $slug',
  (record) => {
    const registry = rowContext().registry;
    const stored = storedProduct(record, rowContext({ registry }));
    const defaults = { sold: record.sold ?? 0, created_at: record.created_at ?? '2026-11-20' };
    expect(recordOf(stored, (id) => registry.get(id)?.slug)).toEqual(canonicalProduct({ ...record, ...defaults }));
    const heldBackProduct = { ...stored, row: { ...stored.row, status: 'draft', held_back: 1 } as const };
    expect(recordOf(heldBackProduct, () => undefined)).toMatchObject({ status: undefined, brand: undefined });
  },
);
