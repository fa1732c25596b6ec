import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { every } from '#lib/platform/jobs/every.server.ts';

const PAUSE_MS = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Work whose runs end when the test ends them. */
function slowWork() {
  const ends: ((failure?: Error) => void)[] = [];
  const work = (_signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => ends.push((failure) => (failure ? reject(failure) : resolve())));
  return { work: vi.fn(work), ends };
}

test('a job starts immediately and never overlaps itself', async () => {
  const { work, ends } = slowWork();
  const stop = every(PAUSE_MS, 'test', work, { warn: vi.fn() });
  await vi.advanceTimersByTimeAsync(10 * PAUSE_MS);
  expect(work).toHaveBeenCalledTimes(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(work).toHaveBeenCalledTimes(2);
  ends[1]?.();
  await stop();
});

test('a job continues after a failure, which is reported', async () => {
  const { work, ends } = slowWork();
  const warn = vi.fn();
  const stop = every(PAUSE_MS, 'test', work, { warn });
  ends[0]?.(new Error('no disk'));
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(work).toHaveBeenCalledTimes(2);
  ends[1]?.();
  await stop();
});

test('stopping a job aborts the work, waits for it, and does not start it again', async () => {
  const { work, ends } = slowWork();
  const stop = every(PAUSE_MS, 'test', work, { warn: vi.fn() });
  let isStopped = false;
  const stopped = stop().then(() => {
    isStopped = true;
  });
  expect(work.mock.calls[0]?.[0].aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(isStopped).toBe(false);
  ends[0]?.();
  await stopped;
  await vi.advanceTimersByTimeAsync(5 * PAUSE_MS);
  expect(work).toHaveBeenCalledTimes(1);
});
