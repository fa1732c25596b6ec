import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstIndex, indexOfId } from '#lib/primitives/binary-search.ts';

const ascending = fc.uniqueArray(fc.nat(50)).map((ids) => ids.sort((a, b) => a - b));

test('finds the same position as a search from the start', () => {
  fc.assert(
    fc.property(ascending, fc.nat(50), (ids, id) => {
      const first = ids.findIndex((other) => other >= id);
      expect(firstIndex(ids.length, (at) => ids[at]! >= id)).toBe(first < 0 ? ids.length : first);
      expect(indexOfId(ids, id)).toBe(ids.includes(id) ? ids.indexOf(id) : undefined);
    }),
  );
});
