import type { BitsetPool, ValueSets } from '#lib/catalog/listing-index/large/bitset-pool.ts';
import { BLOCK_WORDS, type BlockPart } from '#lib/catalog/listing-index/large/price-blocks.ts';
import type { RareValues } from '#lib/catalog/listing-index/large/rare-values.ts';
import type { AddValues } from '#lib/catalog/listing-index/positions/product-values.ts';

// The costs were measured with a million products, relative to the cost of counting one bitset word in JavaScript.
const COST_PER_WORD = 1;
const COST_PER_WASM_WORD = 0.2;
const COST_PER_RARE_VALUE = 1.5;

export interface CommonValues extends ValueSets {
  pool: BitsetPool;
}

/** Ways to count the values of many products without visiting each product. */
export interface FastCounts {
  /** The cost of visiting a product, in units of `COST_PER_WORD`. */
  costPerProduct: number;
  commonValues: CommonValues | undefined;
  /** The values to count that are not in `commonValues`; undefined if products have no such values. */
  rareValues?: RareValues | undefined;
  /** The counts of all products in each block, including removed products. */
  blockCounts?: Uint16Array;
}

/** Adds the counts of the values in a part to `counts`, in the cheapest way. */
export function addPart(part: BlockPart, addValues: AddValues, fastCounts: FastCounts, counts: Uint32Array): void {
  const { commonValues, rareValues, costPerProduct } = fastCounts;
  const rareCost = rareValues ? part.count * COST_PER_RARE_VALUE : 0;
  if (commonValues && costOf(commonValues) + rareCost < part.count * costPerProduct) {
    commonValues.pool.count(part, commonValues, counts);
    rareValues?.add(part, counts);
  } else addValues(part, counts);
}

function costOf({ pool, ids }: CommonValues): number {
  return ids.length * BLOCK_WORDS * (pool.usesWasm ? COST_PER_WASM_WORD : COST_PER_WORD);
}
