import { type Bitset, emptyBitset, forEachBit, setBit } from '#lib/catalog/listing-index/positions/bitset.ts';

export const WEIGHT_SCALE = 10;

/** What is held by fewer of so many products is emptied one by one. */
const FEW_OF = 16;

/** To make one costs as much as all the products, so a segment lends them, and takes them back. */
export class WordWeights {
  /** Times WEIGHT_SCALE; 0 where the product holds none of it. */
  readonly byPosition: Uint16Array;
  readonly bits: Bitset;
  count = 0;
  /** Of the words that were weighed. */
  key = '';
  borrowers = 0;
  isKept = false;

  constructor(size: number) {
    this.byPosition = new Uint16Array(size);
    this.bits = emptyBitset(size);
  }

  raise(position: number, weight: number): void {
    const before = this.byPosition[position]!;
    if (weight <= before) return;
    this.byPosition[position] = weight;
    if (before !== 0) return;
    setBit(this.bits, position);
    this.count++;
  }

  clear(): void {
    if (this.count * FEW_OF < this.byPosition.length) forEachBit(this.bits, (at) => (this.byPosition[at] = 0));
    else this.byPosition.fill(0);
    this.bits.fill(0);
    this.count = 0;
    this.key = '';
  }
}
