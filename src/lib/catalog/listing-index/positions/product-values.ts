import type { ListColumn } from '#lib/catalog/listing-index/positions/list-column.ts';

/** A set of products of a segment, by position. */
export interface PositionSet {
  visit(callback: (position: number) => void): void;
}

/** Adds the values of each product to the counts. */
export type AddValues = (products: PositionSet, counts: Uint32Array) => void;

/** Returns a function that adds the values that a column lists for each product. */
export function addListedValues({ starts, values }: ListColumn): AddValues {
  return (products, counts) =>
    products.visit((position) => {
      for (let index = starts[position]!; index < starts[position + 1]!; index++) counts[values[index]!]!++;
    });
}
