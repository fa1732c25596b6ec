import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FoundPart, FoundProducts } from '#lib/catalog/listing-index/facets/facet-values.ts';
import { bestMatches } from '#lib/catalog/listing-index/listing-page.ts';
import { emptyBitset, fullBitset, setBit } from '#lib/catalog/listing-index/positions/bitset.ts';
import { ColumnsBuilder } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';
import { runSync } from '#lib/platform/jobs/steps.ts';
import { matchedSegment } from '#support/matched-segment.ts';

const PRODUCTS = 5_000;

function segmentOf(ids: number[], soldOf: (id: number) => number): ListingSegment {
  const builder = new ColumnsBuilder();
  for (const id of ids)
    builder.add({ id, minPaise: id % 7, sold: soldOf(id), createdAt: 1, productValueIds: [], combos: [] });
  return new ListingSegment(runSync(builder.columns()));
}

let scoringCount = 0;

/** Returns search results in two parts, because the word index and the lists may have different segments. */
function foundProducts(ids: number[], scoreOf: (id: number) => number): FoundProducts {
  const parts = [ids.filter((id) => id % 5 > 1), ids.filter((id) => id % 5 <= 1)].map((halfOfIds): FoundPart => {
    const partIds = Uint32Array.from(halfOfIds);
    return { ids: partIds, bits: fullBitset(partIds.length), withScores };
    function withScores(use: Parameters<FoundPart['withScores']>[0]) {
      scoringCount++;
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
  const searchResult = foundProducts(ids, scoreOf);
  const expected = [...ids].sort((a, b) => scoreOf(b) - scoreOf(a) || soldOf(b) - soldOf(a) || b - a);
  for (const offset of [0, 10, 240, 250, 990, 1_500, PRODUCTS - 5]) {
    expect(bestMatches(parts, searchResult, offset, 10)).toEqual(expected.slice(offset, offset + 10));
  }
});

test('a filter keeps the same order, regardless of how few products remain and how many have equal ranks', () => {
  const ids = Array.from({ length: PRODUCTS }, (_, index) => index + 1);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 900 }), (distinctValues, step) => {
      const soldOf = (id: number) => (id * 7919) % distinctValues;
      const segment = segmentOf(ids, soldOf);
      const match = emptyBitset(PRODUCTS);
      const matchingIds = ids.filter((id) => id % step === 0);
      for (const id of matchingIds) setBit(match, segment.positionOf(id)!);
      const searchResult = foundProducts(ids, (id) => 1 + (id % distinctValues));
      const expected = matchingIds.sort(
        (a, b) => (b % distinctValues) - (a % distinctValues) || soldOf(b) - soldOf(a) || b - a,
      );
      expect(bestMatches([matchedSegment(segment, match)], searchResult, 0, 24)).toEqual(expected.slice(0, 24));
    }),
    { numRuns: 40 },
  );
});

test('scores search results once for lists with many of them, and once more for a list with few', () => {
  const ids = Array.from({ length: PRODUCTS }, (_, index) => index + 1);
  const segment = segmentOf(ids, (id) => id % 13);
  const searchResult = foundProducts(ids, (id) => 1 + (id % 17));
  const [fullList, halfList, shortList] = [1, 2, 1_000].map((step) => {
    const match = emptyBitset(PRODUCTS);
    for (const id of ids) if (id % step === 0) setBit(match, segment.positionOf(id)!);
    return [matchedSegment(segment, match)];
  });
  scoringCount = 0;
  for (const list of [fullList!, halfList!, fullList!])
    expect(bestMatches(list, searchResult, 24, 24)).toHaveLength(24);
  expect(scoringCount).toBe(searchResult.parts.length);
  expect(bestMatches(shortList!, searchResult, 0, 24)).toHaveLength(5);
  expect(scoringCount).toBe(searchResult.parts.length * 2);
});
