import { performance } from 'node:perf_hooks';
import { vi } from 'vitest';

/** Runs long work with a clock that makes the work yield after each step. `yields` returns the number of yields. */
export async function countYields<T>(work: (yields: () => number) => Promise<T>): Promise<T> {
  // The clock advances by a millisecond at each call.
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++now);
  let yields = 0;
  let isOver = false;
  const next = () => {
    yields++;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  try {
    return await work(() => yields);
  } finally {
    isOver = true;
    clock.mockRestore();
  }
}
