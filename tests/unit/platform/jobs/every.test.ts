import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { every } from '#lib/platform/jobs/every.server.ts';

const PAUSE_MS = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns work whose runs end only when the test ends them. */
function slowWork() {
  const endFunctions: ((failure?: Error) => void)[] = [];
  const work = (_signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => endFunctions.push((failure) => (failure ? reject(failure) : resolve())));
  return { work: vi.fn(work), endFunctions };
}

test('a job starts immediately and never overlaps itself', async () => {
  const { work, endFunctions } = slowWork();
  const stop = every(PAUSE_MS, 'test', work, { warn: vi.fn() });
  await vi.advanceTimersByTimeAsync(10 * PAUSE_MS);
  expect(work).toHaveBeenCalledTimes(1);
  endFunctions[0]?.();
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(work).toHaveBeenCalledTimes(2);
  endFunctions[1]?.();
  await stop();
});

test('a job reports a failure and continues', async () => {
  const { work, endFunctions } = slowWork();
  const warn = vi.fn();
  const stop = every(PAUSE_MS, 'test', work, { warn });
  endFunctions[0]?.(new Error('no disk'));
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(work).toHaveBeenCalledTimes(2);
  endFunctions[1]?.();
  await stop();
});

test('stopping a job aborts the work, waits until it ends, and does not start it again', async () => {
  const { work, endFunctions } = slowWork();
  const stop = every(PAUSE_MS, 'test', work, { warn: vi.fn() });
  let isStopped = false;
  const stopping = stop().then(() => {
    isStopped = true;
  });
  expect(work.mock.calls[0]?.[0].aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(isStopped).toBe(false);
  endFunctions[0]?.();
  await stopping;
  await vi.advanceTimersByTimeAsync(5 * PAUSE_MS);
  expect(work).toHaveBeenCalledTimes(1);
});
