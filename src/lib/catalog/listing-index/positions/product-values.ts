import type { ListColumn } from '#lib/catalog/listing-index/positions/list-column.ts';

/** A set of products of a segment, by position. */
export interface PositionSet {
  visit(callback: (position: number) => void): void;
}

/** The values that each product adds to the counts. */
export interface ProductValues {
  addEach(products: PositionSet, counts: Uint32Array): void;
}

/** The values that a column lists for each product. */
export class ListedValues implements ProductValues {
  readonly #column: ListColumn;

  constructor(column: ListColumn) {
    this.#column = column;
  }

  addEach(products: PositionSet, counts: Uint32Array): void {
    const { starts, values } = this.#column;
    products.visit((position) => {
      for (let index = starts[position]!; index < starts[position + 1]!; index++) counts[values[index]!]!++;
    });
  }
}
