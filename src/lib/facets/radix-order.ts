const DIGIT_BITS = 16;
const DIGITS = 1 << DIGIT_BITS;
/** Counting digits takes as long as comparing so many: one changed product must not cost as much as 65,536. */
const COMPARED_AT_MOST = 4_000;

/** Stable, smallest key first. */
export function sortByKey(positions: Uint32Array, keyOf: (position: number) => number): Uint32Array {
  const size = positions.length;
  if (size <= COMPARED_AT_MOST) return Uint32Array.from([...positions].sort((a, b) => keyOf(a) - keyOf(b)));
  const low = new Uint32Array(size);
  const high = new Uint32Array(size);
  for (const position of positions) {
    const key = keyOf(position);
    low[position] = key % 2 ** 32;
    high[position] = Math.floor(key / 2 ** 32);
  }
  let from: Uint32Array = positions;
  let to: Uint32Array = new Uint32Array(size);
  for (const words of [low, high]) {
    for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
      if (!spread(from, to, words, shift)) continue;
      [from, to] = [to, from];
    }
  }
  return from;
}

function spread(from: Uint32Array, to: Uint32Array, words: Uint32Array, shift: number): boolean {
  const starts = new Uint32Array(DIGITS + 1);
  for (const position of from) starts[((words[position]! >>> shift) & (DIGITS - 1)) + 1]!++;
  if (starts.includes(from.length)) return false;
  for (let digit = 1; digit <= DIGITS; digit++) starts[digit]! += starts[digit - 1]!;
  for (const position of from) to[starts[(words[position]! >>> shift) & (DIGITS - 1)]!++] = position;
  return true;
}
