import { describe, expect, test } from 'vitest';
import {
  type CategorySource,
  expectCategories,
  mergeCategories,
  resolveCategories,
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

/** Created categories are written with a plus. */
const named = (fields: ReturnType<typeof words>, source: CategorySource = 'type', names = shop()) =>
  resolveCategories(fields, names, (name) => (name === 'none' ? undefined : `+${name}`), source);

describe('the categories of a row', () => {
  test.each([
    ['its type, which is created if missing', words('Kurta'), ['kurtas']],
    ['a new type', words('Saree'), ['+Saree']],
    ['the most specific of its path', words('', ['Women', 'Kurtas', 'Silk']), ['kurtas']],
    ['the end of an unknown path', words('', ['Apparel', 'Silk']), ['+Silk']],
    ['type and path, without the parents of either', words('Kurta', ['Women']), ['kurtas']],
    ['type and path of two branches', words('Gifts', ['Men']), ['gifts', 'men']],
    ['tags that are categories, and no others', words('Kurta', [], ['Gift', 'soft']), ['kurtas', 'gifts']],
    ['the one below the adjacent category', words('Kurta', ['Men']), ['men-kurtas']],
    ['the one below the category of a tag', words('Kurta', [], ['men']), ['men-kurtas']],
    ['each once', words('Gift', ['Gifts'], ['gifts']), ['gifts']],
    ['nothing', words(''), []],
    ['one that can’t be created', words('none', ['none']), []],
  ])('are %s', (_what, fields, slugs) => expect(named(fields)).toEqual(slugs));

  test('are its tags on request, with new ones created', () => {
    expect(named(words('Kurta', ['Men'], ['gifts', 'soft', 'none']), 'tags')).toEqual(['gifts', '+Soft', '+None']);
    expect(named(words('Kurta', ['Women']), 'tags')).toEqual(['kurtas']);
    expect(named(words('Kurta', [], ['kurta', 'men']), 'tags')).toEqual(['men-kurtas']);
  });

  test('are those created by another row, under its name there', () => {
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

describe('categories created by a file', () => {
  const expected = (rows: ReturnType<typeof words>[], source: CategorySource, ...of: string[]) => {
    const names = shop();
    expectCategories(rows, names, source);
    return of.map((name) => names.expected(name));
  };

  test('come from each type, and from the end of a path only without a type', () => {
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

  test('come from tags on request, and from the type of a row without tags', () => {
    expect(expected([words('Sarees', ['Silk'], ['soft'])], 'tags', 'soft', 'saree', 'silk')).toEqual([
      ...['Soft', undefined, undefined],
    ]);
    expect(expected([words('Sarees', ['Silk'])], 'tags', 'saree', 'silk')).toEqual(['Sarees', undefined]);
    expect(expected([words('', ['Silk'])], 'tags', 'silk')).toEqual(['Silk']);
    expect(expected([words('', ['Silk'], ['soft'])], 'tags', 'silk')).toEqual([undefined]);
  });
});

describe('the categories of an existing product', () => {
  const having = (...categories: string[]) => ({ categories }) as ProductRecord;
  const next = (slugs: string[], old?: ProductRecord, removes = false) => mergeCategories(slugs, old, shop(), removes);

  test('stay when the file names none, or only theirs and their parents', () => {
    expect(next([])).toEqual([]);
    expect(next([], having('gifts'))).toBeUndefined();
    expect(next(['gifts'])).toEqual(['gifts']);
    expect(next(['kurtas', 'women'], having('kurtas'))).toBeUndefined();
    expect(next(['kurtas'], having('gifts', 'kurtas'), true)).toBeUndefined();
  });

  test('are completed, or replaced on request', () => {
    expect(next(['kurtas', 'gifts'], having('kurtas'))).toEqual(['kurtas', 'gifts']);
    expect(next(['women', 'gifts'], having('kurtas'))).toEqual(['kurtas', 'gifts']);
    expect(next(['women', 'gifts'], having('kurtas'), true)).toEqual(['women', 'gifts']);
    expect(next(['gifts', 'kurtas'], having('kurtas'))).toEqual(['gifts', 'kurtas']);
    expect(next(['men-kurtas'], having('kurtas'))).toEqual(['men-kurtas']);
  });
});
