import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filterKey, type ListFilter } from '#lib/catalog/listing-index/facets/facet-values.ts';
import type { FacetName } from '#lib/catalog/listing-index/facets/facets.ts';
import { ListCache } from '#lib/catalog/listing-index/list-cache.ts';
import { pageOf } from '#lib/catalog/listing-index/listing-page.ts';
import {
  ColumnsBuilder,
  type ListingColumns,
  type ListingRow,
} from '#lib/catalog/listing-index/segment/listing-columns.ts';
import { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';
import { SegmentList } from '#lib/catalog/listing-index/segment-list.ts';
import { runSync } from '#lib/platform/jobs/steps.ts';

const PRODUCTS = 9_000;
const RARE_STEP = 300;
/** Values by their ids: in stock, pre-order, two common brands, a rare one, two materials, three sizes, two colours. */
const KINDS: Record<number, FacetName> = {
  ...{ 1: 'availability', 2: 'availability', 10: 'brand', 11: 'brand', 12: 'brand', 20: 'material', 21: 'material' },
  ...{ 30: 'size', 31: 'size', 32: 'size', 40: 'color', 41: 'color' },
};
const kindOf = (id: number) => KINDS[id];

function row(id: number): ListingRow {
  const combos = [0, 1, 2].flatMap((n) => [30 + ((id + n) % 3), 40 + ((id * n) % 2), 0, (id * 7 + n) % 3]);
  const ownIds = [id % RARE_STEP ? 10 + (id % 2) : 12, ...(id % 5 ? [20 + (id % 3 ? 0 : 1)] : [])];
  return { id: id * 2, minPaise: (id * 7919) % 900, sold: id % 11, createdAt: id % 77, ownIds, combos };
}

/** Counts the calls that visit all products of the segment. */
class ScanCountingSegment extends ListingSegment {
  scans = 0;

  constructor(columns: ListingColumns) {
    super(columns);
    const counts = this.large.counts.bind(this.large);
    this.large.counts = (tally) => {
      this.scans++;
      return counts(tally);
    };
  }

  override variantMatch(
    ...args: Parameters<ListingSegment['variantMatch']>
  ): ReturnType<ListingSegment['variantMatch']> {
    this.scans++;
    return super.variantMatch(...args);
  }
}

function newSegment(): ScanCountingSegment {
  const builder = new ColumnsBuilder();
  for (let id = 1; id <= PRODUCTS; id++) builder.add(row(id));
  return new ScanCountingSegment(runSync(builder.columns()));
}

const someOf = (...ids: number[]) => fc.option(fc.subarray(ids, { minLength: 1 }), { nil: undefined });
const price = (...paise: number[]) => fc.constantFrom(undefined, ...paise);
const filter: fc.Arbitrary<ListFilter> = fc
  .record({
    brand: someOf(10, 11, 12),
    material: someOf(20, 21),
    size: someOf(30, 31, 32),
    color: someOf(40, 41),
    availability: someOf(1, 2),
    minPaise: price(0, 123, 450),
    maxPaise: price(77, 700, 5_000),
  })
  .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));

const atAnyPrice = (filter: ListFilter): ListFilter => ({ ...filter, minPaise: undefined, maxPaise: undefined });

test('a cached list returns the same as a recount at other prices and after removals', () => {
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
            const list = cache.list(JSON.stringify(atAnyPrice(filter)), atAnyPrice(filter), kindOf);
            const fresh = new SegmentList(segment, atAnyPrice(filter), kindOf);
            expect(list.total(filter)).toBe(fresh.total(filter));
            expect(list.counts(filter)).toEqual(fresh.counts(filter));
            const [part, freshPart] = [list.matched(filter), fresh.matched(filter)];
            expect(part.count).toBe(freshPart.count);
            for (const offset of [0, 2_500]) {
              expect(pageOf([part], 'latest', offset, 9)).toEqual(pageOf([freshPart], 'latest', offset, 9));
            }
          }
        }
      },
    ),
    { numRuns: 20 },
  );
});

test('neither the removal of a product nor another price recounts all products', () => {
  const segment = newSegment();
  const cache = new ListCache(segment);
  const filter = { color: [40] };
  cache.list('color', filter, kindOf).counts({ maxPaise: 700 });
  const scans = segment.scans;
  for (const id of [8, 80, 800]) {
    segment.remove(id);
    const list = cache.list('color', filter, kindOf);
    list.counts({ maxPaise: id });
    list.matched({ minPaise: id });
  }
  expect(scans).toBeGreaterThan(0);
  expect(segment.scans).toBe(scans);
});

test('a removed product is removed from every list, even from derived ones', () => {
  const segment = newSegment();
  const cache = new ListCache(segment);
  const filters: ListFilter[] = [{}, { brand: [12] }, { color: [40] }, { brand: [10] }, { brand: [10], color: [40] }];
  const listOf = (filter: ListFilter) => cache.list(filterKey(filter), filter, kindOf);
  for (const filter of filters) listOf(filter).counts({});
  for (const id of [2, 3, RARE_STEP, RARE_STEP * 2, 4_444]) segment.remove(id * 2);
  for (const filter of filters) {
    const fresh = new SegmentList(segment, filter, kindOf);
    expect(listOf(filter).counts({}), JSON.stringify(filter)).toEqual(fresh.counts({}));
  }
});

test('lists that differ in one choice share the count of the others', () => {
  const segment = newSegment();
  const cache = new ListCache(segment);
  const scansOf = (filter: ListFilter) => {
    const before = segment.scans;
    cache.list(filterKey(filter), filter, kindOf).counts({});
    return segment.scans - before;
  };
  const firstScans = scansOf({ brand: [10], material: [20] });
  expect(scansOf({ brand: [11], material: [20] })).toBe(firstScans - 1);
  expect(scansOf({ brand: [11], material: [21] })).toBe(firstScans - 1);
  expect(scansOf({ brand: [10], material: [21] })).toBe(firstScans - 2);
});

test('a list is recounted when removing many products one by one would take longer', () => {
  const segment = newSegment();
  const cache = new ListCache(segment);
  const before = cache.list('all', {}, kindOf);
  for (let id = 1; id <= 2_000; id++) segment.remove(id * 2);
  const after = cache.list('all', {}, kindOf);
  expect(after).not.toBe(before);
  expect(after.total({})).toBe(PRODUCTS - 2_000);
});
