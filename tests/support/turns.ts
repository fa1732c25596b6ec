import { performance } from 'node:perf_hooks';
import { vi } from 'vitest';

/** Runs long work with a clock on which each of its steps takes as long as a turn of the event loop may; gives the number of turns so far. */
export async function withTurns<T>(work: (turns: () => number) => Promise<T>): Promise<T> {
  // A millisecond passes whenever the work looks at the clock.
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
