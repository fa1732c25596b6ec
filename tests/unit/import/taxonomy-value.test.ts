import { describe, expect, test } from 'vitest';
import type { TaxonomyPatch } from '#lib/catalog/import/record/catalog-record.ts';
import { affectsProducts, isSameValue, planValue, shownValue } from '#lib/catalog/import/save/taxonomy-value.ts';
import type { FacetValueTable } from '#lib/platform/db/query/tables.ts';
import { goodsRegistry } from '#support/goods-rows.ts';

const IMAGE = { image_hash: 'h', image_width: 6, image_height: 8, image_dominant: '#123456' };
const EMPTY_VALUE = {
  ...{ hsn: null, parent_id: null, description: null, image_src: null, image_alt: null },
  ...{ image_hash: null, image_width: null, image_height: null, image_dominant: null },
};

const registry = goodsRegistry();
const shirts = registry.add({
  ...{ kind: 'category', slug: 'shirts', name: 'Shirts', parent_id: 2, hsn: '6205', description: 'All' },
  ...{ image_src: 'a.avif', image_alt: 'A', ...IMAGE },
});
const STORED_ROW = {
  ...{ name: 'Shirts', parent_id: 2, hsn: '6205', description: 'All', image_src: 'a.avif', image_alt: 'A', ...IMAGE },
};

function nextValueFor(record: TaxonomyPatch, pictures = new Map()) {
  const value = planValue({ registry, pictures }, record);
  return 'problem' in value ? value.problem : value.next;
}

describe('a brand, category, material or collection in a file', () => {
  const picture = { hash: 'i', width: 1, height: 2, dominant: '#000000' };
  const pictureColumns = { image_hash: 'i', image_width: 1, image_height: 2, image_dominant: '#000000' };
  const emptyPictureColumns = { image_hash: null, image_width: null, image_height: null, image_dominant: null };
  const category = (change: Partial<Extract<TaxonomyPatch, { type: 'category' }>>): TaxonomyPatch => ({
    ...{ type: 'category', slug: 'shirts', ...change },
  });

  test.each<[string, TaxonomyPatch, object]>([
    ['no change', category({}), STORED_ROW],
    ['a name', category({ name: 'Tops' }), { ...STORED_ROW, name: 'Tops' }],
    ['no HSN code', category({ hsn: null }), { ...STORED_ROW, hsn: null }],
    ['an empty HSN code', category({ hsn: '' }), { ...STORED_ROW, hsn: null }],
    ['an HSN code', category({ hsn: '6109' }), { ...STORED_ROW, hsn: '6109' }],
    ['no parent', category({ parent: null }), { ...STORED_ROW, parent_id: null }],
    ['no description', category({ description: null }), { ...STORED_ROW, description: null }],
    ['a description', category({ description: 'B' }), { ...STORED_ROW, description: 'B' }],
    [
      'no image',
      category({ image: null }),
      { ...STORED_ROW, image_src: null, image_alt: null, ...emptyPictureColumns },
    ],
    ['the image', category({ image: { src: 'a.avif', alt: 'B' } }), { ...STORED_ROW, image_alt: 'B' }],
    [
      'another image',
      category({ image: { src: 'b.avif', alt: 'B' } }),
      { ...STORED_ROW, image_src: 'b.avif', image_alt: 'B', ...emptyPictureColumns },
    ],
    [
      'a new category',
      { type: 'category', slug: 'x', name: 'X', parent: 'women' },
      { ...EMPTY_VALUE, name: 'X', parent_id: 2 },
    ],
    [
      'a new brand',
      { type: 'brand', slug: 'x', name: 'X', description: 'D' },
      { ...EMPTY_VALUE, name: 'X', description: 'D' },
    ],
    [
      'a new collection',
      { type: 'collection', slug: 'x', name: 'X', image: { src: 'b.avif', alt: 'B' } },
      { ...EMPTY_VALUE, name: 'X', image_src: 'b.avif', image_alt: 'B' },
    ],
    ['a stored material', { type: 'material', slug: 'cotton' }, { ...EMPTY_VALUE, name: 'Cotton' }],
  ])('is imported: %s', (_, record, next) => {
    expect(nextValueFor(record)).toEqual(next);
  });

  test('is imported with the data of its picture if the picture was read', () => {
    const pictures = new Map([
      ['a.avif', picture],
      ['b.avif', picture],
    ]);
    expect(nextValueFor(category({}), pictures)).toEqual({ ...STORED_ROW, ...pictureColumns });
    expect(nextValueFor(category({ image: { src: 'b.avif', alt: 'B' } }), pictures)).toEqual({
      ...{ ...STORED_ROW, image_src: 'b.avif', image_alt: 'B', ...pictureColumns },
    });
    registry.add({ kind: 'material', slug: 'silk', name: 'Silk', image_src: 'c.avif' });
    expect(nextValueFor({ type: 'material', slug: 'silk' })).toEqual({
      ...{ ...EMPTY_VALUE, name: 'Silk', image_src: 'c.avif', image_alt: '' },
    });
  });

  test.each<[TaxonomyPatch, string]>([
    [{ type: 'brand', slug: 'x' }, 'there is no brand "x" yet, and a new one needs a name'],
    [{ type: 'category', slug: 'x', name: '' }, 'there is no category "x" yet, and a new one needs a name'],
    [{ type: 'category', slug: 'x', name: 'X', parent: 'y' }, 'category "x" refers to an unknown parent "y"'],
    [
      { type: 'category', slug: 'x', name: 'X', parent: 'kurtas' },
      'category "x" has the parent "kurtas", which is not at the top level',
    ],
    [{ type: 'category', slug: 'women', parent: 'women' }, `category "women" can't be its own parent`],
  ])('is rejected when invalid: %j', (record, problem) => {
    expect(nextValueFor(record)).toBe(problem);
  });

  test('is returned with its stored row', () => {
    expect(planValue({ registry, pictures: new Map() }, category({}))).toMatchObject({ old: { id: shirts.id } });
  });
});

test('a new name, parent or HSN code of a value changes its products', () => {
  const effectsOf = (change: Partial<FacetValueTable>) => {
    const next = { ...STORED_ROW, ...change };
    return [isSameValue(shirts, next), affectsProducts(shirts, next)];
  };
  expect(effectsOf({})).toEqual([true, false]);
  expect(effectsOf({ description: 'B' })).toEqual([false, false]);
  expect(effectsOf({ name: 'B' })).toEqual([false, true]);
  expect(effectsOf({ parent_id: null })).toEqual([false, true]);
  expect(effectsOf({ hsn: null })).toEqual([false, true]);
});

test('reports a value with the slug of its parent', () => {
  const shownFields = { name: 'Shirts', parent: 'women', hsn: '6205', description: 'All', image: 'a.avif', alt: 'A' };
  expect(shownValue(STORED_ROW, registry)).toEqual(shownFields);
  expect(shownValue({ ...STORED_ROW, parent_id: null }, registry)).toEqual({ ...shownFields, parent: null });
});
