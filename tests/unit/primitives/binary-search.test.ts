import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstIndex, indexOfId } from '#lib/primitives/binary-search.ts';

const ascendingIds = fc.uniqueArray(fc.nat(50)).map((ids) => ids.sort((a, b) => a - b));

test('finds the same position as a search from the start', () => {
  fc.assert(
    fc.property(ascendingIds, fc.nat(50), (ids, id) => {
      const expectedIndex = ids.findIndex((other) => other >= id);
      expect(firstIndex(ids.length, (index) => ids[index]! >= id)).toBe(expectedIndex < 0 ? ids.length : expectedIndex);
      expect(indexOfId(ids, id)).toBe(ids.includes(id) ? ids.indexOf(id) : undefined);
    }),
  );
});
