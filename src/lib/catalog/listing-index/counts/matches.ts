import {
  type Bitset,
  countBits,
  countRun,
  hasBit,
  listBits,
  type PositionRun,
} from '#lib/catalog/listing-index/facets/bitset.ts';
import { blocksOf } from '#lib/catalog/listing-index/segment/price-blocks.ts';

/** To look at so many of a block's products costs no more than to go through its bits. */
const FEW_A_BLOCK = 32;

export class Matches {
  readonly bits: Bitset;
  /** Some of them may be lost since. */
  readonly #few: Uint32Array | undefined;

  constructor(bits: Bitset, size: number) {
    this.bits = bits;
    const count = countBits(bits);
    this.#few = count <= blocksOf(size) * FEW_A_BLOCK ? listBits(bits, count) : undefined;
  }

  get isFew(): boolean {
    return this.#few !== undefined;
  }

  countIn(run: PositionRun): number {
    if (!this.#few) return countRun(this.bits, run);
    let count = 0;
    this.visitFew(run, () => count++);
    return count;
  }

  visitFew({ from, to }: PositionRun, visit: (position: number) => void): void {
    for (const position of this.#few ?? [])
      if (position >= from && position < to && hasBit(this.bits, position)) visit(position);
  }
}
