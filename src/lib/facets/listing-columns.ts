import { COMBO_LENGTH, type Combo, comboValues } from '#lib/facets/listing-tokens.ts';

export interface ListingRow {
  id: number;
  minPaise: number;
  sold: number;
  createdAt: number;
  ownIds: number[];
  combos: number[];
}

export interface ListingColumns {
  size: number;
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

/** Never holds all products as objects: a million of them are 600 MB. */
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

  columns(): ListingColumns {
    return {
      size: this.#ids.length,
      ids: this.#ids.taken(),
      minPaise: this.#minPaise.taken(),
      sold: this.#sold.taken(),
      createdAt: this.#createdAt.taken(),
      ownStarts: this.#ownStarts.taken(),
      ownIds: this.#ownIds.taken(),
      comboStarts: this.#comboStarts.taken(),
      comboAt: this.#comboAt.taken(),
      combos: this.#combos,
      variantStarts: this.#variantStarts.taken(),
      variantIds: this.#variantIds.taken(),
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

  taken(): Column {
    return this.#values.slice(0, this.length) as Column;
  }
}
