export type SeededRandom = ReturnType<typeof seededRandom>;

/** Returns a random number generator (mulberry32). The same seed gives the same numbers. */
export function seededRandom(seed: number) {
  let state = seed >>> 0;
  /** Returns a number that is at least 0 and less than 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  /** Returns an integer from 0 to `limit` - 1. */
  const integerBelow = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    integerBelow,
    chance: (probability: number) => next() < probability,
    pick<T>(items: readonly T[]): T {
      const item = items[integerBelow(items.length)];
      if (item === undefined && items.length === 0) throw new Error('nothing to pick from');
      return item as T;
    },
  };
}
