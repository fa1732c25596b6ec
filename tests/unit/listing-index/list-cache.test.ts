import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filterKey, type ListFilter } from '#lib/catalog/listing-index/facets/facet-values.ts';
import type { FacetName } from '#lib/catalog/listing-index/facets/facets.ts';
import { pageOf } from '#lib/catalog/listing-index/listing-page.ts';
import {
  ColumnsBuilder,
  type ListingColumns,
  type ListingRow,
} from '#lib/catalog/listing-index/segment/listing-columns.ts';
import { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';
import { ListCache, SegmentList } from '#lib/catalog/listing-index/segment-list.ts';
import { runSync } from '#lib/platform/jobs/steps.ts';

const PRODUCTS = 9_000;
const RARE_STEP = 300;
/** The facets of value ids: 2 availabilities, 2 common brands and a rare one, 2 materials, 3 sizes, 2 colours. */
const FACETS: Record<number, FacetName> = {
  ...{ 1: 'availability', 2: 'availability', 10: 'brand', 11: 'brand', 12: 'brand', 20: 'material', 21: 'material' },
  ...{ 30: 'size', 31: 'size', 32: 'size', 40: 'color', 41: 'color' },
};
const facetOf = (id: number) => FACETS[id];

function row(id: number): ListingRow {
  const combos = [0, 1, 2].flatMap((n) => [30 + ((id + n) % 3), 40 + ((id * n) % 2), 0, (id * 7 + n) % 3]);
  const productValueIds = [id % RARE_STEP ? 10 + (id % 2) : 12, ...(id % 5 ? [20 + (id % 3 ? 0 : 1)] : [])];
  return { id: id * 2, minPaise: (id * 7919) % 900, sold: id % 11, createdAt: id % 77, productValueIds, combos };
}

/** A segment that counts the calls that visit all its products. */
class ScanCountingSegment extends ListingSegment {
  scanCount = 0;

  constructor(columns: ListingColumns) {
    super(columns);
    const counts = this.largeSegment.counts.bind(this.largeSegment);
    this.largeSegment.counts = (input) => {
      this.scanCount++;
      return counts(input);
    };
  }

  override variantMatch(
    ...args: Parameters<ListingSegment['variantMatch']>
  ): ReturnType<ListingSegment['variantMatch']> {
    this.scanCount++;
    return super.variantMatch(...args);
  }
}

function newSegment(): ScanCountingSegment {
  const builder = new ColumnsBuilder();
  for (let id = 1; id <= PRODUCTS; id++) builder.add(row(id));
  return new ScanCountingSegment(runSync(builder.columns()));
}

const subsetOf = (...ids: number[]) => fc.option(fc.subarray(ids, { minLength: 1 }), { nil: undefined });
const price = (...paise: number[]) => fc.constantFrom(undefined, ...paise);
const filter: fc.Arbitrary<ListFilter> = fc
  .record({
    brand: subsetOf(10, 11, 12),
    material: subsetOf(20, 21),
    size: subsetOf(30, 31, 32),
    color: subsetOf(40, 41),
    availability: subsetOf(1, 2),
    minPaise: price(0, 123, 450),
    maxPaise: price(77, 700, 5_000),
  })
  .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));

const atAnyPrice = (filter: ListFilter): ListFilter => ({ ...filter, minPaise: undefined, maxPaise: undefined });

test('a cached list returns the same as a new list, at other prices and after removals', () => {
  fc.assert(
    fc.property(
      fc.array(filter, { minLength: 1, maxLength: 4 }),
      fc.array(price(0, 123, 450), { minLength: 2, maxLength: 2 }),
      fc.array(
        fc.oneof(
          fc.nat(PRODUCTS),
          fc.nat(PRODUCTS / RARE_STEP).map((n) => n * RARE_STEP),
        ),
        { maxLength: 40 },
      ),
      (filters, minPrices, removedIds) => {
        const segment = newSegment();
        const cache = new ListCache(segment);
        for (const count of [0, 10, removedIds.length]) {
          for (const id of removedIds.slice(0, count)) segment.remove(id * 2);
          for (const filter of filters.flatMap((base) => minPrices.map((minPaise) => ({ ...base, minPaise })))) {
            const list = cache.list(JSON.stringify(atAnyPrice(filter)), atAnyPrice(filter), facetOf);
            const newList = new SegmentList(segment, atAnyPrice(filter), facetOf);
            expect(list.total(filter)).toBe(newList.total(filter));
            expect(list.counts(filter)).toEqual(newList.counts(filter));
            const [part, newPart] = [list.matchedSegment(filter), newList.matchedSegment(filter)];
            expect(part.count).toBe(newPart.count);
            for (const offset of [0, 2_500]) {
              expect(pageOf([part], 'latest', offset, 9)).toEqual(pageOf([newPart], 'latest', offset, 9));
            }
          }
        }
      },
    ),
    { numRuns: 20 },
  );
});

test('neither removing a product nor choosing another price recounts all products', () => {
  const segment = newSegment();
  const cache = new ListCache(segment);
  const filter = { color: [40] };
  cache.list('color', filter, facetOf).counts({ maxPaise: 700 });
  const scanCount = segment.scanCount;
  for (const id of [8, 80, 800]) {
    segment.remove(id);
    const list = cache.list('color', filter, facetOf);
    list.counts({ maxPaise: id });
    list.matchedSegment({ minPaise: id });
  }
  expect(scanCount).toBeGreaterThan(0);
  expect(segment.scanCount).toBe(scanCount);
});

test('a removed product is removed from every list, including lists derived from other lists', () => {
  const segment = newSegment();
  const cache = new ListCache(segment);
  const filters: ListFilter[] = [{}, { brand: [12] }, { color: [40] }, { brand: [10] }, { brand: [10], color: [40] }];
  const listOf = (filter: ListFilter) => cache.list(filterKey(filter), filter, facetOf);
  for (const filter of filters) listOf(filter).counts({});
  for (const id of [2, 3, RARE_STEP, RARE_STEP * 2, 4_444]) segment.remove(id * 2);
  for (const filter of filters) {
    const newList = new SegmentList(segment, filter, facetOf);
    expect(listOf(filter).counts({}), JSON.stringify(filter)).toEqual(newList.counts({}));
  }
});

test('lists that differ in one choice share the counts for their other choices', () => {
  const segment = newSegment();
  const cache = new ListCache(segment);
  const scansOf = (filter: ListFilter) => {
    const countBefore = segment.scanCount;
    cache.list(filterKey(filter), filter, facetOf).counts({});
    return segment.scanCount - countBefore;
  };
  const firstScans = scansOf({ brand: [10], material: [20] });
  expect(scansOf({ brand: [11], material: [20] })).toBe(firstScans - 1);
  expect(scansOf({ brand: [11], material: [21] })).toBe(firstScans - 1);
  expect(scansOf({ brand: [10], material: [21] })).toBe(firstScans - 2);
});

test('a list is rebuilt if removing many products one by one would take longer', () => {
  const segment = newSegment();
  const cache = new ListCache(segment);
  const oldList = cache.list('all', {}, facetOf);
  for (let id = 1; id <= 2_000; id++) segment.remove(id * 2);
  const rebuiltList = cache.list('all', {}, facetOf);
  expect(rebuiltList).not.toBe(oldList);
  expect(rebuiltList.total({})).toBe(PRODUCTS - 2_000);
});
