import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestMatches } from '#lib/catalog/listing-index/best-match.ts';
import type { FoundPart, FoundProducts } from '#lib/catalog/listing-index/facets/facet-values.ts';
import { emptyBitset, fullBitset, setBit } from '#lib/catalog/listing-index/positions/bitset.ts';
import { ColumnsBuilder } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';
import { runSync } from '#lib/platform/jobs/steps.ts';
import { matchedSegment } from '#support/matched-segment.ts';

const PRODUCTS = 5_000;

function segmentOf(ids: number[], soldOf: (id: number) => number): ListingSegment {
  const builder = new ColumnsBuilder();
  for (const id of ids) builder.add({ id, minPaise: id % 7, sold: soldOf(id), createdAt: 1, ownIds: [], combos: [] });
  return new ListingSegment(runSync(builder.columns()));
}

let timesScored = 0;

/** Search results in two parts, because the index of words and the lists may have different segments. */
function foundOf(ids: number[], scoreOf: (id: number) => number): FoundProducts {
  const parts = [ids.filter((id) => id % 5 > 1), ids.filter((id) => id % 5 <= 1)].map((half): FoundPart => {
    const partIds = Uint32Array.from(half);
    return { ids: partIds, bits: fullBitset(partIds.length), withScores };
    function withScores(use: Parameters<FoundPart['withScores']>[0]) {
      timesScored++;
      use((position) => scoreOf(partIds[position]!));
    }
  });
  return { key: 'a', parts };
}

test('pages of a search have one order over all segments: by score, then sales, then the highest id', () => {
  const ids = Array.from({ length: PRODUCTS }, (_, index) => index + 1);
  const soldOf = (id: number) => (id * 7919) % 13;
  const scoreOf = (id: number) => 1 + ((id * 31) % 17);
  const parts = [ids.filter((id) => id % 3 > 0), ids.filter((id) => id % 3 === 0)].map((segmentIds) => {
    const segment = segmentOf(segmentIds, soldOf);
    return matchedSegment(segment, fullBitset(segment.size));
  });
  const searchResult = foundOf(ids, scoreOf);
  const expected = [...ids].sort((a, b) => scoreOf(b) - scoreOf(a) || soldOf(b) - soldOf(a) || b - a);
  for (const offset of [0, 10, 240, 250, 990, 1_500, PRODUCTS - 5]) {
    expect(bestMatches(parts, searchResult, offset, 10)).toEqual(expected.slice(offset, offset + 10));
  }
});

test('a filter keeps the same order, however few products remain and however many tie', () => {
  const ids = Array.from({ length: PRODUCTS }, (_, index) => index + 1);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 900 }), (distinct, step) => {
      const soldOf = (id: number) => (id * 7919) % distinct;
      const segment = segmentOf(ids, soldOf);
      const match = emptyBitset(PRODUCTS);
      const matching = ids.filter((id) => id % step === 0);
      for (const id of matching) setBit(match, segment.positionOf(id)!);
      const searchResult = foundOf(ids, (id) => 1 + (id % distinct));
      const expected = matching.sort((a, b) => (b % distinct) - (a % distinct) || soldOf(b) - soldOf(a) || b - a);
      expect(bestMatches([matchedSegment(segment, match)], searchResult, 0, 24)).toEqual(expected.slice(0, 24));
    }),
    { numRuns: 40 },
  );
});

test('scores a search once for common lists, and once more for lists with few of its results', () => {
  const ids = Array.from({ length: PRODUCTS }, (_, index) => index + 1);
  const segment = segmentOf(ids, (id) => id % 13);
  const searchResult = foundOf(ids, (id) => 1 + (id % 17));
  const [all, half, few] = [1, 2, 1_000].map((step) => {
    const match = emptyBitset(PRODUCTS);
    for (const id of ids) if (id % step === 0) setBit(match, segment.positionOf(id)!);
    return [matchedSegment(segment, match)];
  });
  timesScored = 0;
  for (const list of [all!, half!, all!]) expect(bestMatches(list, searchResult, 24, 24)).toHaveLength(24);
  expect(timesScored).toBe(searchResult.parts.length);
  expect(bestMatches(few!, searchResult, 0, 24)).toHaveLength(5);
  expect(timesScored).toBe(searchResult.parts.length * 2);
});
