import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Steps } from '#lib/platform/jobs/steps.ts';
import { runYielding, WaitingQueries } from '#lib/platform/jobs/yielding-run.server.ts';

beforeEach(() => {
  // The time advances by a millisecond at each call, so the run yields after each step.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => ++now);
});
afterEach(() => vi.restoreAllMocks());

function* steps(events: string[], count: number): Steps<string> {
  for (let index = 0; index < count; index++) {
    events.push('step');
    yield;
  }
  return 'done';
}

test('other work runs between two steps', async () => {
  const events: string[] = [];
  let isOver = false;
  const doOtherWork = () => {
    events.push('other');
    if (!isOver) setImmediate(doOtherWork);
  };
  setImmediate(doOtherWork);
  expect(await runYielding(steps(events, 20))).toBe('done');
  isOver = true;
  expect(events.join(' ')).not.toContain('step step');
});

test('waiting queries are answered first, but can’t delay the work indefinitely', async () => {
  const events: string[] = [];
  const waitingQueries = new WaitingQueries();
  const { promise: answer, resolve } = Promise.withResolvers<void>();
  const servedQuery = waitingQueries.serve(() => answer);
  const work = runYielding(steps(events, 2), waitingQueries);
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
  expect(events).toEqual(['step']);
  expect(await work).toBe('done');
  resolve();
  await servedQuery;
  expect(waitingQueries.isAnyWaiting).toBe(false);
});

test('a failed query is no longer waiting', async () => {
  const waitingQueries = new WaitingQueries();
  await expect(waitingQueries.serve(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(waitingQueries.isAnyWaiting).toBe(false);
});
