import { sortByKey } from '#lib/catalog/listing-index/large/large-segment.ts';
import type { ListColumn } from '#lib/catalog/listing-index/positions/product-values.ts';
import { COMBO_LENGTH, type Combo, comboValues } from '#lib/catalog/listing-index/segment/listing-tokens.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';

const STEP_SIZE = 256;

export interface ListingRow {
  id: number;
  minPaise: number;
  sold: number;
  createdAt: number;
  productValueIds: number[];
  /** The distinct combinations of the variants, one after another. */
  combos: number[];
}

/** Products sorted by ascending price, then newest first. The index of a product in this order is its position. */
export interface ListingColumns {
  size: number;
  idsAscending: Uint32Array;
  /** The position of each product in `idsAscending`. */
  positions: Uint32Array;
  ids: Float64Array;
  minPaise: Float64Array;
  sold: Float64Array;
  createdAt: Float64Array;
  /** The ids of each product's own values, not of its variants' values. */
  productValues: ListColumn;
  /** The ids of the values of each product's variants, without duplicates. */
  variantValues: ListColumn;
  /** The distinct combinations of each product's variants, as indexes into `combos`. */
  combosOf: ListColumn;
  combos: Combo[];
}

/** Stores products only as columns: a million objects would need 600 MB. */
export class ColumnsBuilder {
  readonly #ids = new GrowingColumn(Float64Array);
  readonly #minPaise = new GrowingColumn(Float64Array);
  readonly #sold = new GrowingColumn(Float64Array);
  readonly #createdAt = new GrowingColumn(Float64Array);
  readonly #productValues = new GrowingLists();
  readonly #variantValues = new GrowingLists();
  readonly #combosOf = new GrowingLists();
  readonly #combos: Combo[] = [];
  readonly #comboValues: number[][] = [];
  readonly #indexByCombo = new Map<string, number>();

  /** Adds a product. Products must be added in the order of ascending ids. */
  add({ id, minPaise, sold, createdAt, productValueIds, combos }: ListingRow): void {
    this.#ids.push(id);
    this.#minPaise.push(minPaise);
    this.#sold.push(sold);
    this.#createdAt.push(createdAt);
    for (const valueId of productValueIds) this.#productValues.push(valueId);
    this.#productValues.endList();
    for (let comboStart = 0; comboStart < combos.length; comboStart += COMBO_LENGTH) {
      const index = this.#indexOf(combos.slice(comboStart, comboStart + COMBO_LENGTH));
      this.#combosOf.push(index);
      for (const value of this.#comboValues[index]!) this.#variantValues.pushOnce(value);
    }
    this.#combosOf.endList();
    this.#variantValues.endList();
  }

  *columns(): Steps<ListingColumns> {
    const ids = this.#ids.toArray();
    const prices = this.#minPaise.toArray();
    const order = yield* sortByKey(newestFirst(ids.length), (index) => prices[index]!);
    return {
      size: ids.length,
      idsAscending: Uint32Array.from(ids),
      positions: yield* inverseOf(order),
      ids: yield* reorder(ids, order),
      minPaise: yield* reorder(prices, order),
      sold: yield* reorder(this.#sold.toArray(), order),
      createdAt: yield* reorder(this.#createdAt.toArray(), order),
      productValues: yield* this.#productValues.reorder(order),
      variantValues: yield* this.#variantValues.reorder(order),
      combosOf: yield* this.#combosOf.reorder(order),
      combos: this.#combos,
    };
  }

  #indexOf(combo: Combo): number {
    const key = combo.join();
    const knownIndex = this.#indexByCombo.get(key);
    if (knownIndex !== undefined) return knownIndex;
    this.#indexByCombo.set(key, this.#combos.length);
    this.#comboValues.push(comboValues(combo));
    return this.#combos.push(combo) - 1;
  }
}

function newestFirst(size: number): Uint32Array {
  const indexes = new Uint32Array(size);
  for (let index = 0; index < size; index++) indexes[index] = size - 1 - index;
  return indexes;
}

function* reorder(column: Float64Array, order: Uint32Array): Steps<Float64Array> {
  const newColumn = new Float64Array(order.length);
  for (let index = 0; index < order.length; index++) {
    newColumn[index] = column[order[index]!]!;
    if (index % STEP_SIZE === 0) yield;
  }
  return newColumn;
}

function* inverseOf(order: Uint32Array): Steps<Uint32Array> {
  const inverse = new Uint32Array(order.length);
  for (let index = 0; index < order.length; index++) {
    inverse[order[index]!] = index;
    if (index % STEP_SIZE === 0) yield;
  }
  return inverse;
}

/** Lists of numbers. Numbers are added to the last list until `endList` is called. */
class GrowingLists {
  readonly #starts = new GrowingColumn(Uint32Array);
  readonly #values = new GrowingColumn(Uint32Array);
  #start = 0;

  push(value: number): void {
    this.#values.push(value);
  }

  pushOnce(value: number): void {
    if (!this.#values.has(value, this.#start)) this.push(value);
  }

  endList(): void {
    this.#starts.push(this.#start);
    this.#start = this.#values.length;
  }

  *reorder(order: Uint32Array): Steps<ListColumn> {
    const [starts, values] = [this.#starts.toArray(), this.#values.toArray()];
    const column = { starts: new Uint32Array(order.length + 1), values: new Uint32Array(values.length) };
    let end = 0;
    for (let index = 0; index < order.length; index++) {
      const listIndex = order[index]!;
      const listEnd = starts[listIndex + 1] ?? values.length;
      for (let from = starts[listIndex]!; from < listEnd; from++) column.values[end++] = values[from]!;
      column.starts[index + 1] = end;
      if (index % STEP_SIZE === 0) yield;
    }
    return column;
  }
}

class GrowingColumn<Column extends Float64Array | Uint32Array> {
  length = 0;
  readonly #type: new (
    size: number,
  ) => Column;
  #values: Column;

  constructor(type: new (size: number) => Column) {
    this.#type = type;
    this.#values = new type(64);
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const largerColumn = new this.#type(this.length * 2);
      largerColumn.set(this.#values);
      this.#values = largerColumn;
    }
    this.#values[this.length++] = value;
  }

  has(value: number, from: number): boolean {
    for (let index = from; index < this.length; index++) if (this.#values[index] === value) return true;
    return false;
  }

  toArray(): Column {
    return this.#values.slice(0, this.length) as Column;
  }
}
