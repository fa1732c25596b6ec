import { type Bitset, countBits, hasBit } from '#lib/catalog/listing-index/positions/bitset.ts';
import type { ListColumn, PositionSet } from '#lib/catalog/listing-index/positions/product-values.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';

/** Positions are sorted by price, so a price range is a run of whole blocks and a partial block at either end. */
export const BLOCK_BITS = 13;
export const BLOCK_SIZE = 1 << BLOCK_BITS;
export const BLOCK_WORDS = BLOCK_SIZE / 32;
const STEP_SIZE = 256;

/** Returns the number of blocks for `size` positions. */
export function blockCount(size: number): number {
  return Math.ceil(size / BLOCK_SIZE);
}

/** Counts how many products in each block have each value. Each block has a row of `width` counts. */
export function* countByBlock(columns: readonly ListColumn[], width: number): Steps<Uint16Array> {
  const size = (columns[0]?.starts.length ?? 1) - 1;
  const counts = new Uint16Array(blockCount(size) * width);
  for (const { starts, values } of columns) {
    for (let position = 0; position < size; position++) {
      const rowStart = (position >>> BLOCK_BITS) * width;
      for (let index = starts[position]!; index < starts[position + 1]!; index++) counts[rowStart + values[index]!]!++;
      if (position % STEP_SIZE === 0) yield;
    }
  }
  return counts;
}

/** Some or all products in one block, as a bitset. The object is reused, to avoid garbage collection. */
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

  /**
   * Fills the part with the positions in one block, from `from` to before `to`, that are set in `bits` or, if
   * `isInverted` is true, that are clear in `bits`.
   */
  fill(bits: Bitset, from: number, to: number, isInverted = false): this {
    this.block = from >>> BLOCK_BITS;
    const [mask, words] = [isInverted ? -1 : 0, this.words];
    const [firstIndex, endIndex] = [(from & (BLOCK_SIZE - 1)) >>> 5, (((to - 1) & (BLOCK_SIZE - 1)) >>> 5) + 1];
    words.fill(0, 0, firstIndex);
    for (let index = firstIndex, wordIndex = from >>> 5; index < endIndex; index++, wordIndex++)
      words[index] = bits[wordIndex]! ^ mask;
    words.fill(0, endIndex);
    words[firstIndex]! &= -1 << (from & 31);
    words[endIndex - 1]! &= -1 >>> (-to & 31);
    this.count = countBits(words);
    return this;
  }

  visit(callback: (position: number) => void): void {
    const { firstWord } = this;
    for (let index = 0; index < BLOCK_WORDS; index++) {
      const firstPosition = (firstWord + index) << 5;
      for (let word = this.words[index]!; word !== 0; word &= word - 1)
        callback(firstPosition + (31 - Math.clz32(word & -word)));
    }
  }
}
