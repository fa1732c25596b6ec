import { type Bitset, emptyBitset, forEachBit } from '#lib/catalog/listing-index/positions/bitset.ts';

export const WEIGHT_SCALE = 10;

/** If fewer than one in this many products have weights, the weights are cleared one by one. */
const SPARSE_RATIO = 16;

/**
 * The weight of a word in each product. Allocation takes time proportional to the number of products, so segments
 * reuse these objects.
 */
export class WordWeights {
  /** The weight in each product, multiplied by WEIGHT_SCALE; 0 if the product does not contain the word. */
  readonly byPosition: Uint16Array;
  /** The positions of the products with a weight. */
  readonly bits: Bitset;
  /** The number of products with a weight. */
  count = 0;
  /** The cache key, which identifies the words and their alternatives. */
  key = '';
  borrowerCount = 0;
  isCached = false;

  constructor(size: number) {
    this.byPosition = new Uint16Array(size);
    this.bits = emptyBitset(size);
  }

  clear(): void {
    if (this.count * SPARSE_RATIO < this.byPosition.length)
      forEachBit(this.bits, (position) => (this.byPosition[position] = 0));
    else this.byPosition.fill(0);
    this.bits.fill(0);
    this.count = 0;
    this.key = '';
  }
}
