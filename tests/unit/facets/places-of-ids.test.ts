import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOWHERE, placesOfIds } from '#lib/facets/places-of-ids.ts';

const ascending = fc
  .uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 120 })
  .map((ids) => Uint32Array.from(ids).sort());

test('finds ascending ids among ascending ids', () => {
  fc.assert(
    fc.property(ascending, ascending, (own, ids) => {
      const expected = [...ids].map((id) => (own.includes(id) ? own.indexOf(id) : NOWHERE));
      expect([...placesOfIds(own, ids)]).toEqual(expected);
    }),
  );
});
