/** A list of numbers for each position, all in one array: a list ends where the next one starts. */
export interface ListColumn {
  /** Has one entry more than there are positions. */
  starts: Uint32Array;
  values: Uint32Array;
}

/** Puts lists of numbers into one column. */
export function listColumn(lists: readonly (readonly number[])[]): ListColumn {
  const starts = new Uint32Array(lists.length + 1);
  for (const [position, list] of lists.entries()) starts[position + 1] = starts[position]! + list.length;
  return { starts, values: Uint32Array.from(lists.flat()) };
}
