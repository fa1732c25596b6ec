import { describe, expect, test } from 'vitest';
import {
  type CategorySource,
  categoriesWith,
  expectCategories,
  namedCategories,
} from '#lib/catalog/import/csv/csv-categories.ts';
import { TaxonomyNames } from '#lib/catalog/import/csv/shopify-taxonomy.ts';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';

const shop = () =>
  new TaxonomyNames([
    { kind: 'category', slug: 'women', name: 'Women' },
    { kind: 'category', slug: 'men', name: 'Men' },
    { kind: 'category', slug: 'kurtas', name: 'Kurtas', parent: 'women' },
    { kind: 'category', slug: 'men-kurtas', name: 'Kurtas', parent: 'men' },
    { kind: 'category', slug: 'gifts', name: 'Gifts' },
  ]);
const words = (type: string, path: string[] = [], tags: string[] = []) => ({ type, path, tags });

/** What is made is written with a plus. */
const named = (said: ReturnType<typeof words>, source: CategorySource = 'type', names = shop()) =>
  namedCategories(said, names, (name) => (name === 'none' ? undefined : `+${name}`), source);

describe('the categories that a row names', () => {
  test.each([
    ['its type, which is made if there is none', words('Kurta'), ['kurtas']],
    ['a new type', words('Saree'), ['+Saree']],
    ['the most special of its path', words('', ['Women', 'Kurtas', 'Silk']), ['kurtas']],
    ['the end of a path of which nothing is known', words('', ['Apparel', 'Silk']), ['+Silk']],
    ['type and path, without the parents of either', words('Kurta', ['Women']), ['kurtas']],
    ['type and path of two branches', words('Gifts', ['Men']), ['gifts', 'men']],
    ['tags that are categories, and no others', words('Kurta', [], ['Gift', 'soft']), ['kurtas', 'gifts']],
    ['the one below what stands beside it', words('Kurta', ['Men']), ['men-kurtas']],
    ['the one below what a tag names', words('Kurta', [], ['men']), ['men-kurtas']],
    ['each once', words('Gift', ['Gifts'], ['gifts']), ['gifts']],
    ['nothing', words(''), []],
    ['what can’t be made', words('none', ['none']), []],
  ])('are %s', (_what, said, slugs) => expect(named(said)).toEqual(slugs));

  test('are its tags where the owner wants it, with new ones made', () => {
    expect(named(words('Kurta', ['Men'], ['gifts', 'soft', 'none']), 'tags')).toEqual(['gifts', '+Soft', '+None']);
    expect(named(words('Kurta', ['Women']), 'tags')).toEqual(['kurtas']);
    expect(named(words('Kurta', [], ['kurta', 'men']), 'tags')).toEqual(['men-kurtas']);
  });

  test('are what another row makes, under its name there', () => {
    const names = shop();
    names.expect('Sarees');
    expect(named(words('saree'), 'type', names)).toEqual(['+Sarees']);
    expect(named(words('', ['Clothes', 'saree', 'Silk']), 'type', names)).toEqual(['+Sarees']);
    expect(named(words('', [], ['saree', 'soft']), 'type', names)).toEqual(['+Sarees']);
    expect(named(words('', ['Silk'], ['saree']), 'type', names)).toEqual(['+Sarees']);
  });

  test('are twenty at most', () => {
    const tags = Array.from({ length: 25 }, (_, at) => `t${at}`);
    expect(named(words('', [], tags), 'tags')).toHaveLength(20);
  });
});

describe('a file makes categories', () => {
  const expected = (rows: ReturnType<typeof words>[], source: CategorySource, ...of: string[]) => {
    const names = shop();
    expectCategories(rows, names, source);
    return of.map((name) => names.expected(name));
  };

  test('of each type, and of the end of a path only where nothing else is known', () => {
    expect(expected([words('Sarees', ['Silk'], ['soft'])], 'type', 'saree', 'silk', 'soft')).toEqual([
      ...['Sarees', undefined, undefined],
    ]);
    expect(expected([words('', ['Clothes', 'Silks'])], 'type', 'silk', 'clothes')).toEqual(['Silks', undefined]);
    expect(expected([words('', ['Women', 'Silks'])], 'type', 'silk')).toEqual([undefined]);
    expect(expected([words('', ['Silks'], ['gift'])], 'type', 'silk')).toEqual([undefined]);
    expect(expected([words('', ['Cotton', 'Silks']), words('Cottons')], 'type', 'silk', 'cotton')).toEqual([
      ...[undefined, 'Cottons'],
    ]);
    expect(expected([words('')], 'type', '')).toEqual([undefined]);
  });

  test('of tags where the owner wants it, and of the type of a row without tags', () => {
    expect(expected([words('Sarees', ['Silk'], ['soft'])], 'tags', 'soft', 'saree', 'silk')).toEqual([
      ...['Soft', undefined, undefined],
    ]);
    expect(expected([words('Sarees', ['Silk'])], 'tags', 'saree', 'silk')).toEqual(['Sarees', undefined]);
    expect(expected([words('', ['Silk'])], 'tags', 'silk')).toEqual(['Silk']);
    expect(expected([words('', ['Silk'], ['soft'])], 'tags', 'silk')).toEqual([undefined]);
  });
});

describe('the categories of a product that the shop has', () => {
  const having = (...categories: string[]) => ({ categories }) as ProductRecord;
  const next = (given: string[], old?: ProductRecord, removes = false) => categoriesWith(given, old, shop(), removes);

  test('stay where the file names none, or none but theirs and their parents', () => {
    expect(next([])).toEqual([]);
    expect(next([], having('gifts'))).toBeUndefined();
    expect(next(['gifts'])).toEqual(['gifts']);
    expect(next(['kurtas', 'women'], having('kurtas'))).toBeUndefined();
    expect(next(['kurtas'], having('gifts', 'kurtas'), true)).toBeUndefined();
  });

  test('are completed, or replaced by others and where they may go', () => {
    expect(next(['kurtas', 'gifts'], having('kurtas'))).toEqual(['kurtas', 'gifts']);
    expect(next(['women', 'gifts'], having('kurtas'))).toEqual(['kurtas', 'gifts']);
    expect(next(['women', 'gifts'], having('kurtas'), true)).toEqual(['women', 'gifts']);
    expect(next(['gifts', 'kurtas'], having('kurtas'))).toEqual(['gifts', 'kurtas']);
    expect(next(['men-kurtas'], having('kurtas'))).toEqual(['men-kurtas']);
  });
});
