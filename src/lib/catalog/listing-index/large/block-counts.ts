import { addPart, type FastCounts } from '#lib/catalog/listing-index/large/fast-counts.ts';
import type { Matches } from '#lib/catalog/listing-index/large/matches.ts';
import { BLOCK_BITS, BLOCK_SIZE, BlockPart, blockCount } from '#lib/catalog/listing-index/large/price-blocks.ts';
import { clearBit, hasBit, type PositionRun } from '#lib/catalog/listing-index/positions/bitset.ts';
import type { ProductValues } from '#lib/catalog/listing-index/positions/product-values.ts';

const part = new BlockPart();

/** Products, and the facet values to count in them. The counts of a chosen facet ignore the choice in that facet. */
export interface Tally {
  matches: Matches;
  ids: readonly number[];
  values: ProductValues;
  fast: FastCounts;
}

/** Counts each block on first use and caches the result. A sparse list is counted product by product every time. */
export class BlockCounts {
  readonly #tally: Tally;
  readonly #size: number;
  readonly #width: number;
  readonly #isCounted: Uint8Array;
  readonly #byBlock: Uint16Array;

  constructor(tally: Tally, size: number, width: number) {
    this.#tally = tally;
    this.#size = size;
    this.#width = width;
    const blocks = blockCount(size);
    this.#isCounted = new Uint8Array(tally.matches.isSparse ? 0 : blocks);
    this.#byBlock = new Uint16Array(this.#isCounted.length * tally.ids.length);
  }

  /**
   * Adds how many matches in the run have each value; with `ids`, only of those, which must be adjacent in the tally.
   */
  add({ from, to }: PositionRun, counts: Uint32Array, ids = this.#tally.ids): void {
    if (this.#tally.matches.isSparse) {
      this.#addSparse({ from, to }, counts, ids);
      return;
    }
    const [first, end] = [
      (from + BLOCK_SIZE - 1) >>> BLOCK_BITS,
      to === this.#size ? blockCount(to) : to >>> BLOCK_BITS,
    ];
    if (first > end) {
      this.#addPart(from, to, counts, ids);
      return;
    }
    this.#addPart(from, first * BLOCK_SIZE, counts, ids);
    for (let block = first; block < end; block++) this.#addBlock(block, counts, ids);
    this.#addPart(end * BLOCK_SIZE, to, counts, ids);
  }

  /** Call it for all counts of a list before calling `clear` for any of them, because they may share bits. */
  remove(position: number): void {
    const { matches, ids, values } = this.#tally;
    const { bits } = matches;
    const block = position >>> BLOCK_BITS;
    if (this.#isCounted[block] === 1 && hasBit(bits, position)) {
      const removed = new Uint32Array(this.#width);
      values.addEach(part.fill(bits, position, position + 1), removed);
      for (let at = 0; at < ids.length; at++) this.#byBlock[block * ids.length + at]! -= removed[ids[at]!]!;
    }
  }

  clear(position: number): void {
    clearBit(this.#tally.matches.bits, position);
  }

  #addSparse(run: PositionRun, counts: Uint32Array, ids: readonly number[]): void {
    const added = new Uint32Array(this.#width);
    const { matches, values } = this.#tally;
    values.addEach({ visit: (each) => matches.visitSparse(run, each) }, added);
    for (const id of ids) counts[id]! += added[id]!;
  }

  #addPart(from: number, to: number, counts: Uint32Array, ids: readonly number[]): void {
    if (from >= to) return;
    part.fill(this.#tally.matches.bits, from, to);
    if (part.count === 0) return;
    const added = new Uint32Array(this.#width);
    addPart(part, this.#tally.values, this.#tally.fast, added);
    for (const id of ids) counts[id]! += added[id]!;
  }

  #addBlock(block: number, counts: Uint32Array, ids: readonly number[]): void {
    if (this.#isCounted[block] === 0) this.#countBlock(block);
    const all = this.#tally.ids;
    const begin = block * all.length + (ids === all ? 0 : all.indexOf(ids[0]!));
    for (let at = 0; at < ids.length; at++) counts[ids[at]!]! += this.#byBlock[begin + at]!;
  }

  #countBlock(block: number): void {
    const { matches, ids, values, fast } = this.#tally;
    const { bits } = matches;
    const [from, to] = [block * BLOCK_SIZE, Math.min((block + 1) * BLOCK_SIZE, this.#size)];
    part.fill(bits, from, to);
    const all = part.count * 2 > to - from ? fast.all : undefined;
    if (all) part.fill(bits, from, to, true);
    const blockCounts = new Uint32Array(this.#width);
    if (part.count > 0) addPart(part, values, fast, blockCounts);
    const [begin, beginOfAll] = [block * ids.length, block * this.#width];
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at]!;
      this.#byBlock[begin + at] = all ? all[beginOfAll + id]! - blockCounts[id]! : blockCounts[id]!;
    }
    this.#isCounted[block] = 1;
  }
}
