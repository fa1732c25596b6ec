const COUNTED_BELOW = 1024;

/** Of at least `n` numbers. Most words are in few products, and such numbers are counted, not sorted. */
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
