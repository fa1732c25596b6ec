/**
 * The `max` values with the highest counts, in the order of the input; of equal counts, the first ones. Sorts only
 * numbers, because a facet may have thousands of values.
 */
export function mostCommon<Value extends { count: number }>(values: readonly Value[], max: number): Value[] {
  const counts = Uint32Array.from(values.map(({ count }) => count)).sort();
  const minCount = counts.at(-max) ?? 0;
  const higher = values.filter(({ count }) => count > minCount).length;
  let equalLeft = max - higher;
  return values.filter(({ count }) => count > minCount || (count === minCount && equalLeft-- > 0));
}
