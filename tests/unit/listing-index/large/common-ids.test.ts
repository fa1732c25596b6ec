import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CommonIds, runsOfIds } from '#lib/catalog/listing-index/large/common-ids.ts';
import { emptyBitset, hasBit, setBit } from '#lib/catalog/listing-index/positions/bitset.ts';

const ascending = fc
  .uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 200 })
  .map((ids) => Uint32Array.from(ids).sort());

test('visits the ids of two lists whose bit is set, the largest first', () => {
  fc.assert(
    fc.property(ascending, ascending, fc.array(fc.nat(199)), (own, ids, set) => {
      const bits = emptyBitset(200);
      for (const at of set) setBit(bits, at);
      const visited: [at: number, rank: number][] = [];
      const common = new CommonIds(own, ids);
      common.visitDescending(bits, (at, rank) => visited.push([at, rank]));
      const expected = [...ids].flatMap((id, at) => (own.includes(id) ? [[at, own.indexOf(id)] as const] : []));
      expect(common.isEmpty).toBe(expected.length === 0);
      expect(visited).toEqual(expected.filter(([at]) => hasBit(bits, at)).reverse());
    }),
  );
});

test('stores adjacent ids as one run', () => {
  const all = Uint32Array.from({ length: 1_000 }, (_, at) => at + 1);
  expect([...runsOfIds(all, all.slice(200, 500))]).toEqual([0, 200, 300]);
});
