import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonIdsOf, visitDescending } from '#lib/catalog/listing-index/large/common-ids.ts';
import { emptyBitset, hasBit, setBit } from '#lib/catalog/listing-index/positions/bitset.ts';

const ascendingIds = fc
  .uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 200 })
  .map((ids) => Uint32Array.from(ids).sort());

test('visits the ids that are in both lists and whose bit is set, in descending order', () => {
  fc.assert(
    fc.property(ascendingIds, ascendingIds, fc.array(fc.nat(199)), (segmentIds, ids, setPositions) => {
      const bits = emptyBitset(200);
      for (const position of setPositions) setBit(bits, position);
      const visitedEntries: [position: number, rank: number][] = [];
      const commonIds = commonIdsOf(segmentIds, ids);
      visitDescending(commonIds, bits, (position, rank) => visitedEntries.push([position, rank]));
      const expected = [...ids].flatMap((id, position) =>
        segmentIds.includes(id) ? [[position, segmentIds.indexOf(id)] as const] : [],
      );
      expect(commonIds.length === 0).toBe(expected.length === 0);
      expect(visitedEntries).toEqual(expected.filter(([position]) => hasBit(bits, position)).reverse());
    }),
  );
});

test('stores adjacent ids as one run', () => {
  const allIds = Uint32Array.from({ length: 1_000 }, (_, position) => position + 1);
  expect([...commonIdsOf(allIds, allIds.slice(200, 500))]).toEqual([0, 200, 300]);
});
