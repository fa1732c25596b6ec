import type { BitSets, ValueSets } from '#lib/catalog/listing-index/large/bit-sets.ts';
import { BLOCK_WORDS, type BlockPart } from '#lib/catalog/listing-index/large/price-blocks.ts';
import type { RareValues } from '#lib/catalog/listing-index/large/rare-values.ts';
import type { ProductValues } from '#lib/catalog/listing-index/positions/product-values.ts';

/** Measured at a million products, relative to one bitset word counted in JavaScript. */
const COST_PER_WORD = 1;
const COST_PER_WASM_WORD = 0.2;
const COST_PER_RARE_VALUE = 1.5;

export interface CommonValues extends ValueSets {
  bitSets: BitSets;
}

/** Ways to count the values of many products without visiting each product. */
export interface FastCounts {
  /** The cost of visiting a product, in units of `COST_PER_WORD`. */
  costPerProduct: number;
  common: CommonValues | undefined;
  /** Needed for values that are not in `common`. */
  rare?: RareValues | undefined;
  /** The counts of each block over all products, including removed ones. */
  all?: Uint16Array;
}

/** Counts the values of a part into `counts` in the cheapest way. */
export function addPart(part: BlockPart, values: ProductValues, fast: FastCounts, counts: Uint32Array): void {
  const { common, rare, costPerProduct } = fast;
  const costOfRare = rare ? part.count * COST_PER_RARE_VALUE : 0;
  if (common && costOf(common) + costOfRare < part.count * costPerProduct) {
    common.bitSets.count(part, common, counts);
    rare?.add(part, counts);
  } else values.addEach(part, counts);
}

function costOf({ bitSets, ids }: CommonValues): number {
  return ids.length * BLOCK_WORDS * (bitSets.usesWasm ? COST_PER_WASM_WORD : COST_PER_WORD);
}
