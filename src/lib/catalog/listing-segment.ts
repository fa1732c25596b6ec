import { type Bitset, clearBit, emptyBitset, forEachBit, fullBitset, hasBit, setBit } from '#lib/catalog/bitset.ts';
import type { Sort } from '#lib/catalog/catalog.ts';
import { sortByKey } from '#lib/catalog/radix-order.ts';

/** What the index knows of a product. */
export interface ListingRow {
  id: number;
  minPaise: number;
  sold: number;
  createdAt: number;
  /** Facet values of the product itself. */
  ownIds: number[];
  /** Size, color, age, flags of each distinct variant, one after the other. */
  combos: number[];
}

/** Facet values as their variants have them: size, color, age, and flags (1 in stock, 2 may be ordered ahead). */
export type Combo = readonly [size: number, color: number, age: number, flags: number];

/** Bits that common choices of variants share: about 5 MB each in a segment of a million products. */
const VALUE_SETS_KEPT = 8;

const LARGEST_KEY = Number.MAX_SAFE_INTEGER;

/** Some of the products, unchangeable but for `kill`: a product that changes is killed here and stands in a newer segment. */
export class ListingSegment {
  readonly size: number;
  readonly alive: Bitset;
  readonly ids: Float64Array;
  readonly minPaise: Float64Array;
  readonly sold: Float64Array;
  readonly createdAt: Float64Array;
  readonly ownStarts: Uint32Array;
  readonly ownIds: Uint32Array;
  readonly comboStarts: Uint32Array;
  readonly comboAt: Uint32Array;
  readonly combos: Combo[];
  /** Facet values that a product has on any of its variants, each once. */
  readonly variantStarts: Uint32Array;
  readonly variantIds: Uint32Array;
  readonly largestValueId: number;
  /** Positions of a value's products: bits, or a list where that is smaller. */
  readonly #postings = new Map<number, { bits?: Bitset; list: Uint32Array }>();
  #countingWork = 0;
  readonly #valueSets = new Map<string, Map<number, Bitset>>();
  readonly #orders = new Map<Sort, Uint32Array>();

  /** `rows` by ascending id. */
  constructor(rows: ListingRow[]) {
    this.size = rows.length;
    this.alive = fullBitset(this.size);
    this.ids = Float64Array.from(rows, (row) => row.id);
    this.minPaise = Float64Array.from(rows, (row) => row.minPaise);
    this.sold = Float64Array.from(rows, (row) => row.sold);
    this.createdAt = Float64Array.from(rows, (row) => row.createdAt);
    this.ownStarts = startsOf(rows, (row) => row.ownIds.length);
    this.ownIds = new Uint32Array(this.ownStarts[this.size]!);
    this.comboStarts = startsOf(rows, (row) => row.combos.length / 4);
    this.comboAt = new Uint32Array(this.comboStarts[this.size]!);
    this.combos = this.#fill(rows);
    this.largestValueId = [...this.#postings.keys()].reduce((a, b) => Math.max(a, b), 2);
    const distinct = rows.map((row) => variantValues(row.combos));
    this.variantStarts = startsOf(distinct, (ids) => ids.length);
    this.variantIds = new Uint32Array(this.variantStarts[this.size]!);
    for (const [position, ids] of distinct.entries()) this.variantIds.set(ids, this.variantStarts[position]);
    for (const { bits, list } of this.#postings.values()) this.#countingWork += bits?.length ?? list.length * 2;
  }

  /** Whether counting value after value, by whole words, is less work than product after product. */
  isCountedByValue(products: number): boolean {
    const valuesAProduct = (this.ownIds.length + this.variantIds.length) / Math.max(1, this.size);
    return products * valuesAProduct * 2 > this.#countingWork;
  }

  /** Bits of all products that have one of the values. */
  union(valueIds: number[]): Bitset {
    const bits = emptyBitset(this.size);
    for (const id of valueIds) {
      const posting = this.#postings.get(id);
      if (posting?.bits) for (let i = 0; i < bits.length; i++) bits[i]! |= posting.bits[i]!;
      else if (posting) for (const position of posting.list) setBit(bits, position);
    }
    return bits;
  }

  postings(): Iterable<[number, { bits?: Bitset; list: Uint32Array }]> {
    return this.#postings;
  }

  /**
   * Of each value, the products that have it on a variant for which it counts. `valueAt` gives five values a
   * combination, the rest 0. It is one pass over all variants, kept for the other lists that choose the same.
   */
  valueSets(valueAt: Uint32Array): ReadonlyMap<number, Bitset> {
    const key = valueAt.join();
    const kept = this.#valueSets.get(key);
    if (kept) return kept;
    const sets = new Map<number, Bitset>();
    for (const id of valueAt) if (id !== 0) sets.set(id, sets.get(id) ?? emptyBitset(this.size));
    const setAt = Array.from(valueAt, (id) => sets.get(id));
    for (let position = 0; position < this.size; position++) {
      for (let at = this.comboStarts[position]!; at < this.comboStarts[position + 1]!; at++) {
        for (let i = this.comboAt[at]! * 5, end = i + 5; i < end; i++) {
          const set = setAt[i];
          if (!set) break;
          setBit(set, position);
        }
      }
    }
    this.#valueSets.set(key, sets);
    const oldest = this.#valueSets.size > VALUE_SETS_KEPT ? this.#valueSets.keys().next() : undefined;
    if (oldest && !oldest.done) this.#valueSets.delete(oldest.value);
    return sets;
  }

  /** Positions in the order of a list, dead ones among them; ties newest first. */
  order(sort: Sort): Uint32Array {
    const kept = this.#orders.get(sort);
    if (kept) return kept;
    const newestFirst = Uint32Array.from({ length: this.size }, (_, i) => this.size - 1 - i);
    const order = sortByKey(newestFirst, (position) => this.key(sort, position));
    this.#orders.set(sort, order);
    return order;
  }

  /** Lists run from the smallest key to the largest. */
  key(sort: Sort, position: number): number {
    if (sort === 'lowtohigh') return this.minPaise[position]!;
    if (sort === 'hightolow') return LARGEST_KEY - this.minPaise[position]!;
    return LARGEST_KEY - (sort === 'top_sale' ? this.sold : this.createdAt)[position]!;
  }

  positionOf(id: number): number | undefined {
    let low = 0;
    let high = this.size - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.ids[middle]!;
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  kill(id: number): void {
    const position = this.positionOf(id);
    if (position !== undefined) clearBit(this.alive, position);
  }

  /** Its living products as rows again, for a merge with another segment. */
  rows(): ListingRow[] {
    const rows: ListingRow[] = [];
    forEachBit(this.alive, (position) => {
      const combos = this.comboAt.subarray(this.comboStarts[position], this.comboStarts[position + 1]);
      rows.push({
        id: this.ids[position]!,
        minPaise: this.minPaise[position]!,
        sold: this.sold[position]!,
        createdAt: this.createdAt[position]!,
        ownIds: [...this.ownIds.subarray(this.ownStarts[position], this.ownStarts[position + 1])],
        combos: [...combos].flatMap((combo) => [...this.combos[combo]!]),
      });
    });
    return rows;
  }

  isAlive(position: number): boolean {
    return hasBit(this.alive, position);
  }

  #fill(rows: ListingRow[]): Combo[] {
    const combos: Combo[] = [];
    const comboIndex = new Map<string, number>();
    const lists = new Map<number, number[]>();
    const post = (id: number, position: number) => {
      const list = lists.get(id);
      if (!list) lists.set(id, [position]);
      else if (list.at(-1) !== position) list.push(position);
    };
    for (const [position, row] of rows.entries()) {
      this.ownIds.set(row.ownIds, this.ownStarts[position]);
      for (const id of row.ownIds) post(id, position);
      for (let i = 0; i < row.combos.length; i += 4) {
        const [size, color, age, flags] = [row.combos[i]!, row.combos[i + 1]!, row.combos[i + 2]!, row.combos[i + 3]!];
        const key = `${size},${color},${age},${flags}`;
        let combo = comboIndex.get(key);
        if (combo === undefined) {
          combo = combos.push([size, color, age, flags]) - 1;
          comboIndex.set(key, combo);
        }
        this.comboAt[this.comboStarts[position]! + i / 4] = combo;
        for (const id of comboValues(size, color, age, flags)) post(id, position);
      }
    }
    for (const [id, list] of lists) this.#postings.set(id, posting(list, this.size));
    return combos;
  }
}

/** The facet values of a combination; 1 and 2 are the two availabilities. */
export function comboValues(size: number, color: number, age: number, flags: number): number[] {
  const ids: number[] = [];
  if (size !== 0) ids.push(size);
  if (color !== 0) ids.push(color);
  if (age !== 0) ids.push(age);
  if (flags & 1) ids.push(1);
  if (flags & 2) ids.push(2);
  return ids;
}

function posting(list: number[], size: number): { bits?: Bitset; list: Uint32Array } {
  if (list.length * 32 <= size) return { list: Uint32Array.from(list) };
  const bits = emptyBitset(size);
  for (const position of list) setBit(bits, position);
  return { bits, list: new Uint32Array(0) };
}

function variantValues(combos: number[]): number[] {
  const ids = new Set<number>();
  for (let i = 0; i < combos.length; i += 4) {
    for (const id of comboValues(combos[i]!, combos[i + 1]!, combos[i + 2]!, combos[i + 3]!)) ids.add(id);
  }
  return [...ids];
}

function startsOf<T>(rows: T[], lengthOf: (row: T) => number): Uint32Array {
  const starts = new Uint32Array(rows.length + 1);
  for (const [position, row] of rows.entries()) starts[position + 1] = starts[position]! + lengthOf(row);
  return starts;
}
