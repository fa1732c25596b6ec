import type { BitSets, SetsOfValues } from '#lib/catalog/listing-index/segment/bit-sets.ts';
import { BLOCK_WORDS, type BlockPart, type Visited } from '#lib/catalog/listing-index/segment/price-blocks.ts';
import type { RareValues } from '#lib/catalog/listing-index/segment/rare-values.ts';

/** As measured at a million products, in words of bits: for a word of a set, a product's rare value, any of its values. */
const WORK_A_WORD = 1;
const WORK_SIDE_BY_SIDE = 0.2;
const WORK_A_RARE_VALUE = 1.5;
const WORK_A_VALUE = 16;

export interface CommonValues extends SetsOfValues {
  of: BitSets;
}

export interface ValueCounts {
  add(part: BlockPart, counts: Uint32Array): void;
  /** Of all products of each block, whether they live or not. */
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
  readonly #workAProduct: number;

  readonly all: Uint16Array;

  constructor(all: Uint16Array, listed: Listed) {
    this.all = all;
    this.#listed = listed;
    this.#workAProduct = (listed.ids.length / Math.max(1, listed.starts.length - 1) + 1) * WORK_A_VALUE;
  }

  add(part: BlockPart, counts: Uint32Array): void {
    const { common, rare } = this.#listed;
    const workOfRare = rare ? part.count * WORK_A_RARE_VALUE : 0;
    if (part.count * this.#workAProduct <= workOf(common) + workOfRare) {
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

export function workOf({ of, ids }: CommonValues): number {
  return ids.length * BLOCK_WORDS * (of.isSideBySide ? WORK_SIDE_BY_SIDE : WORK_A_WORD);
}
