import { expect, test } from 'vitest';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { describeProblems, productProblems } from '#lib/catalog/import/record/product-problems.ts';

const KURTA: ProductRecord = {
  ...{ type: 'product', slug: 'kurta', name: 'Kurta', categories: [], sell_unit: 'piece', options: ['size'] },
  variants: [{ values: { size: 'S' }, price: 10, sale_price: 10, quantity: 3 }],
};
const [S = { price: 1, quantity: 1 }] = KURTA.variants;
const CLOTH: ProductRecord = {
  ...{ ...KURTA, sell_unit: 'metre', options: [], unit_step: 0.5, min_quantity: 1.5 },
  variants: [{ price: 10, quantity: 2.5, bolts: [1, 1.5] }],
};
const [CLOTH_VARIANT = S] = CLOTH.variants;

test.each<[description: string, ProductRecord, [path: PropertyKey[], message: string][]]>([
  ['pieces', KURTA, []],
  ['cloth', CLOTH, []],
  [
    'a variant without options',
    { ...KURTA, options: undefined, variants: [{ price: 1, quantity: 1 }] } as ProductRecord,
    [],
  ],
  ['no variants', { ...KURTA, variants: [] }, []],
  ['a repeated option', { ...KURTA, options: ['size', 'size'] }, [[['options'], 'must not repeat a name']]],
  [
    'two variants without options',
    { ...CLOTH, variants: [CLOTH_VARIANT, CLOTH_VARIANT] },
    [
      [['variants'], 'must be a single entry if there are no options'],
      [['variants', 1, 'values'], 'are the same as those of variants[0]'],
    ],
  ],
  [
    'two variants with the same values',
    { ...KURTA, variants: [S, { ...S, values: { size: 'M' } }, S] },
    [[['variants', 2, 'values'], 'are the same as those of variants[0]']],
  ],
  [
    'a value for an unknown option',
    { ...KURTA, variants: [{ ...S, values: { fit: 'Slim' } }] },
    [
      [['variants', 0, 'values'], 'must have a value for "size"'],
      [['variants', 0, 'values'], 'have a value for "fit", which is not among the options'],
    ],
  ],
  [
    'a variant without values',
    { ...KURTA, variants: [{ price: 1, quantity: 1 }] },
    [[['variants', 0, 'values'], 'must have a value for "size"']],
  ],
  [
    'a sale price above the price',
    { ...KURTA, variants: [{ ...S, sale_price: 10.01 }] },
    [[['variants', 0, 'sale_price'], 'must not be above the price']],
  ],
  [
    'a length that is the sum of its bolts when rounded',
    { ...CLOTH, variants: [{ ...CLOTH_VARIANT, quantity: 2.504 }] },
    [],
  ],
  [
    'a length that is not the sum of its bolts',
    { ...CLOTH, variants: [{ ...CLOTH_VARIANT, quantity: 2.51 }] },
    [[['variants', 0, 'quantity'], 'must be the sum of its bolts, 2.50']],
  ],
  ['a length without bolts', { ...CLOTH, variants: [{ price: 1, quantity: 7.3 }] }, []],
  [
    'pieces with lengths and bolts',
    { ...KURTA, unit_step: 0.5, min_quantity: 1.5, variants: [{ ...S, quantity: 1.5, bolts: [9] }] },
    [
      [['unit_step'], 'belongs to products sold by the metre'],
      [['min_quantity'], 'must be a whole number of pieces'],
      [['variants', 0, 'bolts'], 'belong to products sold by the metre'],
      [['variants', 0, 'quantity'], 'must be a whole number of pieces'],
    ],
  ],
  ['a minimum of two pieces', { ...KURTA, min_quantity: 2 }, []],
])('lists the problems of a product: %s', (_description, product, problems) => {
  expect([...productProblems(product)]).toEqual(problems.map(([path, message]) => ({ path, message })));
});

test('describes at most three problems, and counts the others', () => {
  const problem = (...path: PropertyKey[]) => ({ path, message: 'is bad' });
  expect(describeProblems([])).toBe('');
  expect(describeProblems([problem(), problem('name'), problem('variants', 2, 'price')])).toBe(
    'is bad; name is bad; variants[2].price is bad',
  );
  expect(describeProblems([problem('a', 'b'), problem('b'), problem('c'), problem('d'), problem('e')])).toBe(
    'a.b is bad; b is bad; c is bad; and 2 more',
  );
});
