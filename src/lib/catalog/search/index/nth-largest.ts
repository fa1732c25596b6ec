const MIN_SORTED_NUMBER = 1024;

/**
 * Returns the n-th largest number. `numbers` must have at least `n` entries. Small numbers are counted, not sorted,
 * because they are the most frequent.
 */
export function nthLargest(numbers: Uint32Array, n: number): number {
  const counts = new Uint32Array(MIN_SORTED_NUMBER);
  const largeNumbers: number[] = [];
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index]!;
    if (number < MIN_SORTED_NUMBER) counts[number]!++;
    else largeNumbers.push(number);
  }
  if (largeNumbers.length >= n) return largeNumbers.sort((a, b) => b - a)[n - 1]!;
  let remainingCount = n - largeNumbers.length;
  let number = MIN_SORTED_NUMBER - 1;
  while (number > 0 && counts[number]! < remainingCount) remainingCount -= counts[number--]!;
  return number;
}
