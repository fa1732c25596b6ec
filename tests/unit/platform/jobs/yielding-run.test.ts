import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Steps } from '#lib/platform/jobs/steps.ts';
import { WaitingQueries, yieldingRun } from '#lib/platform/jobs/yielding-run.server.ts';

beforeEach(() => {
  // The clock advances by a millisecond at each call, so the run yields after each step.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => ++now);
});
afterEach(() => vi.restoreAllMocks());

function* steps(seen: string[], count: number): Steps<string> {
  for (let at = 0; at < count; at++) {
    seen.push('step');
    yield;
  }
  return 'done';
}

test('other work runs between two steps', async () => {
  const seen: string[] = [];
  let isOver = false;
  const other = () => {
    seen.push('other');
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  expect(await yieldingRun(steps(seen, 20))).toBe('done');
  isOver = true;
  expect(seen.join(' ')).not.toContain('step step');
});

test('waiting queries are answered first, and cannot delay the work forever', async () => {
  const seen: string[] = [];
  const waiting = new WaitingQueries();
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const served = waiting.serve(() => answered);
  const work = yieldingRun(steps(seen, 2), waiting);
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
  expect(seen).toEqual(['step']);
  expect(await work).toBe('done');
  resolve();
  await served;
  expect(waiting.isAnyWaiting).toBe(false);
});

test('a failed query no longer counts as waiting', async () => {
  const waiting = new WaitingQueries();
  await expect(waiting.serve(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(waiting.isAnyWaiting).toBe(false);
});
