import type { FixedSort } from '#lib/catalog/listing-index/facets/facets.ts';
import { BitSets } from '#lib/catalog/listing-index/large/bit-sets.ts';
import { BlockCounts, type Tally } from '#lib/catalog/listing-index/large/block-counts.ts';
import { ComboSets } from '#lib/catalog/listing-index/large/combo-sets.ts';
import { CommonIds } from '#lib/catalog/listing-index/large/common-ids.ts';
import { indexesAfter, type OrderedPart } from '#lib/catalog/listing-index/large/deep-page.ts';
import type { FastCounts } from '#lib/catalog/listing-index/large/fast-counts.ts';
import { Matches } from '#lib/catalog/listing-index/large/matches.ts';
import { blocksOfOrder, OrderBlocks } from '#lib/catalog/listing-index/large/order-blocks.ts';
import { blockCount, countByBlock } from '#lib/catalog/listing-index/large/price-blocks.ts';
import { RareValues } from '#lib/catalog/listing-index/large/rare-values.ts';
import type { Bitset } from '#lib/catalog/listing-index/positions/bitset.ts';
import type { ListColumn } from '#lib/catalog/listing-index/positions/list-column.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';

export type { BlockCounts, Tally } from '#lib/catalog/listing-index/large/block-counts.ts';
export type { CommonIds } from '#lib/catalog/listing-index/large/common-ids.ts';
export type { Matches } from '#lib/catalog/listing-index/large/matches.ts';
export { sortByKey } from '#lib/catalog/listing-index/large/radix-order.ts';

/** Relative to the cost of counting one bitset word in JavaScript, as in `addPart`. */
const COST_PER_LISTED_VALUE = 16;
const COST_PER_COMBOS = 60;

interface Columns {
  size: number;
  idsAscending: Uint32Array;
  own: ListColumn;
  variants: ListColumn;
  combosOf: ListColumn;
}

interface Values {
  largestId: number;
  sets: BitSets;
  common: ReadonlyMap<number, Bitset>;
  rare: Record<'own' | 'variants', RareValues | undefined>;
  byBlock: Uint16Array;
}

/**
 * Makes lists of a million products as fast as those of ten thousand (docs/decisions/0044). It changes only how long a
 * result takes, never the result. The rest of the index imports only this file of the folder.
 */
export class LargeSegment {
  readonly #columns: Columns;
  readonly #values: Values;
  readonly #comboSets: ComboSets;
  readonly #commonIds = new WeakMap<Uint32Array, CommonIds>();
  readonly #blockOf = new Map<FixedSort, Uint16Array>();
  readonly #orderBlocks = new WeakMap<Bitset, Map<FixedSort, OrderBlocks>>();

  /**
   * `commonValueIds` are the values that are stored as bits. The caller gets these bits from `bitsOf` and fills them.
   */
  static *build(columns: Columns, commonValueIds: readonly number[], largestId: number): Steps<LargeSegment> {
    const sets = new BitSets(columns.size, commonValueIds.length);
    const common = new Map(commonValueIds.map((id) => [id, sets.add()]));
    const isRare = Array.from({ length: largestId + 1 }, (_, id) => !common.has(id));
    const rare = {
      own: yield* RareValues.build(columns.own, isRare),
      variants: yield* RareValues.build(columns.variants, isRare),
    };
    const byBlock = yield* countByBlock([columns.own, columns.variants], largestId + 1);
    return new LargeSegment(columns, { largestId, sets, common, rare, byBlock });
  }

  private constructor(columns: Columns, values: Values) {
    this.#columns = columns;
    this.#values = values;
    this.#comboSets = new ComboSets(columns.combosOf);
  }

  get usesWasm(): boolean {
    return this.#values.sets.usesWasm;
  }

  /** The products that have a common value; undefined for a rare one. */
  bitsOf(id: number): Bitset | undefined {
    return this.#values.common.get(id);
  }

  /** For counting matches within price ranges. */
  matches(bits: Bitset): Matches {
    return new Matches(bits, this.#columns.size);
  }

  /** For counting the values of matches within price ranges. */
  counts(tally: Tally): BlockCounts {
    return new BlockCounts(tally, this.#columns.size, this.#values.largestId + 1);
  }

  /** The size of the result of `counts` with all values. */
  get bytesOfCounts(): number {
    return blockCount(this.#columns.size) * (this.#values.largestId + 1) * 2;
  }

  /** How to count values that a column lists. */
  listedCounts(name: 'own' | 'variants', ids: readonly number[]): FastCounts {
    const { sets, common, rare, byBlock } = this.#values;
    const commonValueIds = ids.filter((id) => common.has(id));
    return {
      costPerProduct: (this.#columns[name].values.length / Math.max(1, this.#columns.size) + 1) * COST_PER_LISTED_VALUE,
      common: { bitSets: sets, ids: commonValueIds, sets: commonValueIds.map((id) => common.get(id)!) },
      rare: commonValueIds.length < ids.length ? rare[name] : undefined,
      all: byBlock,
    };
  }

  /** How to count the values that `valuesOf` lists for each combination; it must depend only on `choice`. */
  comboCounts(choice: string, valuesOf: ListColumn, isForMany: boolean): FastCounts {
    return { costPerProduct: COST_PER_COMBOS, common: this.#comboSets.setsFor(choice, valuesOf, isForMany) };
  }

  /** The products of this segment among `ids`, which are ascending. Cached for each array of ids. */
  commonIds(ids: Uint32Array): CommonIds {
    const cached = this.#commonIds.get(ids) ?? new CommonIds(this.#columns.idsAscending, ids);
    this.#commonIds.set(ids, cached);
    return cached;
  }

  /** The number of matches before each block of an order; undefined if the order contains only matches. */
  matchesBefore({ match, run, sort, order, count }: OrderedPart): Uint32Array | undefined {
    if (order.length === count) return undefined;
    const blockOf = this.#blockOf.get(sort) ?? blocksOfOrder(order);
    this.#blockOf.set(sort, blockOf);
    const bySort = this.#orderBlocks.get(match) ?? new Map<FixedSort, OrderBlocks>();
    const blocks = bySort.get(sort) ?? new OrderBlocks(match, blockOf);
    this.#orderBlocks.set(match, bySort.set(sort, blocks));
    return blocks.before(run);
  }

  /** Call it when bits that were passed to `matchesBefore` have changed. */
  forgetOrder(match: Bitset): void {
    this.#orderBlocks.delete(match);
  }
}

interface LargePart extends OrderedPart {
  segment: OrderedPart['segment'] & { large: LargeSegment };
}

/**
 * The index in each part's order after the first `offset` matches overall: the same as stepping through the orders, in
 * the same time for every offset. An order contains all products of its segment, or only matches.
 */
export function seekIndexes(parts: readonly LargePart[], offset: number): number[] {
  const counted = parts.map((part) => ({ ...part, before: part.segment.large.matchesBefore(part) }));
  return indexesAfter(counted, offset);
}
