const COUNTED_BELOW = 1024;

/** `numbers` must have at least `n` entries. Small numbers, which are the most frequent, are counted, not sorted. */
export function nthLargest(numbers: Uint32Array, n: number): number {
  const times = new Uint32Array(COUNTED_BELOW);
  const large: number[] = [];
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at]!;
    if (number < COUNTED_BELOW) times[number]!++;
    else large.push(number);
  }
  if (large.length >= n) return large.sort((a, b) => b - a)[n - 1]!;
  let missing = n - large.length;
  let number = COUNTED_BELOW - 1;
  while (number > 0 && times[number]! < missing) missing -= times[number--]!;
  return number;
}
