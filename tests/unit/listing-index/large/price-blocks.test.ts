import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLOCK_SIZE, BlockPart } from '#lib/catalog/listing-index/large/price-blocks.ts';
import { countRun, emptyBitset, forEachInRun, hasBit, setBit } from '#lib/catalog/listing-index/positions/bitset.ts';

const SIZE = BLOCK_SIZE + 301;
const position = fc.integer({ min: 0, max: SIZE });
const positions = fc.array(fc.oneof(fc.nat(SIZE - 1), fc.integer({ min: BLOCK_SIZE - 40, max: BLOCK_SIZE + 40 })));

function bitsOf(setPositions: number[]): ReturnType<typeof emptyBitset> {
  const bits = emptyBitset(SIZE);
  for (const position of setPositions) setBit(bits, position);
  return bits;
}

test('counts and visits only the bits of a run', () => {
  fc.assert(
    fc.property(positions, position, position, (setPositions, a, b) => {
      const bits = bitsOf(setPositions);
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const visitedPositions: number[] = [];
      forEachInRun(bits, { from, to }, (position) => visitedPositions.push(position));
      expect(visitedPositions).toEqual(
        [...new Set(setPositions)].filter((position) => position >= from && position < to).sort((x, y) => x - y),
      );
      expect(countRun(bits, { from, to })).toBe(visitedPositions.length);
    }),
  );
});

test('selects the set or the unset bits between two positions of a block', () => {
  fc.assert(
    fc.property(
      positions,
      fc.boolean(),
      fc.nat(300),
      fc.integer({ min: 1, max: 301 }),
      fc.boolean(),
      (setPositions, ...options) => {
        const [isInFirstBlock, a, b, isInverted] = options;
        const blockStart = isInFirstBlock ? BLOCK_SIZE - 301 : BLOCK_SIZE;
        const [from, to] = [blockStart + Math.min(a, b - 1), blockStart + Math.max(a, b)];
        const bits = bitsOf(setPositions);
        const part = new BlockPart().fill(bitsOf([5, BLOCK_SIZE + 5]), from, to).fill(bits, from, to, isInverted);
        const expected: number[] = [];
        for (let position = from; position < to; position++)
          if (hasBit(bits, position) !== isInverted) expected.push(position);
        const visitedPositions: number[] = [];
        part.visit((position) => {
          visitedPositions.push(position);
        });
        expect(visitedPositions).toEqual(expected);
        expect(part.count).toBe(expected.length);
        expect(expected.every((position) => part.has(position))).toBe(true);
      },
    ),
  );
});
