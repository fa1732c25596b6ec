import { describe, expect, test } from 'vitest';
import {
  type CategorySource,
  expectCategories,
  mergeCategories,
  resolveCategories,
} from '#lib/catalog/import/csv/csv-categories.ts';
import { TaxonomyNames } from '#lib/catalog/import/csv/shopify-taxonomy.ts';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';

const shopNames = () =>
  new TaxonomyNames([
    { type: 'category', slug: 'women', name: 'Women' },
    { type: 'category', slug: 'men', name: 'Men' },
    { type: 'category', slug: 'kurtas', name: 'Kurtas', parent: 'women' },
    { type: 'category', slug: 'men-kurtas', name: 'Kurtas', parent: 'men' },
    { type: 'category', slug: 'gifts', name: 'Gifts' },
  ]);
const fieldsOf = (type: string, path: string[] = [], tags: string[] = []) => ({ type, path, tags });

/** Returns the slugs of a row’s categories; for a new category, a plus and its name. */
const slugsOf = (fields: ReturnType<typeof fieldsOf>, source: CategorySource = 'type', names = shopNames()) =>
  resolveCategories(fields, names, (name) => (name === 'none' ? undefined : `+${name}`), source);

describe('the categories of a row', () => {
  test.each([
    ['the category of its type', fieldsOf('Kurta'), ['kurtas']],
    ['a new category of its type', fieldsOf('Saree'), ['+Saree']],
    ['the most specific known category in its path', fieldsOf('', ['Women', 'Kurtas', 'Silk']), ['kurtas']],
    ['the end of an unknown path', fieldsOf('', ['Apparel', 'Silk']), ['+Silk']],
    ['those of type and path, without the parents of either', fieldsOf('Kurta', ['Women']), ['kurtas']],
    ['those of type and path if they are in different branches', fieldsOf('Gifts', ['Men']), ['gifts', 'men']],
    ['those of its tags only if the categories exist', fieldsOf('Kurta', [], ['Gift', 'soft']), ['kurtas', 'gifts']],
    ['the subcategory of the category in its path', fieldsOf('Kurta', ['Men']), ['men-kurtas']],
    ['the subcategory of the category in its tags', fieldsOf('Kurta', [], ['men']), ['men-kurtas']],
    ['each listed only once', fieldsOf('Gift', ['Gifts'], ['gifts']), ['gifts']],
    ['none if the row does not name any', fieldsOf(''), []],
    ['none that can’t be created', fieldsOf('none', ['none']), []],
  ])('are %s', (_description, fields, slugs) => expect(slugsOf(fields)).toEqual(slugs));

  test('are its tags on request, with new ones created', () => {
    expect(slugsOf(fieldsOf('Kurta', ['Men'], ['gifts', 'soft', 'none']), 'tags')).toEqual(['gifts', '+Soft', '+None']);
    expect(slugsOf(fieldsOf('Kurta', ['Women']), 'tags')).toEqual(['kurtas']);
    expect(slugsOf(fieldsOf('Kurta', [], ['kurta', 'men']), 'tags')).toEqual(['men-kurtas']);
  });

  test('include those created by another row, with the name used there', () => {
    const names = shopNames();
    names.expectCategory('Sarees');
    expect(slugsOf(fieldsOf('saree'), 'type', names)).toEqual(['+Sarees']);
    expect(slugsOf(fieldsOf('', ['Clothes', 'saree', 'Silk']), 'type', names)).toEqual(['+Sarees']);
    expect(slugsOf(fieldsOf('', [], ['saree', 'soft']), 'type', names)).toEqual(['+Sarees']);
    expect(slugsOf(fieldsOf('', ['Silk'], ['saree']), 'type', names)).toEqual(['+Sarees']);
  });

  test('are at most twenty', () => {
    const tags = Array.from({ length: 25 }, (_, index) => `t${index}`);
    expect(slugsOf(fieldsOf('', [], tags), 'tags')).toHaveLength(20);
  });
});

describe('categories created by a file', () => {
  const expectedNames = (rows: ReturnType<typeof fieldsOf>[], source: CategorySource, ...names: string[]) => {
    const taxonomy = shopNames();
    expectCategories(rows, taxonomy, source);
    return names.map((name) => taxonomy.expectedCategory(name));
  };

  test('come from each type, and from the end of a path only if the row names no type and no known category', () => {
    expect(expectedNames([fieldsOf('Sarees', ['Silk'], ['soft'])], 'type', 'saree', 'silk', 'soft')).toEqual([
      ...['Sarees', undefined, undefined],
    ]);
    expect(expectedNames([fieldsOf('', ['Clothes', 'Silks'])], 'type', 'silk', 'clothes')).toEqual([
      'Silks',
      undefined,
    ]);
    expect(expectedNames([fieldsOf('', ['Women', 'Silks'])], 'type', 'silk')).toEqual([undefined]);
    expect(expectedNames([fieldsOf('', ['Silks'], ['gift'])], 'type', 'silk')).toEqual([undefined]);
    expect(expectedNames([fieldsOf('', ['Cotton', 'Silks']), fieldsOf('Cottons')], 'type', 'silk', 'cotton')).toEqual([
      ...[undefined, 'Cottons'],
    ]);
    expect(expectedNames([fieldsOf('')], 'type', '')).toEqual([undefined]);
  });

  test('come from tags on request, and from the type of a row without tags', () => {
    expect(expectedNames([fieldsOf('Sarees', ['Silk'], ['soft'])], 'tags', 'soft', 'saree', 'silk')).toEqual([
      ...['Soft', undefined, undefined],
    ]);
    expect(expectedNames([fieldsOf('Sarees', ['Silk'])], 'tags', 'saree', 'silk')).toEqual(['Sarees', undefined]);
    expect(expectedNames([fieldsOf('', ['Silk'])], 'tags', 'silk')).toEqual(['Silk']);
    expect(expectedNames([fieldsOf('', ['Silk'], ['soft'])], 'tags', 'silk')).toEqual([undefined]);
  });
});

describe('the categories of an existing product', () => {
  const productIn = (...categories: string[]) => ({ categories }) as ProductRecord;
  const mergedCategories = (slugs: string[], old?: ProductRecord, removesMissing = false) =>
    mergeCategories(slugs, old, shopNames(), removesMissing);

  test('stay unchanged if the file has none, or only the same ones and their parents', () => {
    expect(mergedCategories([])).toEqual([]);
    expect(mergedCategories([], productIn('gifts'))).toBeUndefined();
    expect(mergedCategories(['gifts'])).toEqual(['gifts']);
    expect(mergedCategories(['kurtas', 'women'], productIn('kurtas'))).toBeUndefined();
    expect(mergedCategories(['kurtas'], productIn('gifts', 'kurtas'), true)).toBeUndefined();
  });

  test('are extended, or replaced on request', () => {
    expect(mergedCategories(['kurtas', 'gifts'], productIn('kurtas'))).toEqual(['kurtas', 'gifts']);
    expect(mergedCategories(['women', 'gifts'], productIn('kurtas'))).toEqual(['kurtas', 'gifts']);
    expect(mergedCategories(['women', 'gifts'], productIn('kurtas'), true)).toEqual(['women', 'gifts']);
    expect(mergedCategories(['gifts', 'kurtas'], productIn('kurtas'))).toEqual(['gifts', 'kurtas']);
    expect(mergedCategories(['men-kurtas'], productIn('kurtas'))).toEqual(['men-kurtas']);
  });
});
