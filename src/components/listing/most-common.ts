/**
 * Returns the `max` values with the highest counts, in the order of the input. Of values with equal counts, the first
 * ones are preferred. Sorts only the counts, which is fast even if a facet has thousands of values.
 */
export function mostCommonValues<Value extends { count: number }>(values: readonly Value[], max: number): Value[] {
  const counts = Uint32Array.from(values.map(({ count }) => count)).sort();
  const minCount = counts.at(-max) ?? 0;
  const higherCount = values.filter(({ count }) => count > minCount).length;
  let remainingTies = max - higherCount;
  return values.filter(({ count }) => count > minCount || (count === minCount && remainingTies-- > 0));
}
