import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countBits, countCommon, emptyBitset, forEachBit, fullBitset, setBit } from '#lib/facets/bitset.ts';
import { ColumnsBuilder } from '#lib/facets/listing-columns.ts';
import { pageOf } from '#lib/facets/listing-page.ts';
import { ListingSegment } from '#lib/facets/listing-segment.ts';
import { sortByKey } from '#lib/facets/radix-order.ts';

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
      expect(countCommon(a, b)).toBe(some.filter((position) => others.includes(position)).length);
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
      expect([...sortByKey(positions, (position) => keys[position]!)]).toEqual(expected);
    }),
  );
});

it('walks large lists and merges segments in one order', () => {
  const rows = Array.from({ length: 9_000 }, (_, at) => ({
    id: at + 1,
    minPaise: (at * 7919) % 500,
    sold: at % 3,
    createdAt: 1_700_000_000_000 + (at % 50),
    ownIds: [],
    combos: [],
  }));
  // Every fifth product stands in the newer, smaller segment, which is sorted; the larger one is walked.
  const parts = [rows.filter(({ id }) => id % 5 !== 0), rows.filter(({ id }) => id % 5 === 0)].map((own) => {
    const builder = new ColumnsBuilder();
    for (const row of own) builder.add(row);
    const segment = new ListingSegment(builder.columns());
    return { segment, match: segment.alive, count: own.length };
  });
  const expected = rows.toSorted((a, b) => a.minPaise - b.minPaise || b.id - a.id).map(({ id }) => id);
  for (const offset of [0, 10, 4_321, 8_990]) {
    expect(pageOf(parts, 'lowtohigh', offset, 10)).toEqual(expected.slice(offset, offset + 10));
  }
  const latest = rows.toSorted((a, b) => b.createdAt - a.createdAt || b.id - a.id).map(({ id }) => id);
  expect(pageOf(parts, 'latest', 2_345, 10)).toEqual(latest.slice(2_345, 2_355));
});
