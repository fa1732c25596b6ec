import { sortByKey } from '#lib/catalog/listing-index/large/radix-order.ts';
import { COMBO_LENGTH, type Combo, comboValues } from '#lib/catalog/listing-index/segment/listing-tokens.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';

const STEP_SIZE = 256;

export interface ListingRow {
  id: number;
  minPaise: number;
  sold: number;
  createdAt: number;
  ownIds: number[];
  combos: number[];
}

/** Products sorted by ascending price, then newest first. The index of a product in this order is its position. */
export interface ListingColumns {
  size: number;
  idsAscending: Uint32Array;
  positions: Uint32Array;
  ids: Float64Array;
  minPaise: Float64Array;
  sold: Float64Array;
  createdAt: Float64Array;
  ownStarts: Uint32Array;
  ownIds: Uint32Array;
  comboStarts: Uint32Array;
  comboAt: Uint32Array;
  combos: Combo[];
  variantStarts: Uint32Array;
  variantIds: Uint32Array;
}

/** Stores products as columns only: a million objects take 600 MB. */
export class ColumnsBuilder {
  readonly #ids = new GrowingColumn(Float64Array);
  readonly #minPaise = new GrowingColumn(Float64Array);
  readonly #sold = new GrowingColumn(Float64Array);
  readonly #createdAt = new GrowingColumn(Float64Array);
  readonly #ownStarts = new GrowingColumn(Uint32Array, 0);
  readonly #ownIds = new GrowingColumn(Uint32Array);
  readonly #comboStarts = new GrowingColumn(Uint32Array, 0);
  readonly #comboAt = new GrowingColumn(Uint32Array);
  readonly #variantStarts = new GrowingColumn(Uint32Array, 0);
  readonly #variantIds = new GrowingColumn(Uint32Array);
  readonly #combos: Combo[] = [];
  readonly #comboValues: number[][] = [];
  readonly #comboIndex = new Map<string, number>();

  add({ id, minPaise, sold, createdAt, ownIds, combos }: ListingRow): void {
    this.#ids.push(id);
    this.#minPaise.push(minPaise);
    this.#sold.push(sold);
    this.#createdAt.push(createdAt);
    for (const own of ownIds) this.#ownIds.push(own);
    this.#ownStarts.push(this.#ownIds.length);
    const begin = this.#variantIds.length;
    for (let at = 0; at < combos.length; at += COMBO_LENGTH) {
      const index = this.#indexOf(combos.slice(at, at + COMBO_LENGTH));
      this.#comboAt.push(index);
      for (const value of this.#comboValues[index]!)
        if (!this.#variantIds.has(value, begin)) this.#variantIds.push(value);
    }
    this.#comboStarts.push(this.#comboAt.length);
    this.#variantStarts.push(this.#variantIds.length);
  }

  *columns(): Steps<ListingColumns> {
    const ids = this.#ids.toArray();
    const prices = this.#minPaise.toArray();
    const order = yield* sortByKey(newestFirst(ids.length), (row) => prices[row]!);
    const own = yield* reorderLists(this.#ownStarts.toArray(), this.#ownIds.toArray(), order);
    const combos = yield* reorderLists(this.#comboStarts.toArray(), this.#comboAt.toArray(), order);
    const variants = yield* reorderLists(this.#variantStarts.toArray(), this.#variantIds.toArray(), order);
    return {
      size: ids.length,
      idsAscending: Uint32Array.from(ids),
      positions: yield* inverseOf(order),
      ids: yield* reordered(ids, order),
      minPaise: yield* reordered(prices, order),
      sold: yield* reordered(this.#sold.toArray(), order),
      createdAt: yield* reordered(this.#createdAt.toArray(), order),
      ownStarts: own.starts,
      ownIds: own.values,
      comboStarts: combos.starts,
      comboAt: combos.values,
      combos: this.#combos,
      variantStarts: variants.starts,
      variantIds: variants.values,
    };
  }

  #indexOf(combo: Combo): number {
    const key = combo.join();
    const known = this.#comboIndex.get(key);
    if (known !== undefined) return known;
    this.#comboIndex.set(key, this.#combos.length);
    this.#comboValues.push(comboValues(combo));
    return this.#combos.push(combo) - 1;
  }
}

function newestFirst(size: number): Uint32Array {
  const rows = new Uint32Array(size);
  for (let at = 0; at < size; at++) rows[at] = size - 1 - at;
  return rows;
}

function* reordered(column: Float64Array, order: Uint32Array): Steps<Float64Array> {
  const ordered = new Float64Array(order.length);
  for (let at = 0; at < order.length; at++) {
    ordered[at] = column[order[at]!]!;
    if (at % STEP_SIZE === 0) yield;
  }
  return ordered;
}

function* inverseOf(order: Uint32Array): Steps<Uint32Array> {
  const inverse = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at++) {
    inverse[order[at]!] = at;
    if (at % STEP_SIZE === 0) yield;
  }
  return inverse;
}

function* reorderLists(
  starts: Uint32Array,
  values: Uint32Array,
  order: Uint32Array,
): Steps<{ starts: Uint32Array; values: Uint32Array }> {
  const ordered = { starts: new Uint32Array(starts.length), values: new Uint32Array(values.length) };
  let end = 0;
  for (let at = 0; at < order.length; at++) {
    const row = order[at]!;
    for (let from = starts[row]!; from < starts[row + 1]!; from++) ordered.values[end++] = values[from]!;
    ordered.starts[at + 1] = end;
    if (at % STEP_SIZE === 0) yield;
  }
  return ordered;
}

class GrowingColumn<Column extends Float64Array | Uint32Array> {
  length = 0;
  readonly #type: new (
    size: number,
  ) => Column;
  #values: Column;

  constructor(type: new (size: number) => Column, ...first: number[]) {
    this.#type = type;
    this.#values = new type(64);
    for (const value of first) this.push(value);
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const wider = new this.#type(this.length * 2);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[this.length++] = value;
  }

  has(value: number, from: number): boolean {
    for (let at = from; at < this.length; at++) if (this.#values[at] === value) return true;
    return false;
  }

  toArray(): Column {
    return this.#values.slice(0, this.length) as Column;
  }
}
