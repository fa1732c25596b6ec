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
    fc.property(fc.uniqueArray(fc.nat(199)), fc.uniqueArray(fc.nat(199)), (positions, otherPositions) => {
      const [a, b] = [emptyBitset(200), emptyBitset(200)];
      for (const position of positions) setBit(a, position);
      for (const position of otherPositions) setBit(b, position);
      const visitedPositions: number[] = [];
      forEachBit(a, (position) => visitedPositions.push(position));
      expect(visitedPositions).toEqual(positions.toSorted((x, y) => x - y));
      expect(countBits(a)).toBe(positions.length);
      expect(countIntersection(a, b)).toBe(positions.filter((position) => otherPositions.includes(position)).length);
    }),
  );
  for (const size of [0, 1, 31, 32, 33, 64]) expect(countBits(fullBitset(size))).toBe(size);
});
