import { describe, expect, test } from 'vitest';
import type { ProductRecord, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { fieldChanges, productChanges } from '#lib/catalog/import/record/record-changes.ts';

const variant = (sku: string | undefined, change: Partial<VariantRecord> = {}): VariantRecord => ({
  ...(sku === undefined ? {} : { sku }),
  ...{ price: 1, quantity: 2, ...change },
});
const product = (variants: VariantRecord[], change: Partial<ProductRecord> = {}): ProductRecord => ({
  ...{ type: 'product', slug: 'a', name: 'A', categories: [], sell_unit: 'piece', variants, ...change },
});

describe('the changes to a record', () => {
  const changes = (before: object, after: object) => fieldChanges(before, after).map(({ from, to }) => [from, to]);

  test('are listed field by field, with a dash for an empty value', () => {
    expect(fieldChanges({ a: 1, b: 'x', c: 'same' }, { b: 'y', c: 'same', d: true })).toEqual([
      { field: 'a', from: '1', to: '–' },
      { field: 'b', from: 'x', to: 'y' },
      { field: 'd', from: '–', to: 'true' },
    ]);
    expect(changes({ a: undefined, b: null, c: '', d: [] }, {})).toEqual([]);
    expect(changes({ a: {} }, { a: { b: 1 } })).toEqual([['{}', '{"b":1}']]);
  });

  test('in lists name each value, and each picture by its file', () => {
    expect(changes({ a: ['x', 1, null] }, { a: [[]] })).toEqual([['x, 1, null', '[]']]);
    expect(
      changes({ a: [{ src: 'a.jpg', alt: 'A', color: 'Red' }] }, { a: [{ src: 'b.jpg', alt: '' }, { b: 1 }] }),
    ).toEqual([['a.jpg (A, Red)', 'b.jpg (), {"b":1}']]);
  });

  test('in long texts are shown around the first difference', () => {
    const [start, end] = ['x'.repeat(40), 'y'.repeat(60)];
    expect(changes({ a: `${start}1${end}` }, { a: `${start}2` })).toEqual([
      [`…${'x'.repeat(10)}1${'y'.repeat(49)}…`, `…${'x'.repeat(10)}2`],
    ]);
    expect(changes({ a: `1${end}` }, { a: '2\nz' })).toEqual([[`1${'y'.repeat(59)}…`, '2 z']]);
    expect(changes({ a: 'y'.repeat(60) }, { a: '1' })).toEqual([['y'.repeat(60), '1']]);
    expect(changes({ a: '1' }, { a: 'y'.repeat(61) })).toEqual([['1', `${'y'.repeat(60)}…`]]);
    expect(changes({ a: end }, { a: `${end}z` })).toEqual([[`…${'y'.repeat(10)}`, `…${'y'.repeat(10)}z`]]);
    expect(changes({ a: `${'y'.repeat(10)}${end}` }, { a: `${'y'.repeat(10)}1` })[0]?.[1]).toBe(`${'y'.repeat(10)}1`);
  });
});

describe('the changes to a product', () => {
  const changes = (before: ProductRecord, after: ProductRecord, from: (number | undefined)[]) =>
    productChanges(before, after, from).map(({ field, from: oldValue, to }) => `${field}: ${oldValue} → ${to}`);

  test('name its variants by SKU or, without a SKU, by values', () => {
    expect(
      changes(product([variant('S')], { fibre: 'Silk' }), product([variant('S', { price: 3 })], { name: 'B' }), [0]),
    ).toEqual(['name: A → B', 'fibre: Silk → –', 'S price: 1 → 3']);
    const values = { size: 'S', fit: 'Slim' };
    expect(
      changes(product([variant(undefined, { values })]), product([variant(undefined, { values, price: 3 })]), [0]),
    ).toEqual(['S/Slim price: 1 → 3']);
    expect(changes(product([variant(undefined)]), product([variant(undefined, { price: 3 })]), [0])).toEqual([
      'variant price: 1 → 3',
    ]);
    expect(changes(product([variant('S')]), product([variant('T')]), [0])).toEqual(['S sku: S → T']);
  });

  test('list new and removed variants with their stock', () => {
    expect(changes(product([variant('S')]), product([variant('L')]), [undefined])).toEqual([
      'L: – → new, 2 in stock',
      'S: 2 in stock → removed',
    ]);
    const cloth = { sell_unit: 'metre' } as const;
    expect(changes(product([variant('S')], cloth), product([variant('L')], cloth), [undefined])).toEqual([
      'L: – → new, 2 m in stock',
      'S: 2 m in stock → removed',
    ]);
  });

  test('list a new order of the remaining variants', () => {
    const [s, m, l] = [variant('S'), variant('M'), variant('L')];
    expect(changes(product([s, m]), product([m, s]), [1, 0])).toEqual(['order of variants: S, M → M, S']);
    expect(changes(product([s, m]), product([s, l, m]), [0, undefined, 1])).toEqual(['L: – → new, 2 in stock']);
    expect(changes(product([s, m, l]), product([m, l]), [1, 2])).toEqual(['S: 2 in stock → removed']);
    expect(changes(product([s, m, l]), product([s, l, m]), [0, 2, 1])).toEqual([
      'order of variants: S, M, L → S, L, M',
    ]);
  });
});
