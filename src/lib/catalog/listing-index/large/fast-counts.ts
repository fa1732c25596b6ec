import type { BitSets, ValueSets } from '#lib/catalog/listing-index/large/bit-sets.ts';
import { BLOCK_WORDS, type BlockPart, type Visited } from '#lib/catalog/listing-index/large/price-blocks.ts';
import type { RareValues } from '#lib/catalog/listing-index/large/rare-values.ts';

/** Measured at a million products, relative to one bitset word counted in JavaScript. */
const COST_PER_WORD = 1;
const COST_PER_WASM_WORD = 0.2;
const COST_PER_RARE_VALUE = 1.5;
const COST_PER_VALUE = 16;

export interface CommonValues extends ValueSets {
  of: BitSets;
}

export interface ValueCounts {
  add(part: BlockPart, counts: Uint32Array): void;
  /** Counts per block over all products, including removed ones. */
  readonly all?: Uint16Array;
  addEach(some: Visited, counts: Uint32Array): void;
}

export interface Listed {
  starts: Uint32Array;
  ids: Uint32Array;
  common: CommonValues;
  rare: RareValues | undefined;
}

export class ListedValues implements ValueCounts {
  readonly #listed: Listed;
  readonly #costPerProduct: number;

  readonly all: Uint16Array;

  constructor(all: Uint16Array, listed: Listed) {
    this.all = all;
    this.#listed = listed;
    this.#costPerProduct = (listed.ids.length / Math.max(1, listed.starts.length - 1) + 1) * COST_PER_VALUE;
  }

  add(part: BlockPart, counts: Uint32Array): void {
    const { common, rare } = this.#listed;
    const costOfRare = rare ? part.count * COST_PER_RARE_VALUE : 0;
    if (part.count * this.#costPerProduct <= costOf(common) + costOfRare) {
      this.addEach(part, counts);
      return;
    }
    common.of.count(part, common, counts);
    rare?.add(part, counts);
  }

  addEach(some: Visited, counts: Uint32Array): void {
    const { starts, ids } = this.#listed;
    some.visit((position) => {
      for (let at = starts[position]!; at < starts[position + 1]!; at++) counts[ids[at]!]!++;
    });
  }
}

export function costOf({ of, ids }: CommonValues): number {
  return ids.length * BLOCK_WORDS * (of.usesWasm ? COST_PER_WASM_WORD : COST_PER_WORD);
}
