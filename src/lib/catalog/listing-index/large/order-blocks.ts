import { BLOCK_BITS, BLOCK_SIZE, blockCount } from '#lib/catalog/listing-index/large/price-blocks.ts';
import { type Bitset, hasBit, type PositionRun } from '#lib/catalog/listing-index/positions/bitset.ts';

export const ORDER_BLOCK_BITS = 12;

/** For each position of a segment, the block in which it comes in an order of all its products. */
export function blocksOfOrder(order: Uint32Array): Uint16Array {
  const blockOf = new Uint16Array(order.length);
  for (let at = 0; at < order.length; at++) blockOf[order[at]!] = at >>> ORDER_BLOCK_BITS;
  return blockOf;
}

/**
 * The number of matches in each block of an order, separately for each price block, so that the matches of a price
 * range are a sum.
 */
export class OrderBlocks {
  readonly #match: Bitset;
  readonly #blockOf: Uint16Array;
  readonly #blocks: number;
  readonly #counts: Uint16Array;

  constructor(match: Bitset, blockOf: Uint16Array) {
    this.#match = match;
    this.#blockOf = blockOf;
    this.#blocks = (blockOf.length >>> ORDER_BLOCK_BITS) + 1;
    this.#counts = new Uint16Array(blockCount(blockOf.length) * this.#blocks);
    for (let position = 0; position < blockOf.length; position++) {
      if (hasBit(match, position)) this.#counts[(position >>> BLOCK_BITS) * this.#blocks + blockOf[position]!]!++;
    }
  }

  /** How many matches in `run` come before each block of the order. */
  before({ from, to }: PositionRun): Uint32Array {
    const [first, end] = [(from + BLOCK_SIZE - 1) >>> BLOCK_BITS, to >>> BLOCK_BITS];
    const sums = new Uint32Array(this.#blocks + 1);
    this.#addEach(from, Math.min(to, first * BLOCK_SIZE), sums);
    for (let block = first; block < end; block++) {
      const begin = block * this.#blocks;
      for (let at = 0; at < this.#blocks; at++) sums[at + 1]! += this.#counts[begin + at]!;
    }
    if (first <= end) this.#addEach(end * BLOCK_SIZE, to, sums);
    for (let at = 1; at < sums.length; at++) sums[at]! += sums[at - 1]!;
    return sums;
  }

  #addEach(from: number, to: number, sums: Uint32Array): void {
    for (let position = from; position < to; position++)
      if (hasBit(this.#match, position)) sums[this.#blockOf[position]! + 1]!++;
  }
}
