import fc from 'fast-check';
import { expect, it } from 'vitest';
import type {
  CatalogueRecord,
  ProductRecord,
  TaxonomyRecord,
  VariantRecord,
} from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { type ListPage, webPageView } from '#lib/catalog/listing/list-query.ts';
import { listingOf, listProducts } from '#lib/catalog/listing/listing.server.ts';
import { ATTRIBUTES, byAttribute, type ListQuery, SORTS } from '#lib/catalog/listing-index/facets/facets.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { onBothEngines } from '#support/database.ts';
import { isInOrder, referenceListing } from '#support/reference-listing.ts';
import { EXACT_SAVE, wholeRecord } from '#support/whole-record.ts';

const CATEGORIES: Extract<TaxonomyRecord, { type: 'category' }>[] = [
  ...['women', 'men'].map((slug) => ({ type: 'category' as const, slug, name: slug })),
  ...['women-kurtas', 'women-tops'].map((slug) => ({ type: 'category' as const, slug, name: slug, parent: 'women' })),
  { type: 'category', slug: 'men-shirts', name: 'Shirts', parent: 'men' },
];
const OTHER_FACET_VALUES = (['brand', ...ATTRIBUTES, 'collection'] as const).flatMap((type) =>
  ['one', 'two', 'three'].map((slug) => ({ type, slug, name: slug.toUpperCase() })),
);
const TAXONOMY: CatalogueRecord[] = [...CATEGORIES, ...OTHER_FACET_VALUES];
const SIZES = ['XS', 'M', 'XXXL', 'Free'];
const COLORS = ['Rust Red', 'Madder', 'Indigo', 'Teal Feather', 'Shade 47'];
const AGES = ['2-3 years', '6-12 months', '10 years'];
const DAYS = ['2026-01-01', '2026-01-02', '2026-01-03'];

const variantArbitrary: fc.Arbitrary<VariantRecord> = fc
  .record({
    values: fc.record({
      size: fc.constantFrom(...SIZES),
      color: fc.constantFrom(...COLORS),
      age: fc.constantFrom(...AGES),
    }),
    price: fc.constantFrom(500, 999.5, 1000, 2500, 10_000, 12_000),
    sale_price: fc.option(fc.constantFrom(450, 900, 9_999.99), { nil: undefined }),
    quantity: fc.constantFrom(0, 0, 1, 5),
    pre_order: fc.option(fc.constant('2026-12-01'), { nil: undefined, freq: 4 }),
  })
  .map((sample) =>
    sample.sale_price !== undefined && sample.sale_price < sample.price ? sample : { ...sample, sale_price: undefined },
  );

const productArbitrary = fc.record({
  brand: fc.option(fc.constantFrom('one', 'two'), { nil: undefined }),
  ...byAttribute(() => fc.option(fc.constantFrom('one', 'two', 'three'), { nil: undefined })),
  categories: fc.uniqueArray(fc.constantFrom(...CATEGORIES.map(({ slug }) => slug)), { maxLength: 2 }),
  collections: fc.uniqueArray(fc.constantFrom('one', 'two'), { maxLength: 2 }),
  options: fc.subarray(['color', 'size', 'age']),
  variants: fc.array(variantArbitrary, { minLength: 1, maxLength: 4 }),
  sold: fc.constantFrom(0, 1, 7),
  created_at: fc.constantFrom(...DAYS),
  status: fc.constantFrom('active' as const, 'active' as const, 'active' as const, 'draft' as const),
});

const subsetOf = (values: string[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant<string[]>([]) }, fc.subarray(values, { minLength: 1 }));
const queryArbitrary: fc.Arbitrary<ListQuery> = fc.record({
  category: subsetOf(['women', 'women-kurtas', 'men', 'men-shirts', 'nowhere']),
  brand: subsetOf(['one', 'two', 'nobody']),
  ...byAttribute(() => subsetOf(['one', 'three'])),
  collection: subsetOf(['one', 'two', 'none']),
  size: subsetOf(['xs', 'm', 'free', 'unknown']),
  color: subsetOf(['red', 'blue', 'shade-47']),
  age: subsetOf(['2-3-years', '10-years']),
  availability: subsetOf(['in_stock', 'pre_order', 'whenever']),
  minPricePaise: fc.constantFrom(undefined, undefined, 90_000, 100_001),
  maxPricePaise: fc.constantFrom(undefined, undefined, 99_950, 999_999),
  sort: fc.constantFrom(...SORTS),
  page: fc.constantFrom(1, 1, 2, 3, 99),
});

const catalogueArbitrary = fc.record({
  products: fc.array(productArbitrary, { maxLength: 45 }),
  changes: fc.array(fc.tuple(fc.nat(50), productArbitrary), { maxLength: 12 }),
  queries: fc.array(queryArbitrary, { minLength: 4, maxLength: 8 }),
});

onBothEngines('the listing', (open) => {
  it('has the order, totals, pages and counts of a reference implementation, before and after changes', async () => {
    const db = await open();
    await fc.assert(
      fc.asyncProperty(catalogueArbitrary, async ({ products, changes, queries }) => {
        const emptyDb = await clearCatalogue(db);
        await saveCatalogueBatch(emptyDb, TAXONOMY);
        const records = products.map((sample, index) => toRecord(sample, index));
        await saveCatalogueBatch(emptyDb, records);
        await compareWithReference(emptyDb, records, queries);
        for (const [position, sample] of changes) {
          const index = Math.min(position, records.length);
          records[index] = toRecord(sample, index);
          await saveCatalogueBatch(emptyDb, [wholeRecord(records[index])], new Map(), EXACT_SAVE);
          await compareWithReference(emptyDb, records, queries.slice(0, 1));
        }
        await compareWithReference(emptyDb, records, queries);
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 40) },
    );
  });
});

function toRecord(sample: Omit<ProductRecord, 'type' | 'slug' | 'name' | 'sell_unit'>, index: number): ProductRecord {
  const options = sample.options ?? [];
  const withOptionValues = sample.variants.map(({ values, ...rest }) => ({
    ...rest,
    values: Object.fromEntries(options.map((label) => [label, values?.[label] ?? ''])),
  }));
  // Variants must have unique values.
  const variants = [...new Map(withOptionValues.map((row) => [JSON.stringify(row.values), row])).values()];
  return { type: 'product', slug: `p-${index}`, name: `Product ${index}`, sell_unit: 'piece', ...sample, variants };
}

const VIEW = webPageView({ lowestPaise: 100_000, highestPaise: 1_000_000 });

async function compareWithReference(db: ShopDatabase, records: ProductRecord[], queries: ListQuery[]): Promise<void> {
  for (const query of queries) {
    const expected = referenceListing(records, CATEGORIES, query, VIEW);
    const foundIds = await listingOf(db).findIds(query, VIEW.perPage);
    const actual = await listProducts(db, query, VIEW);
    expect(toReferencePage(actual)).toEqual(expected);
    const { total, page, lastPage, cards } = actual;
    expect(foundIds).toEqual({ ids: cards.map(({ _id }) => _id), total, page, lastPage });
    const namesOf = (facet: 'size' | 'age') => actual.facets[facet].map(({ name }) => name);
    expect(isInOrder(namesOf('size'), 'size') && isInOrder(namesOf('age'), 'age')).toBe(true);
  }
}

function toReferencePage({ cards, total, page, lastPage, outsideRange, facets }: ListPage) {
  const counts = Object.entries(facets).map(([facet, values]) => [
    facet,
    Object.fromEntries(values.map(({ slug, count }) => [slug, count])),
  ]);
  return {
    slugs: cards.map(({ slug }) => slug),
    total,
    page,
    lastPage,
    outsideRange,
    counts: Object.fromEntries(counts),
  };
}

/** Deletes the products, and returns the same database with empty caches. */
async function clearCatalogue(db: ShopDatabase): Promise<ShopDatabase> {
  await db.write.deleteFrom('product').execute();
  await db.write.deleteFrom('facet_value').where('parent_id', 'is not', null).execute();
  await db.write.deleteFrom('facet_value').where('kind', '!=', 'availability').execute();
  await db.write.updateTable('facet_value').set({ product_count: 0 }).execute();
  const memoized = new Map<string, unknown>();
  const memo = <T>(name: string, make: () => T): T => {
    if (!memoized.has(name)) memoized.set(name, make());
    return memoized.get(name) as T;
  };
  return { ...db, memo };
}
