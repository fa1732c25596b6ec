import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  countBits,
  countIntersection,
  emptyBitset,
  forEachBit,
  fullBitset,
  setBit,
} from '#lib/catalog/listing-index/positions/bitset.ts';

it('counts, intersects and visits bits', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(199)), fc.uniqueArray(fc.nat(199)), (some, others) => {
      const [a, b] = [emptyBitset(200), emptyBitset(200)];
      for (const position of some) setBit(a, position);
      for (const position of others) setBit(b, position);
      const visited: number[] = [];
      forEachBit(a, (position) => visited.push(position));
      expect(visited).toEqual(some.toSorted((x, y) => x - y));
      expect(countBits(a)).toBe(some.length);
      expect(countIntersection(a, b)).toBe(some.filter((position) => others.includes(position)).length);
    }),
  );
  for (const size of [0, 1, 31, 32, 33, 64]) expect(countBits(fullBitset(size))).toBe(size);
});
