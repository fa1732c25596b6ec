import type { FixedSort } from '#lib/catalog/listing-index/facets/facets.ts';
import { BLOCK_BITS, BLOCK_SIZE, blockCount } from '#lib/catalog/listing-index/large/price-blocks.ts';
import {
  type Bitset,
  hasBit,
  isIn,
  type MatchedRange,
  type PositionRun,
} from '#lib/catalog/listing-index/positions/bitset.ts';
import { firstIndex } from '#lib/primitives/binary-search.ts';

/** The products of a segment in sort order: all products, or only the `count` matches. */
export interface OrderedPart extends MatchedRange {
  segment: { columns: { ids: ArrayLike<number> }; key(sort: FixedSort, position: number): number };
  sort: FixedSort;
  order: Uint32Array;
  count: number;
}

interface CountedPart extends OrderedPart {
  /** The number of matches before each block of the order; undefined if the order contains only matches. */
  matchesBeforeBlock: Uint32Array | undefined;
}

/** Returns for each part the index in its order that follows the first `offset` matches of all parts together. */
export function indexesAfter(parts: readonly CountedPart[], offset: number): number[] {
  for (const part of parts) {
    const indexes = indexesAt(parts, part, offset);
    if (indexes) return indexes;
  }
  return parts.map(({ order }) => order.length);
}

/** Returns the indexes if the match at `offset` is in `holder`; otherwise, undefined. */
function indexesAt(parts: readonly CountedPart[], holder: CountedPart, offset: number): number[] | undefined {
  const isAfter = (index: number) => totalMatchesBefore(parts, alignedIndexes(parts, holder, index)) > offset;
  // If the match is in `holder`, its index is the last index with at most `offset` matches before it.
  const lastIndex = firstIndex(holder.order.length, isAfter) - 1;
  if (lastIndex < 0) return undefined;
  const indexes = alignedIndexes(parts, holder, lastIndex);
  const isMatch = isIn(holder, holder.order[lastIndex]!);
  return isMatch && totalMatchesBefore(parts, indexes) === offset ? indexes : undefined;
}

/** Returns for each part the index at which the product at `index` of `holder` is, or would be inserted. */
function alignedIndexes(parts: readonly CountedPart[], holder: CountedPart, index: number): number[] {
  const { order, segment, sort } = holder;
  const position = order[index]!;
  const [key, id] = [segment.key(sort, position), segment.columns.ids[position]!];
  return parts.map((part) => (part === holder ? index : insertionIndex(part, key, id)));
}

function totalMatchesBefore(parts: readonly CountedPart[], indexes: readonly number[]): number {
  return parts.reduce((sum, part, partIndex) => sum + matchesBefore(part, indexes[partIndex]!), 0);
}

function insertionIndex({ order, segment, sort }: CountedPart, key: number, id: number): number {
  return firstIndex(order.length, (index) => {
    const position = order[index]!;
    const orderedKey = segment.key(sort, position);
    return orderedKey > key || (orderedKey === key && segment.columns.ids[position]! <= id);
  });
}

function matchesBefore(part: CountedPart, index: number): number {
  const { order, matchesBeforeBlock } = part;
  if (!matchesBeforeBlock) return index;
  let sum = matchesBeforeBlock[index >>> ORDER_BLOCK_BITS]!;
  for (let orderIndex = (index >>> ORDER_BLOCK_BITS) << ORDER_BLOCK_BITS; orderIndex < index; orderIndex++)
    if (isIn(part, order[orderIndex]!)) sum++;
  return sum;
}

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
