import { addPart, type FastCounts } from '#lib/catalog/listing-index/large/fast-counts.ts';
import { BLOCK_BITS, BLOCK_SIZE, BlockPart, blockCount } from '#lib/catalog/listing-index/large/price-blocks.ts';
import {
  type Bitset,
  clearBit,
  countBits,
  countRun,
  hasBit,
  listBits,
  type PositionRun,
} from '#lib/catalog/listing-index/positions/bitset.ts';
import type { AddValues } from '#lib/catalog/listing-index/positions/product-values.ts';

const part = new BlockPart();

/** The products to count, and the ids of the facet values to count them for. */
export interface CountInput {
  matches: Matches;
  ids: readonly number[];
  addValues: AddValues;
  fastCounts: FastCounts;
}

/**
 * Counts the matches for each value, block by block. The counts of a block are cached, except those of sparse matches,
 * because visiting each match is fast enough.
 */
export class BlockCounts {
  readonly #input: CountInput;
  readonly #size: number;
  /** The length of an array with a count for each value id. */
  readonly #width: number;
  readonly #isCounted: Uint8Array;
  readonly #countsByBlock: Uint16Array;

  constructor(input: CountInput, size: number, width: number) {
    this.#input = input;
    this.#size = size;
    this.#width = width;
    this.#isCounted = new Uint8Array(input.matches.isSparse ? 0 : blockCount(size));
    this.#countsByBlock = new Uint16Array(this.#isCounted.length * input.ids.length);
  }

  /**
   * For each value, adds to `counts` the number of matches in the run that have the value. With `ids`, counts only
   * these values, which must be adjacent in the input.
   */
  add({ from, to }: PositionRun, counts: Uint32Array, ids = this.#input.ids): void {
    if (this.#input.matches.isSparse) {
      this.#addSparse({ from, to }, counts, ids);
      return;
    }
    const [firstBlock, endBlock] = [
      (from + BLOCK_SIZE - 1) >>> BLOCK_BITS,
      to === this.#size ? blockCount(to) : to >>> BLOCK_BITS,
    ];
    if (firstBlock > endBlock) {
      this.#addPart(from, to, counts, ids);
      return;
    }
    this.#addPart(from, firstBlock * BLOCK_SIZE, counts, ids);
    for (let block = firstBlock; block < endBlock; block++) this.#addBlock(block, counts, ids);
    this.#addPart(endBlock * BLOCK_SIZE, to, counts, ids);
  }

  /**
   * Subtracts a removed product from the cached counts. Must be called on all `BlockCounts` of a list before
   * `clear` is called on any of them, because they may share a bitset.
   */
  remove(position: number): void {
    const { matches, ids, addValues } = this.#input;
    const { bits } = matches;
    const block = position >>> BLOCK_BITS;
    if (this.#isCounted[block] === 1 && hasBit(bits, position)) {
      const removedCounts = new Uint32Array(this.#width);
      addValues(part.fill(bits, position, position + 1), removedCounts);
      for (let index = 0; index < ids.length; index++)
        this.#countsByBlock[block * ids.length + index]! -= removedCounts[ids[index]!]!;
    }
  }

  clear(position: number): void {
    clearBit(this.#input.matches.bits, position);
  }

  #addSparse(run: PositionRun, counts: Uint32Array, ids: readonly number[]): void {
    const addedCounts = new Uint32Array(this.#width);
    const { matches, addValues } = this.#input;
    addValues({ visit: (callback) => matches.visitSparse(run, callback) }, addedCounts);
    for (const id of ids) counts[id]! += addedCounts[id]!;
  }

  #addPart(from: number, to: number, counts: Uint32Array, ids: readonly number[]): void {
    if (from >= to) return;
    part.fill(this.#input.matches.bits, from, to);
    if (part.count === 0) return;
    const addedCounts = new Uint32Array(this.#width);
    addPart(part, this.#input.addValues, this.#input.fastCounts, addedCounts);
    for (const id of ids) counts[id]! += addedCounts[id]!;
  }

  #addBlock(block: number, counts: Uint32Array, ids: readonly number[]): void {
    if (this.#isCounted[block] === 0) this.#countBlock(block);
    const allIds = this.#input.ids;
    const start = block * allIds.length + (ids === allIds ? 0 : allIds.indexOf(ids[0]!));
    for (let index = 0; index < ids.length; index++) counts[ids[index]!]! += this.#countsByBlock[start + index]!;
  }

  #countBlock(block: number): void {
    const { matches, ids, addValues, fastCounts } = this.#input;
    const { bits } = matches;
    const [from, to] = [block * BLOCK_SIZE, Math.min((block + 1) * BLOCK_SIZE, this.#size)];
    part.fill(bits, from, to);
    // If most products of the block match, the others are counted and subtracted from the counts of all products.
    const allCounts = part.count * 2 > to - from ? fastCounts.blockCounts : undefined;
    if (allCounts) part.fill(bits, from, to, true);
    const blockCounts = new Uint32Array(this.#width);
    if (part.count > 0) addPart(part, addValues, fastCounts, blockCounts);
    const [start, allStart] = [block * ids.length, block * this.#width];
    for (let index = 0; index < ids.length; index++) {
      const id = ids[index]!;
      this.#countsByBlock[start + index] = allCounts ? allCounts[allStart + id]! - blockCounts[id]! : blockCounts[id]!;
    }
    this.#isCounted[block] = 1;
  }
}

/** Up to this many products per block, visiting each product costs no more than scanning the bits of the block. */
const MAX_SPARSE_PER_BLOCK = 32;

/** The matching products as a bitset, and also as a list if there are few. */
export class Matches {
  readonly bits: Bitset;
  /** The positions of the matches if there are few. Some of these products may have been removed since. */
  readonly #sparseList: Uint32Array | undefined;

  constructor(bits: Bitset, size: number) {
    this.bits = bits;
    const count = countBits(bits);
    this.#sparseList = count <= blockCount(size) * MAX_SPARSE_PER_BLOCK ? listBits(bits, count) : undefined;
  }

  get isSparse(): boolean {
    return this.#sparseList !== undefined;
  }

  countIn(run: PositionRun): number {
    if (!this.#sparseList) return countRun(this.bits, run);
    let count = 0;
    this.visitSparse(run, () => count++);
    return count;
  }

  visitSparse({ from, to }: PositionRun, visit: (position: number) => void): void {
    for (const position of this.#sparseList ?? [])
      if (position >= from && position < to && hasBit(this.bits, position)) visit(position);
  }
}
