import type { FixedSort } from '#lib/catalog/listing-index/facets/facets.ts';
import { BitsetPool } from '#lib/catalog/listing-index/large/bitset-pool.ts';
import { BlockCounts, type CountInput, Matches } from '#lib/catalog/listing-index/large/block-counts.ts';
import { ComboSets } from '#lib/catalog/listing-index/large/combo-sets.ts';
import { type CommonIds, commonIdsOf } from '#lib/catalog/listing-index/large/common-ids.ts';
import {
  blocksOfOrder,
  indexesAfter,
  OrderBlocks,
  type OrderedPart,
} from '#lib/catalog/listing-index/large/deep-page.ts';
import type { FastCounts } from '#lib/catalog/listing-index/large/fast-counts.ts';
import { blockCount, countByBlock } from '#lib/catalog/listing-index/large/price-blocks.ts';
import { RareValues } from '#lib/catalog/listing-index/large/rare-values.ts';
import type { Bitset } from '#lib/catalog/listing-index/positions/bitset.ts';
import type { ListColumn } from '#lib/catalog/listing-index/positions/product-values.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';

export type { BlockCounts, CountInput, Matches } from '#lib/catalog/listing-index/large/block-counts.ts';
export { type CommonIds, visitDescending } from '#lib/catalog/listing-index/large/common-ids.ts';
export { sortByKey } from '#lib/catalog/listing-index/large/radix-order.ts';

// The costs are relative to the cost of counting one bitset word in JavaScript, as in `fast-counts.ts`.
const COST_PER_LISTED_VALUE = 16;
const COMBO_COST_PER_PRODUCT = 60;

interface Columns {
  size: number;
  idsAscending: Uint32Array;
  productValues: ListColumn;
  variantValues: ListColumn;
  combosOf: ListColumn;
}

interface ValueIndex {
  largestId: number;
  pool: BitsetPool;
  bitsetById: ReadonlyMap<number, Bitset>;
  rareValues: Record<'productValues' | 'variantValues', RareValues | undefined>;
  countsByBlock: Uint16Array;
}

/**
 * Makes lists of a million products as fast as lists of ten thousand (docs/decisions/0044). It never changes a result,
 * only the time to compute it. The rest of the index imports only this file from the folder.
 */
export class LargeSegment {
  readonly #columns: Columns;
  readonly #valueIndex: ValueIndex;
  readonly #comboSets: ComboSets;
  readonly #commonIds = new WeakMap<Uint32Array, CommonIds>();
  readonly #blocksBySort = new Map<FixedSort, Uint16Array>();
  readonly #orderBlocks = new WeakMap<Bitset, Map<FixedSort, OrderBlocks>>();

  /**
   * Builds the data. The products with the values in `commonValueIds` are stored as bitsets. The caller gets these
   * bitsets from `bitsOf` and fills them.
   */
  static *build(columns: Columns, commonValueIds: readonly number[], largestId: number): Steps<LargeSegment> {
    const pool = new BitsetPool(columns.size, commonValueIds.length);
    const bitsetById = new Map(commonValueIds.map((id) => [id, pool.add()]));
    const isRare = Array.from({ length: largestId + 1 }, (_, id) => !bitsetById.has(id));
    const rareValues = {
      productValues: yield* RareValues.build(columns.productValues, isRare),
      variantValues: yield* RareValues.build(columns.variantValues, isRare),
    };
    const countsByBlock = yield* countByBlock([columns.productValues, columns.variantValues], largestId + 1);
    return new LargeSegment(columns, { largestId, pool, bitsetById, rareValues, countsByBlock });
  }

  private constructor(columns: Columns, valueIndex: ValueIndex) {
    this.#columns = columns;
    this.#valueIndex = valueIndex;
    this.#comboSets = new ComboSets(columns.combosOf);
  }

  get usesWasm(): boolean {
    return this.#valueIndex.pool.usesWasm;
  }

  /** Returns the products that have a common value; undefined for a rare value. */
  bitsOf(id: number): Bitset | undefined {
    return this.#valueIndex.bitsetById.get(id);
  }

  /** Returns `bits` in a form for counting matches within price ranges. */
  matches(bits: Bitset): Matches {
    return new Matches(bits, this.#columns.size);
  }

  /** Returns counts of the values of matches within price ranges. */
  counts(input: CountInput): BlockCounts {
    return new BlockCounts(input, this.#columns.size, this.#valueIndex.largestId + 1);
  }

  /** The size in bytes of the result of `counts` for all values. */
  get bytesOfCounts(): number {
    return blockCount(this.#columns.size) * (this.#valueIndex.largestId + 1) * 2;
  }

  /** Returns the ways to count values that a column lists. */
  listedCounts(name: 'productValues' | 'variantValues', ids: readonly number[]): FastCounts {
    const { pool, bitsetById, rareValues, countsByBlock } = this.#valueIndex;
    const commonValueIds = ids.filter((id) => bitsetById.has(id));
    return {
      costPerProduct: (this.#columns[name].values.length / Math.max(1, this.#columns.size) + 1) * COST_PER_LISTED_VALUE,
      commonValues: { pool, ids: commonValueIds, sets: commonValueIds.map((id) => bitsetById.get(id)!) },
      rareValues: commonValueIds.length < ids.length ? rareValues[name] : undefined,
      blockCounts: countsByBlock,
    };
  }

  /**
   * Returns the ways to count the values that `valuesOf` lists for each combination. `valuesOf` must depend only on
   * `choiceKey`.
   */
  comboCounts(choiceKey: string, valuesOf: ListColumn, hasManyMatches: boolean): FastCounts {
    return {
      costPerProduct: COMBO_COST_PER_PRODUCT,
      commonValues: this.#comboSets.setsFor(choiceKey, valuesOf, hasManyMatches),
    };
  }

  /** Returns the ids of this segment among `ids`, which must be ascending. The result is cached for each array. */
  commonIds(ids: Uint32Array): CommonIds {
    const commonIds = this.#commonIds.get(ids) ?? commonIdsOf(this.#columns.idsAscending, ids);
    this.#commonIds.set(ids, commonIds);
    return commonIds;
  }

  /** Returns the number of matches before each block of an order; undefined if the order contains only matches. */
  matchesBefore({ match, run, sort, order, count }: OrderedPart): Uint32Array | undefined {
    if (order.length === count) return undefined;
    const blockOf = this.#blocksBySort.get(sort) ?? blocksOfOrder(order);
    this.#blocksBySort.set(sort, blockOf);
    const orderBlocksBySort = this.#orderBlocks.get(match) ?? new Map<FixedSort, OrderBlocks>();
    const blocks = orderBlocksBySort.get(sort) ?? new OrderBlocks(match, blockOf);
    this.#orderBlocks.set(match, orderBlocksBySort.set(sort, blocks));
    return blocks.matchesBefore(run);
  }

  /** Discards the cached counts of `match`. Must be called when bits have changed after a call to `matchesBefore`. */
  forgetMatchCounts(match: Bitset): void {
    this.#orderBlocks.delete(match);
  }
}

interface LargePart extends OrderedPart {
  segment: OrderedPart['segment'] & { largeSegment: LargeSegment };
}

/**
 * Returns for each part the index in its order that follows the first `offset` matches of all parts together: the same
 * as stepping through the orders, but equally fast for all offsets. An order contains all products of its segment, or
 * only matches.
 */
export function seekIndexes(parts: readonly LargePart[], offset: number): number[] {
  const countedParts = parts.map((part) => ({
    ...part,
    matchesBeforeBlock: part.segment.largeSegment.matchesBefore(part),
  }));
  return indexesAfter(countedParts, offset);
}
