import { BLOCK_BITS, BLOCK_SIZE, blockCount } from '#lib/catalog/listing-index/large/price-blocks.ts';
import { type Bitset, hasBit, type PositionRun } from '#lib/catalog/listing-index/positions/bitset.ts';

export const ORDER_BLOCK_BITS = 12;

/** Returns, for each position in a segment, the block that contains the position in an order of all products. */
export function blocksOfOrder(order: Uint32Array): Uint16Array {
  const blockOf = new Uint16Array(order.length);
  for (let index = 0; index < order.length; index++) blockOf[order[index]!] = index >>> ORDER_BLOCK_BITS;
  return blockOf;
}

/**
 * The number of matches in each block of an order, separately for each price block, so that the numbers for a price
 * range can be summed.
 */
export class OrderBlocks {
  readonly #match: Bitset;
  readonly #blockOf: Uint16Array;
  readonly #orderBlockCount: number;
  readonly #counts: Uint16Array;

  constructor(match: Bitset, blockOf: Uint16Array) {
    this.#match = match;
    this.#blockOf = blockOf;
    this.#orderBlockCount = (blockOf.length >>> ORDER_BLOCK_BITS) + 1;
    this.#counts = new Uint16Array(blockCount(blockOf.length) * this.#orderBlockCount);
    for (let position = 0; position < blockOf.length; position++) {
      if (hasBit(match, position))
        this.#counts[(position >>> BLOCK_BITS) * this.#orderBlockCount + blockOf[position]!]!++;
    }
  }

  /** Returns the number of matches in `run` before each block of the order. */
  matchesBefore({ from, to }: PositionRun): Uint32Array {
    const [firstBlock, endBlock] = [(from + BLOCK_SIZE - 1) >>> BLOCK_BITS, to >>> BLOCK_BITS];
    const sums = new Uint32Array(this.#orderBlockCount + 1);
    this.#addEach(from, Math.min(to, firstBlock * BLOCK_SIZE), sums);
    for (let block = firstBlock; block < endBlock; block++) {
      const start = block * this.#orderBlockCount;
      for (let index = 0; index < this.#orderBlockCount; index++) sums[index + 1]! += this.#counts[start + index]!;
    }
    if (firstBlock <= endBlock) this.#addEach(endBlock * BLOCK_SIZE, to, sums);
    for (let index = 1; index < sums.length; index++) sums[index]! += sums[index - 1]!;
    return sums;
  }

  #addEach(from: number, to: number, sums: Uint32Array): void {
    for (let position = from; position < to; position++)
      if (hasBit(this.#match, position)) sums[this.#blockOf[position]! + 1]!++;
  }
}
