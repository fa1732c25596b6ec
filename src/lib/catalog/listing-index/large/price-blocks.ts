import { type Bitset, countBits, hasBit } from '#lib/catalog/listing-index/positions/bitset.ts';
import type { ListColumn } from '#lib/catalog/listing-index/positions/list-column.ts';
import type { PositionSet } from '#lib/catalog/listing-index/positions/product-values.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';

/** Positions are sorted by price, so a price range is a run of whole blocks and a partial block at either end. */
export const BLOCK_BITS = 13;
export const BLOCK_SIZE = 1 << BLOCK_BITS;
export const BLOCK_WORDS = BLOCK_SIZE / 32;
const STEP_SIZE = 256;

/** The number of blocks for `size` positions. */
export function blockCount(size: number): number {
  return Math.ceil(size / BLOCK_SIZE);
}

/** How many products of each block have each value, in rows of `width`. */
export function* countByBlock(columns: readonly ListColumn[], width: number): Steps<Uint16Array> {
  const size = (columns[0]?.starts.length ?? 1) - 1;
  const counts = new Uint16Array(blockCount(size) * width);
  for (const { starts, values } of columns) {
    for (let position = 0; position < size; position++) {
      const row = (position >>> BLOCK_BITS) * width;
      for (let at = starts[position]!; at < starts[position + 1]!; at++) counts[row + values[at]!]!++;
      if (position % STEP_SIZE === 0) yield;
    }
  }
  return counts;
}

/** Some or all products of one block, as bits. Reused, to avoid garbage collection. */
export class BlockPart implements PositionSet {
  readonly words: Bitset = new Uint32Array(BLOCK_WORDS);
  count = 0;
  block = 0;

  get firstWord(): number {
    return this.block * BLOCK_WORDS;
  }

  has(position: number): boolean {
    return hasBit(this.words, position & (BLOCK_SIZE - 1));
  }

  /** Fills the part with positions in one block: those that are set in `bits`, or for `isInverted` the others. */
  fill(bits: Bitset, from: number, to: number, isInverted = false): this {
    this.block = from >>> BLOCK_BITS;
    const [flip, own] = [isInverted ? -1 : 0, this.words];
    const [first, end] = [(from & (BLOCK_SIZE - 1)) >>> 5, (((to - 1) & (BLOCK_SIZE - 1)) >>> 5) + 1];
    own.fill(0, 0, first);
    for (let at = first, word = from >>> 5; at < end; at++, word++) own[at] = bits[word]! ^ flip;
    own.fill(0, end);
    own[first]! &= -1 << (from & 31);
    own[end - 1]! &= -1 >>> (-to & 31);
    this.count = countBits(own);
    return this;
  }

  visit(each: (position: number) => void): void {
    const { firstWord } = this;
    for (let at = 0; at < BLOCK_WORDS; at++) {
      const first = (firstWord + at) << 5;
      for (let word = this.words[at]!; word !== 0; word &= word - 1) each(first + (31 - Math.clz32(word & -word)));
    }
  }
}
