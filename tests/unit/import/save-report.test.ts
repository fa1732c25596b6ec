import { describe, expect, test } from 'vitest';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { DryRun } from '#lib/catalog/import/record/dry-run.ts';
import { newProductSummary } from '#lib/catalog/import/record/new-product-summary.ts';
import {
  addChanges,
  addNewEntry,
  addResult,
  addUntaxed,
  countEntry,
  emptyResult,
  kindOf,
} from '#lib/catalog/import/record/save-report.ts';

const CHANGE = [{ field: 'name', from: 'A', to: 'B' }];

describe('the report of an import', () => {
  test('counts entries by kind', () => {
    const result = emptyResult();
    countEntry(result, 'products', 'created');
    countEntry(result, 'products', 'updated');
    countEntry(result, 'reviews', 'unchanged');
    expect(result).toMatchObject({ created: 1, updated: 1, unchanged: 1 });
    expect(result.tallies).toEqual({
      products: { created: 1, updated: 1, unchanged: 0, removed: 0 },
      reviews: { created: 0, updated: 0, unchanged: 1, removed: 0 },
      taxonomy: { created: 0, updated: 0, unchanged: 0, removed: 0 },
      variants: { created: 0, updated: 0, unchanged: 0, removed: 0 },
    });
    expect((['product', 'review', 'brand', 'category'] as const).map((type) => kindOf({ type }))).toEqual([
      ...['products', 'reviews', 'taxonomy', 'taxonomy'],
    ]);
  });

  test('names up to a thousand changes and new entries, and twenty products without a known GST rate', () => {
    const result = emptyResult();
    addChanges(result, 'none', []);
    for (let index = 0; index < 1_001; index++) {
      addChanges(result, `change ${index}`, CHANGE);
      addNewEntry(result, { kind: 'brand', name: `brand ${index}` });
      addUntaxed(result, `p${index}`);
    }
    expect([result.changes.length, result.changes[0]?.entry, result.newEntries.length]).toEqual([
      1_000,
      'change 0',
      1_000,
    ]);
    expect([result.untaxed.count, result.untaxed.slugs.length]).toEqual([1_001, 20]);
  });

  test('adds up the results of all batches', () => {
    const [sum, addedResult] = [emptyResult(), emptyResult()];
    for (const result of [sum, addedResult]) {
      countEntry(result, 'products', 'created');
      countEntry(result, 'taxonomy', 'updated');
      countEntry(result, 'reviews', 'unchanged');
      result.tallies.variants.removed = 3;
      result.keptStockCount = 2;
      addChanges(result, 'A', CHANGE);
      addNewEntry(result, { kind: 'brand', name: 'B' });
      for (let index = 0; index < 15; index++) addUntaxed(result, `p${index}`);
    }
    addResult(sum, addedResult);
    expect(sum).toMatchObject({ created: 2, updated: 2, unchanged: 2, keptStockCount: 4 });
    expect(sum.tallies).toMatchObject({
      products: { created: 2 },
      taxonomy: { updated: 2 },
      reviews: { unchanged: 2 },
      variants: { removed: 6 },
    });
    expect([sum.changes.length, sum.newEntries.length, sum.untaxed.count, sum.untaxed.slugs.length]).toEqual([
      2, 2, 30, 20,
    ]);
  });
});

describe('the summary of a new product', () => {
  const names = { find: (_kind: 'category', slug: string) => (slug === 'kurtas' ? { name: 'Kurtas' } : undefined) };
  const summary = (change: Partial<ProductRecord> = {}) =>
    newProductSummary(
      {
        ...{ type: 'product', slug: 'a', name: 'A', categories: ['kurtas', 'new'], sell_unit: 'piece' },
        ...{ variants: [{ price: 499, quantity: 2 }], ...change },
      },
      names,
    );

  test('has its price, stock, categories and pictures', () => {
    expect(summary()).toBe('₹499, 2 in stock, in Kurtas, new, no picture');
    const variants = [
      { price: 499, sale_price: 399.5, quantity: 0 },
      { price: 450, quantity: 0 },
    ];
    expect(summary({ variants, categories: [], images: [{ src: 'a', alt: '' }], status: 'draft' })).toBe(
      '₹399.50 to ₹450, 2 variants, sold out, in no category, 1 picture, not shown yet',
    );
    expect(
      summary({
        sell_unit: 'metre',
        variants: [
          { price: 1, quantity: 0.1 },
          { price: 1, quantity: 0.2 },
        ],
      }),
    ).toBe('₹1, 2 variants, 0.3 m in stock, in Kurtas, new, no picture');
  });
});

test('a dry run tracks created products and released slugs', () => {
  const run = new DryRun();
  run.addProduct('a', undefined);
  run.addProduct('c', 'b');
  run.addProduct('d', 'd');
  expect(['a', 'b', 'c', 'd'].map((slug) => [run.hasProduct(slug), run.isFormerSlug(slug)])).toEqual([
    ...[
      [true, false],
      [false, true],
      [true, false],
      [true, false],
    ],
  ]);
  run.addProduct('b', undefined);
  expect([run.hasProduct('b'), run.isFormerSlug('b')]).toEqual([true, false]);
});
