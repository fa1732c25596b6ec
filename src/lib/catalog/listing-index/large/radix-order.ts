import type { Steps } from '#lib/platform/jobs/steps.ts';

const DIGIT_BITS = 16;
const RADIX = 1 << DIGIT_BITS;
/** Up to this many positions, a comparison sort is faster than counting 65,536 digits. */
const MAX_COMPARISON_SORT_SIZE = 4_000;

const STEP_SIZE = 2_048;

/**
 * Returns the positions sorted by ascending key. The sort is stable, and may overwrite `positions`, which must contain
 * each number below its length once. Keys must be non-negative integers.
 */
export function* sortByKey(positions: Uint32Array, keyOf: (position: number) => number): Steps<Uint32Array> {
  const size = positions.length;
  if (size <= MAX_COMPARISON_SORT_SIZE) return Uint32Array.from([...positions].sort((a, b) => keyOf(a) - keyOf(b)));
  const lowWords = new Uint32Array(size);
  const highWords = new Uint32Array(size);
  for (let index = 0; index < size; index++) {
    const position = positions[index]!;
    const key = keyOf(position);
    lowWords[position] = key % 2 ** 32;
    highWords[position] = Math.floor(key / 2 ** 32);
    if (index % STEP_SIZE === 0) yield;
  }
  let source: Uint32Array = positions;
  let target: Uint32Array = new Uint32Array(size);
  for (const words of [lowWords, highWords]) {
    for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
      if (!(yield* sortByDigit(source, target, words, shift))) continue;
      [source, target] = [target, source];
    }
  }
  return source;
}

/** Sorts by one digit. Returns false, without writing to `target`, if all keys have the same digit. */
function* sortByDigit(source: Uint32Array, target: Uint32Array, words: Uint32Array, shift: number): Steps<boolean> {
  const starts = new Uint32Array(RADIX + 1);
  for (let index = 0; index < source.length; index++) {
    starts[((words[source[index]!]! >>> shift) & (RADIX - 1)) + 1]!++;
    if (index % STEP_SIZE === 0) yield;
  }
  if (starts.includes(source.length)) return false;
  yield;
  for (let digit = 1; digit <= RADIX; digit++) starts[digit]! += starts[digit - 1]!;
  for (let index = 0; index < source.length; index++) {
    const position = source[index]!;
    target[starts[(words[position]! >>> shift) & (RADIX - 1)]!++] = position;
    if (index % STEP_SIZE === 0) yield;
  }
  return true;
}
