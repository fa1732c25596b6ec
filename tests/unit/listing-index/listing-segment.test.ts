import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortByKey } from '#lib/catalog/listing-index/large/radix-order.ts';
import { pageOf } from '#lib/catalog/listing-index/listing-page.ts';
import {
  countBits,
  countIntersection,
  countRun,
  emptyBitset,
  forEachBit,
  fullBitset,
  setBit,
} from '#lib/catalog/listing-index/positions/bitset.ts';
import { ColumnsBuilder, type ListingRow } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';
import { atOnce } from '#lib/platform/jobs/steps.ts';
import { matchedSegment } from '#support/matched-segment.ts';

it('counts and visits bits', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(199)), fc.uniqueArray(fc.nat(199)), (some, others) => {
      const [a, b] = [emptyBitset(200), emptyBitset(200)];
      for (const position of some) setBit(a, position);
      for (const position of others) setBit(b, position);
      const visited: number[] = [];
      forEachBit(a, (position) => visited.push(position));
      expect(visited).toEqual(some.toSorted((x, y) => x - y));
      expect(countBits(a)).toBe(some.length);
      expect(countIntersection(a, b)).toBe(some.filter((position) => others.includes(position)).length);
    }),
  );
  for (const size of [0, 1, 31, 32, 33, 64]) expect(countBits(fullBitset(size))).toBe(size);
});

it('sorts by large keys and keeps the order of equals', () => {
  const key = fc.oneof(fc.nat(3), fc.maxSafeNat());
  fc.assert(
    fc.property(fc.array(key, { maxLength: 300 }), (keys) => {
      const positions = Uint32Array.from(keys.keys()).reverse();
      const expected = [...positions].sort((a, b) => keys[a]! - keys[b]! || b - a);
      expect([...atOnce(sortByKey(positions, (position) => keys[position]!))]).toEqual(expected);
    }),
  );
});

function shuffled(products: number): ListingRow[] {
  return Array.from({ length: products }, (_, at) => ({
    id: at + 1,
    minPaise: (at * 7919) % 500,
    sold: at % 3,
    createdAt: 1_700_000_000_000 + (at % 50),
    ownIds: [],
    combos: [],
  }));
}

function partOf(rows: readonly ListingRow[], isMatch: (row: ListingRow) => boolean = () => true) {
  const builder = new ColumnsBuilder();
  for (const row of rows) builder.add(row);
  const segment = new CountingSegment(atOnce(builder.columns()));
  const match = emptyBitset(segment.size);
  for (const row of rows) if (isMatch(row)) setBit(match, segment.positionOf(row.id)!);
  return { ...matchedSegment(segment, match), segment };
}

class CountingSegment extends ListingSegment {
  looks = 0;

  override key(...asked: Parameters<ListingSegment['key']>): number {
    this.looks++;
    return super.key(...asked);
  }
}

it('walks large lists and merges segments in one order', () => {
  const rows = shuffled(9_000);
  const isMatch = ({ id }: ListingRow) => id % 7 !== 3;
  // Those of a small newer segment are sorted, those of a large one are walked or found by blocks.
  for (const isNewer of [({ id }: ListingRow) => id % 5 === 0, ({ id }: ListingRow) => id > 4_500, () => false]) {
    const own = [rows.filter((row) => !isNewer(row)), rows.filter(isNewer)];
    const parts = own.filter((some) => some.length > 0).map((some) => partOf(some, isMatch));
    const orders = {
      lowtohigh: rows.filter(isMatch).sort((a, b) => a.minPaise - b.minPaise || b.id - a.id),
      latest: rows.filter(isMatch).sort((a, b) => b.createdAt - a.createdAt || b.id - a.id),
    };
    for (const [sort, expected] of Object.entries(orders) as [keyof typeof orders, ListingRow[]][]) {
      const ids = expected.map(({ id }) => id);
      for (let offset = 0; offset < ids.length + 20; offset += 97) {
        expect(pageOf(parts, sort, offset, 10), `${sort} ${offset}`).toEqual(ids.slice(offset, offset + 10));
      }
      expect(pageOf(parts, sort, ids.length - 1, 10)).toEqual(ids.slice(-1));
    }
  }
});

it('walks to a page of a small catalogue, however little of it matches', () => {
  const part = partOf(shuffled(9_000), ({ id }) => id % 50 === 0);
  part.segment.order('lowtohigh');
  part.segment.looks = 0;
  expect(pageOf([part], 'lowtohigh', 0, 12)).toHaveLength(12);
  expect(part.segment.looks).toBeLessThan(20);
});

it('finds a deep page at any prices, also of many segments', () => {
  const rows = shuffled(30_000);
  const isMatch = ({ id }: ListingRow) => id % 7 !== 3;
  const parts = [rows.filter(({ id }) => id % 4 > 0), rows.filter(({ id }) => id % 4 === 0)].map((own) =>
    partOf(own, isMatch),
  );
  for (const [minPaise, maxPaise] of [
    [0, 499],
    [40, 45],
    [100, 399],
    [7, 8],
    [0, 250],
    [251, 600],
  ] as const) {
    const priced = parts.map((part) => ({ ...part, run: part.segment.pricedWithin(minPaise, maxPaise) }));
    const counted = priced.map((part) => ({ ...part, count: countRun(part.match, part.run) }));
    const left = rows.filter((row) => isMatch(row) && row.minPaise >= minPaise && row.minPaise <= maxPaise);
    const ids = left.sort((a, b) => b.createdAt - a.createdAt || b.id - a.id).map(({ id }) => id);
    for (const offset of [0, 100, 2_001, 4_096, 9_999, ids.length - 3]) {
      expect(pageOf(counted, 'latest', offset, 10), `${minPaise} ${offset}`).toEqual(ids.slice(offset, offset + 10));
    }
  }
});

it('finds a deep page without looking at what lies before it', () => {
  const part = partOf(shuffled(60_000), ({ id }) => id % 3 !== 0);
  part.segment.order('lowtohigh');
  part.segment.looks = 0;
  for (const offset of [0, 10_000, 39_000]) pageOf([part], 'lowtohigh', offset, 24);
  expect(part.segment.looks).toBeLessThan(300);
});
