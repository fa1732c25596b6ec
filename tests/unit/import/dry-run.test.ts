import { expect, test } from 'vitest';
import { DryRun } from '#lib/catalog/import/record/dry-run.ts';

test('a dry run tracks created products and released slugs', () => {
  const run = new DryRun();
  run.addProduct('a', undefined);
  run.addProduct('c', 'b');
  run.addProduct('d', 'd');
  expect(['a', 'b', 'c', 'd'].map((slug) => [run.slugs.has(slug), run.formerSlugs.has(slug)])).toEqual([
    ...[
      [true, false],
      [false, true],
      [true, false],
      [true, false],
    ],
  ]);
  run.addProduct('b', undefined);
  expect([run.slugs.has('b'), run.formerSlugs.has('b')]).toEqual([true, false]);
});
