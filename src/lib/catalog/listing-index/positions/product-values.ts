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

/** A list of numbers for each position, with all lists in one array. A list ends where the next list starts. */
export interface ListColumn {
  /** The start of each list in `values`, followed by the end of the last list. */
  starts: Uint32Array;
  values: Uint32Array;
}

/** Returns a column that contains the given lists of numbers. */
export function listColumn(lists: readonly (readonly number[])[]): ListColumn {
  const starts = new Uint32Array(lists.length + 1);
  for (const [position, list] of lists.entries()) starts[position + 1] = starts[position]! + list.length;
  return { starts, values: Uint32Array.from(lists.flat()) };
}
