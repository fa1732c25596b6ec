import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RUN_LENGTH, runsOfIds } from '#lib/catalog/listing-index/large/common-ids.ts';

const ascending = fc
  .uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 200 })
  .map((ids) => Uint32Array.from(ids).sort());

test('says where ascending ids stand among ascending ids, in as few runs as there are', () => {
  fc.assert(
    fc.property(ascending, ascending, (own, ids) => {
      const found: [at: number, place: number][] = [];
      const runs = runsOfIds(own, ids);
      for (let run = 0; run < runs.length; run += RUN_LENGTH)
        for (let at = 0; at < runs[run + 2]!; at++) found.push([runs[run]! + at, runs[run + 1]! + at]);
      expect(found).toEqual([...ids].flatMap((id, at) => (own.includes(id) ? [[at, own.indexOf(id)]] : [])));
    }),
  );
  const all = Uint32Array.from({ length: 1_000 }, (_, at) => at + 1);
  expect([...runsOfIds(all, all.slice(200, 500))]).toEqual([0, 200, 300]);
});
