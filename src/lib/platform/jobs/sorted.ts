import type { Steps } from '#lib/platform/jobs/steps.ts';

const ITEMS_PER_STEP = 128;

/** Returns a sorted copy of the items. The sort is stable, and yields between its steps. */
export function* sorted<T>(items: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  let from = [...items];
  for (let start = 0; start < from.length; start += ITEMS_PER_STEP) {
    const run = from.slice(start, start + ITEMS_PER_STEP).sort(compare);
    for (const [index, item] of run.entries()) from[start + index] = item;
    yield;
  }
  for (let width = ITEMS_PER_STEP; width < from.length; width *= 2) {
    const to: T[] = [];
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length);
      const end = Math.min(middle + width, from.length);
      let [left, right] = [start, middle];
      while (left < middle || right < end) {
        const takesLeft = right >= end || (left < middle && compare(from[left]!, from[right]!) <= 0);
        to.push(from[takesLeft ? left++ : right++]!);
        if (to.length % ITEMS_PER_STEP === 0) yield;
      }
    }
    from = to;
  }
  return from;
}
