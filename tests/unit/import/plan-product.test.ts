import { describe, expect, test } from 'vitest';
import type { CleanProduct } from '#lib/catalog/import/record/canonical-record.ts';
import type { CleanPatch, MergeRules } from '#lib/catalog/import/record/merge-product.ts';
import { emptyResult } from '#lib/catalog/import/record/save-report.ts';
import { type PlanContext, planProduct, takeRenamedProduct } from '#lib/catalog/import/save/plan-product.ts';
import type { StoredProduct } from '#lib/catalog/products/stored-products.server.ts';
import { goodsRegistry, NOW, rowContext, storedProduct } from '#support/goods-rows.ts';

const KURTA: CleanProduct = {
  ...{ type: 'product', slug: 'kurta', name: 'Kurta', brand: 'fab', categories: ['kurtas'], sell_unit: 'piece' },
  ...{ options: ['size'], images: [{ src: 'a.avif', alt: 'A' }] },
  variants: [
    { sku: 'S', values: { size: 'S' }, price: 10, quantity: 5 },
    { sku: 'M', values: { size: 'M' }, price: 20, quantity: 6 },
  ],
};
const PICTURE = { hash: 'h', width: 6, height: 8, dominant: '#123456' };
const registry = goodsRegistry();
const storedKurta = storedProduct(KURTA, rowContext({ registry, pictures: new Map([['a.avif', PICTURE]]) }));

/** Returns the plan for a product, the import result and the cache tags that planning added. */
function planWith(
  record: Partial<CleanPatch>,
  {
    before,
    rules,
    ...more
  }: { before?: StoredProduct; rules?: Partial<MergeRules> } & Partial<Omit<PlanContext, 'rules'>> = {},
) {
  const context: PlanContext = {
    ...{ registry, pictures: new Map(), rates: [], now: NOW, tags: new Set(), result: emptyResult() },
    rules: { writesStock: false, removesMissing: false, ...rules },
    ...more,
  };
  const product = planProduct(context, { index: 4, record: { type: 'product', slug: 'kurta', ...record } }, before);
  return { product, ...context.result, tags: [...context.tags] };
}

const tally = (created: number, updated: number, unchanged: number, removed = 0) => ({
  ...{ created, updated, unchanged, removed },
});

describe('a new product', () => {
  test('is counted and described', () => {
    const { product, ...result } = planWith(KURTA);
    expect(product).toMatchObject({ old: undefined, keptIds: [undefined, undefined], isChanged: true });
    expect(product?.record).toEqual(KURTA);
    expect(result).toEqual({
      ...{ ...emptyResult(), created: 1, tags: [] },
      tallies: { ...emptyResult().tallies, products: tally(1, 0, 0), variants: tally(2, 0, 0) },
      newEntries: [
        { kind: 'product', name: 'Kurta', about: '₹10 to ₹20, 2 variants, 11 in stock, in Kurtas, 1 picture' },
      ],
    });
  });

  test.each<[string, Partial<CleanPatch>, string, number?]>([
    ['without a name', {}, 'there is no product "kurta" yet, and a new one needs a name'],
    ['without variants', { ...KURTA, variants: undefined }, 'variants is missing, and the shop has none yet'],
    [
      'with an incomplete variant',
      { ...KURTA, variants: [KURTA.variants[0] ?? {}, { values: { size: 'L' } }] },
      'variants[1].price is missing, and the shop has none yet',
      1,
    ],
    ['with an unknown brand', { ...KURTA, brand: 'gap' }, 'product "kurta" refers to an unknown brand "gap"'],
    ['with an unknown material', { ...KURTA, material: 'tin' }, 'product "kurta" refers to an unknown material "tin"'],
    [
      'with an unknown category',
      { ...KURTA, categories: ['kurtas', 'cups'] },
      'product "kurta" refers to an unknown category "cups"',
    ],
    [
      'with an unknown collection',
      { ...KURTA, collections: ['new', 'sale'] },
      'product "kurta" refers to an unknown collection "sale"',
    ],
  ])('is rejected %s', (_, record, message, variant) => {
    expect(planWith(record)).toEqual({ ...emptyResult(), tags: [], problems: [{ index: 4, message, variant }] });
  });

  test('is reported if its GST rate is unknown', () => {
    const rates = [{ hsn: '6109', from: '2020-01-01', rateBp: 500 }];
    const untaxedFor = (hsn: string[]) => {
      const variants = KURTA.variants.map((variant, index) => ({ ...variant, hsn: hsn[index] }));
      return planWith({ ...KURTA, variants }, { rates }).untaxed;
    };
    expect(untaxedFor(['6109', '6109'])).toEqual({ count: 0, slugs: [] });
    expect(untaxedFor(['6109', '6110'])).toEqual({ count: 1, slugs: ['kurta'] });
  });
});

describe('a stored product', () => {
  test('is unchanged by identical values', () => {
    const { product, ...result } = planWith(KURTA, { before: storedKurta });
    expect(product).toMatchObject({ old: storedKurta, keptIds: [21, 22], isChanged: false });
    expect(result).toEqual({
      ...{ ...emptyResult(), unchanged: 1, tags: [] },
      tallies: { ...emptyResult().tallies, products: tally(0, 0, 1), variants: tally(0, 0, 2) },
    });
  });

  test('is changed field by field, and its variants one by one', () => {
    const variants = [
      { sku: 'M', price: 25, quantity: 9 },
      { sku: 'L', values: { size: 'L' }, price: 30, quantity: 1 },
    ];
    const { product, ...result } = planWith(
      { name: 'Tunic', variants },
      { before: storedKurta, rules: { removesMissing: true } },
    );
    expect(product).toMatchObject({ keptIds: [22, undefined], isChanged: true, record: { name: 'Tunic' } });
    expect(result).toEqual({
      ...{ ...emptyResult(), updated: 1, keptStockCount: 1, tags: [] },
      tallies: { ...emptyResult().tallies, products: tally(0, 1, 0), variants: tally(1, 1, 0, 1) },
      changes: [
        {
          entry: 'kurta',
          changes: [
            { field: 'name', from: 'Kurta', to: 'Tunic' },
            { field: 'M price', from: '20', to: '25' },
            { field: 'L', from: '–', to: 'new, 1 in stock' },
            { field: 'S', from: '5 in stock', to: 'removed' },
          ],
        },
      ],
    });
  });

  test('is changed if the hash or dominant colour of its picture changes', () => {
    const planWithPicture = (change: Partial<typeof PICTURE>, src = 'a.avif') =>
      planWith({}, { before: storedKurta, pictures: new Map([[src, { ...PICTURE, ...change }]]) });
    expect(planWithPicture({}).product?.isChanged).toBe(false);
    expect(planWithPicture({ width: 7 }).product?.isChanged).toBe(false);
    expect(planWithPicture({ hash: 'i' }, 'b.avif').product?.isChanged).toBe(false);
    expect(planWithPicture({ dominant: '#000000' }).product?.isChanged).toBe(true);
    expect(planWithPicture({ hash: 'i' })).toMatchObject({
      ...{ product: { isChanged: true }, updated: 1 },
      changes: [{ entry: 'kurta', changes: [{ field: 'pictures', from: 'not read yet', to: 'read' }] }],
    });
    expect(
      planWith({ name: 'B' }, { before: storedKurta, pictures: new Map([['a.avif', { ...PICTURE, hash: 'i' }]]) })
        .changes,
    ).toEqual([{ entry: 'kurta', changes: [{ field: 'name', from: 'Kurta', to: 'B' }] }]);
  });

  test('with a new slug invalidates the page of the old slug', () => {
    const { tags, changes } = planWith({ slug: 'tunic' }, { before: storedKurta });
    expect(tags).toEqual(['product:kurta']);
    expect(changes).toEqual([{ entry: 'tunic', changes: [{ field: 'slug', from: 'kurta', to: 'tunic' }] }]);
  });

  test('is rejected with its problem and the index of the variant', () => {
    const rejectedPlan = planWith({ variants: [{ sku: 'M', sale_price: 99 }] }, { before: storedKurta });
    expect(rejectedPlan.problems).toEqual([
      { index: 4, message: 'variants[0].sale_price must not be above the price', variant: 0 },
    ]);
  });
});

test('a product is found only once by a former slug, and not if another record has that slug', () => {
  const record = (former_slugs?: string[]) => ({ type: 'product', slug: 'x', former_slugs }) as const;
  const [kurta, tunic] = [{ ...storedKurta }, { ...storedKurta }];
  const stored = () =>
    new Map([
      ['kurta', kurta],
      ['tunic', tunic],
    ]);
  const remainingProducts = stored();
  expect(takeRenamedProduct(record(['gone', 'tunic', 'kurta']), new Map(), remainingProducts)).toBe(tunic);
  expect([...remainingProducts.keys()]).toEqual(['kurta']);
  expect(takeRenamedProduct(record(['tunic']), new Map(), remainingProducts)).toBeUndefined();
  expect(takeRenamedProduct(record(['kurta', 'tunic']), new Map([['kurta', {}]]), stored())).toBe(tunic);
  expect(takeRenamedProduct(record(), new Map(), remainingProducts)).toBeUndefined();
  expect([...remainingProducts.keys()]).toEqual(['kurta']);
});
