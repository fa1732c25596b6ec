import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CommonIds, runsOfIds } from '#lib/catalog/listing-index/large/common-ids.ts';
import { emptyBitset, hasBit, setBit } from '#lib/catalog/listing-index/positions/bitset.ts';

const ascending = fc
  .uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 200 })
  .map((ids) => Uint32Array.from(ids).sort());

test('visits the ids that are in both lists and whose bit is set, the largest first', () => {
  fc.assert(
    fc.property(ascending, ascending, fc.array(fc.nat(199)), (ownIds, ids, set) => {
      const bits = emptyBitset(200);
      for (const position of set) setBit(bits, position);
      const visited: [position: number, rank: number][] = [];
      const common = new CommonIds(ownIds, ids);
      common.visitDescending(bits, (position, rank) => visited.push([position, rank]));
      const expected = [...ids].flatMap((id, position) =>
        ownIds.includes(id) ? [[position, ownIds.indexOf(id)] as const] : [],
      );
      expect(common.isEmpty).toBe(expected.length === 0);
      expect(visited).toEqual(expected.filter(([position]) => hasBit(bits, position)).reverse());
    }),
  );
});

test('stores adjacent ids as one run', () => {
  const all = Uint32Array.from({ length: 1_000 }, (_, position) => position + 1);
  expect([...runsOfIds(all, all.slice(200, 500))]).toEqual([0, 200, 300]);
});
