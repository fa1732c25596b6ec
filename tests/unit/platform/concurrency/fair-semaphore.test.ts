import { expect, test } from 'vitest';
import { FairSemaphore, TIMED_OUT } from '#lib/platform/concurrency/fair-semaphore.ts';

/** Returns a semaphore with jobs that run until the test ends them, in the order in which they started. */
function controlledSemaphore(maxRunning: number, maxWaiting: number) {
  const semaphore = new FairSemaphore(maxRunning, maxWaiting);
  const startedNames: string[] = [];
  const rejectedNames: string[] = [];
  const ends: (() => void)[] = [];
  return {
    startedNames,
    rejectedNames,
    async enter(name: string, origin: string, isLowPriority = false, isBackground = false) {
      const result = await semaphore.run({ origin, isLowPriority, isBackground }, async () => {
        startedNames.push(name);
        await new Promise<void>((end) => ends.push(end));
        return name;
      });
      if (result === undefined) rejectedNames.push(name);
    },
    async endOldestJob() {
      ends.shift()?.();
      // One turn of the event loop ends the job; another turn starts the next job.
      await new Promise(setImmediate);
      await new Promise(setImmediate);
    },
  };
}

test('one request does not wait behind many requests from another origin', async () => {
  const { enter, endOldestJob, startedNames } = controlledSemaphore(1, 100);
  for (let n = 0; n < 50; n++) void enter(`robot ${n}`, 'robots');
  void enter('asha', 'home');
  await endOldestJob();
  await endOldestJob();
  expect(startedNames).toEqual(['robot 0', 'robot 1', 'asha']);
});

test('within one origin, requests of low priority run last', async () => {
  const { enter, endOldestJob, startedNames } = controlledSemaphore(1, 100);
  for (const name of ['running', 'filter 1', 'filter 2']) void enter(name, 'carrier', true);
  void enter('home page', 'carrier');
  for (let n = 0; n < 3; n++) await endOldestJob();
  expect(startedNames).toEqual(['running', 'home page', 'filter 1', 'filter 2']);
});

test('if too many requests wait, rejects the latest ones from the origin with the most waiting requests', async () => {
  const { enter, endOldestJob, startedNames, rejectedNames } = controlledSemaphore(1, 3);
  for (const name of ['r0', 'r1', 'r2', 'r3', 'r4']) void enter(name, 'robots', true);
  await new Promise(setImmediate);
  expect(rejectedNames).toEqual(['r4']);
  void enter('asha', 'home');
  void enter('binod', 'office');
  await new Promise(setImmediate);
  expect(rejectedNames).toEqual(['r4', 'r3', 'r2']);
  for (let n = 0; n < 4; n++) await endOldestJob();
  expect(startedNames).toEqual(['r0', 'r1', 'asha', 'binod']);
});

test('a request displaces a low-priority request from the same origin, but not vice versa', async () => {
  const { enter, rejectedNames } = controlledSemaphore(1, 2);
  for (const name of ['running', 'f1', 'f2']) void enter(name, 'carrier', true);
  void enter('home page', 'carrier');
  void enter('f3', 'carrier', true);
  await new Promise(setImmediate);
  expect(rejectedNames).toEqual(['f2', 'f3']);
});

test('background requests wait behind all others, and are rejected first', async () => {
  const { enter, endOldestJob, startedNames, rejectedNames } = controlledSemaphore(1, 3);
  void enter('running', 'home');
  for (const name of ['robot 1', 'robot 2', 'robot 3', 'robot 4']) void enter(name, 'robots', true, true);
  void enter('filter', 'home', true);
  void enter('product', 'home');
  await new Promise(setImmediate);
  expect(rejectedNames).toEqual(['robot 4', 'robot 3', 'robot 2']);
  for (let n = 0; n < 3; n++) await endOldestJob();
  expect(startedNames).toEqual(['running', 'product', 'filter', 'robot 1']);
});

test('a request that times out frees its place in the queue', async () => {
  const semaphore = new FairSemaphore(1, 2);
  let end = () => {};
  const runningJob = semaphore.run({ origin: 'x' }, () => new Promise<void>((resolve) => (end = resolve)));
  const waitingJob = semaphore.run({ origin: 'x' }, async () => 'ran');
  const runWithTimeout = () => semaphore.run({ origin: 'y', maxWaitMs: 5 }, async () => 'ran');
  expect(await runWithTimeout()).toBe(TIMED_OUT);
  expect(await runWithTimeout(), 'the first request no longer counts as waiting').toBe(TIMED_OUT);
  end();
  await runningJob;
  expect(await waitingJob).toBe('ran');
  expect(await runWithTimeout()).toBe('ran');
});

test('a failed job releases its slot', async () => {
  const semaphore = new FairSemaphore(1, 0);
  await expect(semaphore.run({ origin: 'x' }, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await semaphore.run({ origin: 'x' }, async () => 'ran')).toBe('ran');
});

test('yields to the event loop between two synchronous jobs', async () => {
  const semaphore = new FairSemaphore(1, 100);
  const events: string[] = [];
  const jobs = ['first', 'second', 'third'].map((name) =>
    semaphore.run({ origin: 'x' }, async () => events.push(name)),
  );
  const otherWork = new Promise<void>((resolve) => {
    setImmediate(() => {
      events.push('another visitor');
      resolve();
    });
  });
  await Promise.all([...jobs, otherWork]);
  expect(events.indexOf('another visitor')).toBeLessThan(events.indexOf('third'));
});
