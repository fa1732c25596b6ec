import { performance } from 'node:perf_hooks';
import { vi } from 'vitest';

/** Runs long work with a clock that makes it yield after each step; returns the number of turns so far. */
export async function withTurns<T>(work: (turns: () => number) => Promise<T>): Promise<T> {
  // The clock advances by a millisecond at each call.
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++now);
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    return await work(() => turns);
  } finally {
    isOver = true;
    clock.mockRestore();
  }
}
