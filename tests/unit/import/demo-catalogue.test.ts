import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { CatalogueRecord } from '#lib/catalog/import/record/catalog-record.ts';

/** The folder of the demo catalogue, which is checked like code, because owners use it as a model. */
const folder = fileURLToPath(new URL('../../../src/content/catalogue/', import.meta.url));
const records = readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl'))
  .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
  .map((line) => JSON.parse(line) as CatalogueRecord);

function ofType<T extends CatalogueRecord['type']>(type: T): Extract<CatalogueRecord, { type: T }>[] {
  return records.filter((record): record is Extract<CatalogueRecord, { type: T }> => record.type === type);
}

const products = ofType('product');
const variants = products.flatMap((product) => product.variants);
const images = products.flatMap((product) => product.images ?? []);

function duplicates(values: string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

describe('the demo catalogue', () => {
  test('has unique slugs, names, picture descriptions and SKUs', () => {
    expect(duplicates(products.map(({ slug }) => slug))).toEqual([]);
    expect(duplicates(products.map(({ name }) => name))).toEqual([]);
    expect(duplicates(images.map(({ alt }) => alt))).toEqual([]);
    expect(duplicates(variants.flatMap(({ sku }) => sku ?? []))).toEqual([]);
  });

  test('has sale prices below the regular prices, and prices from ₹249 to ₹14,999', () => {
    expect(variants.filter(({ price, sale_price }) => sale_price !== undefined && sale_price >= price)).toEqual([]);
    expect(Math.min(...variants.map(({ price, sale_price }) => sale_price ?? price))).toBeGreaterThanOrEqual(249);
    expect(Math.max(...variants.map(({ price }) => price))).toBeLessThanOrEqual(14_999);
  });

  test('has a file and a description for every picture, and pictures only for colours of the product', () => {
    expect(images.filter(({ src }) => !existsSync(join(folder, 'pictures', src)))).toEqual([]);
    expect(images.filter(({ alt }) => alt.trim().length < 10)).toEqual([]);
    for (const product of products.filter(({ options }) => options?.includes('color'))) {
      const colors = new Set(product.variants.map(({ values }) => values?.color));
      for (const image of product.images ?? []) if (image.color) expect(colors, product.slug).toContain(image.color);
    }
  });

  test('has at most 12 MB of pictures', () => {
    const files = readdirSync(join(folder, 'pictures'), { recursive: true, withFileTypes: true });
    const bytes = files.filter((file) => file.isFile()).map((file) => statSync(join(file.parentPath, file.name)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(12_000_000);
  });

  test('has bolts of cloth that add up to the stock', () => {
    for (const { bolts, quantity } of variants) {
      if (bolts) expect(bolts.reduce((sum, length) => sum + length, 0)).toBeCloseTo(quantity, 2);
    }
  });

  test('has the data required on labels and invoices in India: fibre, origin, maker and HSN code', () => {
    const incompleteProducts = products.filter(({ fibre, origin, maker }) => !fibre || !origin || !maker);
    expect(incompleteProducts.map(({ slug }) => slug)).toEqual([]);
    expect(variants.filter(({ hsn }) => !hsn)).toEqual([]);
  });

  test('has reviews only for existing products, with unique summaries and at least one low rating', () => {
    const slugs = new Set(products.map(({ slug }) => slug));
    const reviews = ofType('review');
    expect(reviews.filter(({ product }) => !slugs.has(product))).toEqual([]);
    expect(duplicates(reviews.map(({ summary }) => summary))).toEqual([]);
    expect(reviews.some(({ rating }) => rating <= 2)).toBe(true);
  });
});

describe('for every state in product.md, "What the shop does", the demo catalogue', () => {
  const isInStock = (product: (typeof products)[number]) => product.variants.some(({ quantity }) => quantity > 0);
  const valuesOf = (option: string) => new Set(variants.flatMap(({ values }) => values?.[option] ?? []));

  test('has sold-out, partly sold-out, low-stock, reduced, pre-order, simple, cloth and unreviewed products', () => {
    const states = {
      soldOut: products.some(
        (product) => !isInStock(product) && !product.variants.some((variant) => variant.pre_order),
      ),
      partlySoldOut: products.some(
        (product) => isInStock(product) && product.variants.some(({ quantity }) => quantity === 0),
      ),
      lowInStock: variants.some(({ quantity }) => quantity === 1),
      reduced: variants.some(({ sale_price }) => sale_price !== undefined),
      preOrder: variants.some(({ pre_order, quantity }) => pre_order !== undefined && quantity === 0),
      simple: products.some((product) => product.variants.length === 1),
      byTheMetre: products.some((product) => product.sell_unit === 'metre'),
      unreviewed: products.some(({ slug }) => !ofType('review').some((review) => review.product === slug)),
    };
    expect(Object.entries(states).filter(([, exists]) => !exists)).toEqual([]);
  });

  test('has every size and age, prices beyond both ends of the price filter, and a category with two API pages', () => {
    expect([...valuesOf('size')].sort()).toEqual(['L', 'M', 'S', 'XL', 'XS', 'XXL', 'XXXL']);
    expect(valuesOf('age').size).toBe(12);
    expect(variants.some(({ price }) => price < 1_000)).toBe(true);
    expect(variants.some(({ price }) => price > 10_000)).toBe(true);
    const inCategory = (slug: string) => products.filter(({ categories }) => categories.includes(slug)).length;
    expect(Math.max(...ofType('category').map(({ slug }) => inCategory(slug)))).toBeGreaterThan(10);
  });

  test('has no empty subcategory, brand, material or collection', () => {
    const usedSlugs = new Set(
      products.flatMap((product) => [
        ...product.categories,
        ...(product.collections ?? []),
        product.brand,
        product.material,
      ]),
    );
    const listedRecords = [
      ...ofType('brand'),
      ...ofType('material'),
      ...ofType('collection'),
      ...ofType('category').filter(({ parent }) => parent),
    ];
    expect(listedRecords.filter(({ slug }) => !usedSlugs.has(slug)).map(({ slug }) => slug)).toEqual([]);
  });
});
