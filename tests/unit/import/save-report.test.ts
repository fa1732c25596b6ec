import { describe, expect, test } from 'vitest';
import {
  addChanges,
  addNewEntry,
  addResult,
  addUntaxed,
  countEntry,
  emptyResult,
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
