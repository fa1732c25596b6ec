import { blockCount } from '#lib/catalog/listing-index/large/price-blocks.ts';
import {
  type Bitset,
  countBits,
  countRun,
  hasBit,
  listBits,
  type PositionRun,
} from '#lib/catalog/listing-index/positions/bitset.ts';

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
