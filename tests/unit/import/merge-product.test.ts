import { describe, expect, test } from 'vitest';
import type { CleanProduct } from '#lib/catalog/import/record/canonical-record.ts';
import type { VariantPatch, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { matchVariants, renamedValues } from '#lib/catalog/import/record/match-variants.ts';
import {
  type CleanPatch,
  type MergedProduct,
  type MergeRules,
  mergeProduct,
} from '#lib/catalog/import/record/merge-product.ts';

const RULES: MergeRules = { writesStock: true, removesMissing: false };
const S = { sku: 'S', values: { size: 'S' }, price: 10, quantity: 5 };
const M = { sku: 'M', values: { size: 'M' }, price: 20, quantity: 6 };
const storedKurta: CleanProduct = {
  ...{ type: 'product', slug: 'kurta', name: 'Kurta', brand: 'fab', categories: ['kurtas'], sell_unit: 'piece' },
  ...{ options: ['size'], variants: [S, M] },
};

const patchOf = (change: Partial<CleanPatch> = {}): CleanPatch => ({ type: 'product', slug: 'kurta', ...change });
function mergeStored(
  change: Partial<CleanPatch>,
  rules: Partial<MergeRules> = {},
  before: CleanProduct | undefined = storedKurta,
): MergedProduct {
  const result = mergeProduct(before, patchOf(change), { ...RULES, ...rules });
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result;
}
function problemsOf(
  change: Partial<CleanPatch>,
  rules: Partial<MergeRules> = {},
  before: CleanProduct | undefined = storedKurta,
) {
  const result = mergeProduct(before, patchOf(change), { ...RULES, ...rules });
  return 'problems' in result ? result.problems : [];
}
const mergeNew = (change: Partial<CleanPatch>) => {
  const result = mergeProduct(undefined, patchOf(change), RULES);
  return 'problems' in result ? result.problems : result.record;
};

describe('merging a product from a file', () => {
  test('overrides the stored values, and null clears them', () => {
    expect(mergeStored({ name: 'New', brand: null, fibre: 'Cotton' }).record).toEqual({
      ...{ type: 'product', slug: 'kurta', name: 'New', categories: ['kurtas'], sell_unit: 'piece', fibre: 'Cotton' },
      ...{ options: ['size'], variants: [S, M] },
    });
    expect(mergeStored({ name: undefined }).record.name).toBe('Kurta');
    expect(mergeStored({ categories: null }).record.categories).toEqual([]);
    expect(mergeStored({ slug: 'tunic' }).record.slug).toBe('tunic');
    expect(storedKurta.brand).toBe('fab');
  });

  test('requires the mandatory fields of a new product', () => {
    const complete = { name: 'A', sell_unit: 'piece', categories: [], variants: [{ price: 1 }] } as const;
    const message = 'is missing, and the shop has none yet';
    expect(mergeNew({ ...complete, categories: [], variants: [{ price: 1 }] })).toMatchObject({
      variants: [{ price: 1, quantity: 0 }],
    });
    for (const field of ['name', 'sell_unit', 'categories', 'variants'] as const) {
      expect(mergeNew({ ...complete, categories: [], variants: [{ price: 1 }], [field]: undefined })).toEqual([
        { path: [field], message },
      ]);
    }
    expect(mergeNew({ ...complete, categories: [], variants: [{}] })).toEqual([
      { path: ['variants', 0, 'price'], message },
    ]);
  });
});

describe('the variants in a file', () => {
  const skusAndOrigins = (variants: VariantPatch[], removesMissing = false) => {
    const { record, oldIndexes } = mergeStored({ variants }, { removesMissing });
    return record.variants.map(({ sku }, index) => [sku, oldIndexes[index]]);
  };
  const L = { sku: 'L', values: { size: 'L' }, price: 30 };

  test('update the stored variants that they match; the others are kept unless removal is requested', () => {
    expect(skusAndOrigins([{ sku: 'M' }])).toEqual([
      ['S', 0],
      ['M', 1],
    ]);
    expect(skusAndOrigins([L, { sku: 'M' }])).toEqual([
      ['S', 0],
      ['M', 1],
      ['L', undefined],
    ]);
    expect(skusAndOrigins([{ sku: 'M' }, { sku: 'S' }])).toEqual([
      ['M', 1],
      ['S', 0],
    ]);
    expect(skusAndOrigins([L, { sku: 'M' }], true)).toEqual([
      ['L', undefined],
      ['M', 1],
    ]);
    expect(mergeStored({}).record.variants).toEqual([S, M]);
    expect(mergeStored({}, { removesMissing: true }).record.variants).toEqual([S, M]);
    const change = { price: 25, values: { size: 'Medium' } };
    expect(mergeStored({ variants: [{ sku: 'M', ...change }] }).record.variants[1]).toEqual({ ...M, ...change });
  });
});

describe('stored variants', () => {
  test('with problems are reported by position in the file, or by SKU or values if the file does not name them', () => {
    expect(problemsOf({ variants: [{ sku: 'M', sale_price: 99 }] })).toEqual([
      { path: ['variants', 0, 'sale_price'], message: 'must not be above the price' },
    ]);
    const [problem] = problemsOf({ options: ['size', 'fit'], variants: [{ sku: 'S', values: { fit: 'Slim' } }] });
    expect(problem).toEqual({
      path: [],
      message: 'the variant "M", which the file does not name: its values must have a value for "fit"',
    });
    const productWithoutSku = {
      ...storedKurta,
      options: ['size', 'fit'],
      variants: [{ values: { size: 'S', fit: 'Slim' }, price: 1, quantity: 1, sale_price: 2 }],
    };
    expect(problemsOf({ fibre: 'x' }, {}, productWithoutSku)[0]?.message).toMatch(
      /^the variant "S\/Slim", which the file/,
    );
    expect(problemsOf({ options: ['size', 'size'] })[0]).toEqual({
      path: ['options'],
      message: 'must not repeat a name',
    });
  });

  test('keep their values when an option is renamed, and have none without options', () => {
    expect(mergeStored({ options: ['Size'] }).record.variants.map(({ values }) => values)).toEqual([
      { Size: 'S' },
      { Size: 'M' },
    ]);
    const productWithOneVariant = { ...storedKurta, variants: [S] };
    expect(mergeStored({ options: null }, {}, productWithOneVariant).record.variants[0]?.values).toBeUndefined();
  });
});

describe('the stock in a file', () => {
  const cloth: CleanProduct = {
    ...storedKurta,
    sell_unit: 'metre',
    options: [],
    variants: [{ price: 1, quantity: 3, bolts: [1, 2] }],
  };
  const firstVariantStock = (patch: VariantPatch, before = storedKurta, rules: Partial<MergeRules> = {}) => {
    const { record, keptStockCount } = mergeStored({ variants: [patch] }, rules, before);
    return [record.variants[0]?.quantity, record.variants[0]?.bolts, keptStockCount];
  };

  test('is written on request or for new variants; otherwise, only the differences are counted', () => {
    expect(firstVariantStock({ sku: 'S', quantity: 9 })).toEqual([9, undefined, 0]);
    expect(firstVariantStock({ sku: 'S', quantity: 9 }, storedKurta, { writesStock: false })).toEqual([
      5,
      undefined,
      1,
    ]);
    expect(firstVariantStock({ sku: 'S', quantity: 5 }, storedKurta, { writesStock: false })).toEqual([
      5,
      undefined,
      0,
    ]);
    expect(firstVariantStock({ sku: 'S' }, storedKurta, { writesStock: false })).toEqual([5, undefined, 0]);
    expect(firstVariantStock({ sku: 'S' })).toEqual([5, undefined, 0]);
    const mergedProduct = mergeStored(
      { variants: [{ sku: 'L', values: { size: 'L' }, price: 1, quantity: 7 }] },
      { writesStock: false },
    );
    expect([mergedProduct.record.variants[2]?.quantity, mergedProduct.keptStockCount]).toEqual([7, 0]);
  });

  test('is a list of bolts, or one length, for cloth', () => {
    expect(firstVariantStock({ bolts: [1.1, 2.2] }, cloth)).toEqual([3.3, [1.1, 2.2], 0]);
    expect(firstVariantStock({ quantity: 4, bolts: [4] }, cloth)).toEqual([4, [4], 0]);
    expect(firstVariantStock({ quantity: 4 }, cloth)).toEqual([4, undefined, 0]);
    expect(firstVariantStock({ quantity: 3 }, cloth)).toEqual([3, [1, 2], 0]);
    expect(firstVariantStock({ bolts: [1, 2, 0] }, cloth, { writesStock: false })).toEqual([3, [1, 2], 0]);
    expect(firstVariantStock({ bolts: [2, 1] }, cloth, { writesStock: false })).toEqual([3, [1, 2], 1]);
    expect(
      firstVariantStock({ bolts: [1] }, { ...cloth, variants: [{ price: 1, quantity: 0 }] }, { writesStock: false }),
    ).toEqual([...[0, undefined, 1]]);
  });

  test('must be given for all variants when pieces become metres', () => {
    const unitProblems = [
      {
        path: ['sell_unit'],
        message: 'can change only if the file has the stock of every variant',
        remedy: { by: 'stock' },
      },
    ];
    const bothVariants = [
      { sku: 'S', bolts: [1] },
      { sku: 'M', quantity: 2 },
    ];
    expect(problemsOf({ sell_unit: 'metre', variants: bothVariants })).toEqual([]);
    expect(problemsOf({ sell_unit: 'metre', variants: bothVariants }, { writesStock: false })).toEqual(unitProblems);
    expect(problemsOf({ sell_unit: 'metre', variants: bothVariants.slice(1) })).toEqual(unitProblems);
    expect(
      problemsOf({
        sell_unit: 'metre',
        variants: [
          { sku: 'S', bolts: null },
          { sku: 'M', quantity: 2 },
        ],
      }),
    ).toEqual(unitProblems);
    expect(problemsOf({ sell_unit: 'metre' })).toEqual(unitProblems);
    expect(problemsOf({ sell_unit: 'piece' })).toEqual([]);
  });
});

describe('a variant in a file matches a stored variant', () => {
  const storedVariants: VariantRecord[] = [S, M, { values: { size: 'L' }, price: 1, quantity: 1 }];
  const matches = (patches: VariantPatch[], before = storedVariants, options = ['size']) =>
    matchVariants(before, patches, options);

  test('first by SKU and values, then by SKU, then by values, and each stored variant only once', () => {
    expect(matches([{ sku: 'M' }, { values: { size: 'L' } }, { sku: 'X', values: { size: 'S' } }])).toEqual([1, 2, 0]);
    expect(
      matches([
        { sku: 'S', values: { size: 'M' } },
        { sku: 'S', values: { size: 'S' } },
      ]),
    ).toEqual([1, 0]);
    expect(matches([{ sku: 'S' }, { sku: 'S' }])).toEqual([0, undefined]);
    expect(matches([{ sku: 'X' }, {}])).toEqual([undefined, undefined]);
    expect(matches([{ sku: '', values: { size: 'XL' } }])).toEqual([undefined]);
  });

  test('if both are only variants, and the file gives neither SKU nor values or the product has no options', () => {
    const onlyVariant = [{ sku: 'A', price: 1, quantity: 1 }];
    expect(matches([{}], onlyVariant, [])).toEqual([0]);
    expect(matches([{ sku: 'B' }], onlyVariant, [])).toEqual([0]);
    expect(matches([{}], [S])).toEqual([0]);
    expect(matches([{ sku: 'B' }], [S])).toEqual([undefined]);
    expect(matches([{ values: { size: 'B' } }], [S])).toEqual([undefined]);
    expect(matches([{}, {}], [S])).toEqual([undefined, undefined]);
    expect(matches([{}], [S, M])).toEqual([undefined]);
  });

  test('and keeps its values when options are renamed, reordered or added', () => {
    expect(renamedValues({ size: 'S', fit: 'Slim' }, ['size', 'fit'], ['Size', 'Fit'])).toEqual({
      Size: 'S',
      Fit: 'Slim',
    });
    expect(renamedValues({ size: 'S', fit: 'Slim' }, ['size', 'fit'], ['fit', 'size'])).toEqual({
      fit: 'Slim',
      size: 'S',
    });
    expect(renamedValues({ size: 'S' }, ['size'], ['fit', 'size'])).toEqual({ size: 'S' });
    expect(renamedValues({ size: 'S' }, ['size'], ['size', 'fit'])).toEqual({ size: 'S' });
    expect(renamedValues(undefined, ['size'], ['Size'])).toEqual({});
  });
});
