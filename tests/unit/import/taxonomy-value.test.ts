import { describe, expect, test } from 'vitest';
import type { TaxonomyPatch } from '#lib/catalog/import/record/catalog-record.ts';
import { changesProducts, isSameValue, planValue, shownValue } from '#lib/catalog/import/save/taxonomy-value.ts';
import type { FacetValueTable } from '#lib/platform/db/query/tables.ts';
import { goodsRegistry } from '#support/goods-rows.ts';

const IMAGE = { image_hash: 'h', image_width: 6, image_height: 8, image_dominant: '#123456' };
const EMPTY = {
  ...{ hsn: null, parent_id: null, description: null, image_src: null, image_alt: null },
  ...{ image_hash: null, image_width: null, image_height: null, image_dominant: null },
};

const registry = goodsRegistry();
const shirts = registry.add({
  ...{ kind: 'category', slug: 'shirts', name: 'Shirts', parent_id: 2, hsn: '6205', description: 'All' },
  ...{ image_src: 'a.avif', image_alt: 'A', ...IMAGE },
});
const STORED = {
  ...{ name: 'Shirts', parent_id: 2, hsn: '6205', description: 'All', image_src: 'a.avif', image_alt: 'A', ...IMAGE },
};

function planned(record: TaxonomyPatch, pictures = new Map()) {
  const value = planValue({ registry, pictures }, record);
  return 'problem' in value ? value.problem : value.next;
}

describe('a brand, category, material or collection of a file', () => {
  const picture = { hash: 'i', width: 1, height: 2, dominant: '#000000' };
  const read = { image_hash: 'i', image_width: 1, image_height: 2, image_dominant: '#000000' };
  const unread = { image_hash: null, image_width: null, image_height: null, image_dominant: null };
  const category = (change: Partial<Extract<TaxonomyPatch, { type: 'category' }>>): TaxonomyPatch => ({
    ...{ type: 'category', slug: 'shirts', ...change },
  });

  test.each<[string, TaxonomyPatch, object]>([
    ['no change', category({}), STORED],
    ['a name', category({ name: 'Tops' }), { ...STORED, name: 'Tops' }],
    ['no HSN code', category({ hsn: null }), { ...STORED, hsn: null }],
    ['an empty HSN code', category({ hsn: '' }), { ...STORED, hsn: null }],
    ['an HSN code', category({ hsn: '6109' }), { ...STORED, hsn: '6109' }],
    ['no parent', category({ parent: null }), { ...STORED, parent_id: null }],
    ['no description', category({ description: null }), { ...STORED, description: null }],
    ['a description', category({ description: 'B' }), { ...STORED, description: 'B' }],
    ['no image', category({ image: null }), { ...STORED, image_src: null, image_alt: null, ...unread }],
    ['the image', category({ image: { src: 'a.avif', alt: 'B' } }), { ...STORED, image_alt: 'B' }],
    [
      'another image',
      category({ image: { src: 'b.avif', alt: 'B' } }),
      { ...STORED, image_src: 'b.avif', image_alt: 'B', ...unread },
    ],
    [
      'a new category',
      { type: 'category', slug: 'x', name: 'X', parent: 'women' },
      { ...EMPTY, name: 'X', parent_id: 2 },
    ],
    [
      'a new brand',
      { type: 'brand', slug: 'x', name: 'X', description: 'D' },
      { ...EMPTY, name: 'X', description: 'D' },
    ],
    [
      'a new collection',
      { type: 'collection', slug: 'x', name: 'X', image: { src: 'b.avif', alt: 'B' } },
      { ...EMPTY, name: 'X', image_src: 'b.avif', image_alt: 'B' },
    ],
    ['a stored material', { type: 'material', slug: 'cotton' }, { ...EMPTY, name: 'Cotton' }],
  ])('is imported: %s', (_, record, next) => {
    expect(planned(record)).toEqual(next);
  });

  test('is imported with its picture, also when the picture is read for the first time', () => {
    const pictures = new Map([
      ['a.avif', picture],
      ['b.avif', picture],
    ]);
    expect(planned(category({}), pictures)).toEqual({ ...STORED, ...read });
    expect(planned(category({ image: { src: 'b.avif', alt: 'B' } }), pictures)).toEqual({
      ...{ ...STORED, image_src: 'b.avif', image_alt: 'B', ...read },
    });
    registry.add({ kind: 'material', slug: 'silk', name: 'Silk', image_src: 'c.avif' });
    expect(planned({ type: 'material', slug: 'silk' })).toEqual({
      ...{ ...EMPTY, name: 'Silk', image_src: 'c.avif', image_alt: '' },
    });
  });

  test.each<[TaxonomyPatch, string]>([
    [{ type: 'brand', slug: 'x' }, 'there is no brand "x" yet, and a new one needs a name'],
    [{ type: 'category', slug: 'x', name: '' }, 'there is no category "x" yet, and a new one needs a name'],
    [{ type: 'category', slug: 'x', name: 'X', parent: 'y' }, 'category "x" names an unknown parent "y"'],
    [
      { type: 'category', slug: 'x', name: 'X', parent: 'kurtas' },
      'category "x" names the parent "kurtas", which is not at the top level',
    ],
    [{ type: 'category', slug: 'women', parent: 'women' }, `category "women" can't be its own parent`],
  ])('is rejected when invalid: %j', (record, problem) => {
    expect(planned(record)).toBe(problem);
  });

  test('is returned with its stored row', () => {
    expect(planValue({ registry, pictures: new Map() }, category({}))).toMatchObject({ old: { id: shirts.id } });
  });
});

test('a new name, parent or HSN code changes the products of a value', () => {
  const effectsOf = (change: Partial<FacetValueTable>) => {
    const next = { ...STORED, ...change };
    return [isSameValue(shirts, next), changesProducts(shirts, next)];
  };
  expect(effectsOf({})).toEqual([true, false]);
  expect(effectsOf({ description: 'B' })).toEqual([false, false]);
  expect(effectsOf({ name: 'B' })).toEqual([false, true]);
  expect(effectsOf({ parent_id: null })).toEqual([false, true]);
  expect(effectsOf({ hsn: null })).toEqual([false, true]);
});

test('reports a value with the slug of its parent', () => {
  const shown = { name: 'Shirts', parent: 'women', hsn: '6205', description: 'All', image: 'a.avif', alt: 'A' };
  expect(shownValue(STORED, registry)).toEqual(shown);
  expect(shownValue({ ...STORED, parent_id: null }, registry)).toEqual({ ...shown, parent: null });
});
