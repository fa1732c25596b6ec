import type { Steps } from '#lib/platform/jobs/steps.ts';

const DIGIT_BITS = 16;
const DIGITS = 1 << DIGIT_BITS;
/** Up to this many positions, a comparison sort is faster than counting 65,536 digits. */
const MAX_COMPARED = 4_000;

const STEP_SIZE = 2_048;

/** Stable, smallest key first. Keys are integers from 0 on. */
export function* sortByKey(positions: Uint32Array, keyOf: (position: number) => number): Steps<Uint32Array> {
  const size = positions.length;
  if (size <= MAX_COMPARED) return Uint32Array.from([...positions].sort((a, b) => keyOf(a) - keyOf(b)));
  const low = new Uint32Array(size);
  const high = new Uint32Array(size);
  for (let at = 0; at < size; at++) {
    const position = positions[at]!;
    const key = keyOf(position);
    low[position] = key % 2 ** 32;
    high[position] = Math.floor(key / 2 ** 32);
    if (at % STEP_SIZE === 0) yield;
  }
  let from: Uint32Array = positions;
  let to: Uint32Array = new Uint32Array(size);
  for (const words of [low, high]) {
    for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
      if (!(yield* sortByDigit(from, to, words, shift))) continue;
      [from, to] = [to, from];
    }
  }
  return from;
}

/** Returns false, without writing to `to`, if all keys have the same digit. */
function* sortByDigit(from: Uint32Array, to: Uint32Array, words: Uint32Array, shift: number): Steps<boolean> {
  const starts = new Uint32Array(DIGITS + 1);
  for (let at = 0; at < from.length; at++) {
    starts[((words[from[at]!]! >>> shift) & (DIGITS - 1)) + 1]!++;
    if (at % STEP_SIZE === 0) yield;
  }
  if (starts.includes(from.length)) return false;
  yield;
  for (let digit = 1; digit <= DIGITS; digit++) starts[digit]! += starts[digit - 1]!;
  for (let at = 0; at < from.length; at++) {
    const position = from[at]!;
    to[starts[(words[position]! >>> shift) & (DIGITS - 1)]!++] = position;
    if (at % STEP_SIZE === 0) yield;
  }
  return true;
}
