import { expect, test } from 'vitest';
import { type Priority, WeightedSemaphore } from '#lib/platform/concurrency/weighted-semaphore.ts';

/** Jobs that run until the test ends them, with their maximum weight and number at the same time. */
function controlledJobs(semaphore: WeightedSemaphore) {
  const stats = { weight: 0, maxWeight: 0, running: 0, maxRunning: 0, begun: [] as string[] };
  const ends: (() => void)[] = [];
  const begin = (name: string, weight: number, priority?: Priority) => {
    const job = async () => {
      stats.begun.push(name);
      stats.weight += weight;
      stats.running += 1;
      stats.maxWeight = Math.max(stats.maxWeight, stats.weight);
      stats.maxRunning = Math.max(stats.maxRunning, stats.running);
      await new Promise<void>((end) => ends.push(end));
      stats.weight -= weight;
      stats.running -= 1;
      return name;
    };
    return semaphore.run(weight, job, priority);
  };
  const settle = () => new Promise<void>((done) => setImmediate(done));
  const endOne = async () => {
    ends.shift()?.();
    await settle();
  };
  return { stats, begin, endOne, settle };
}

test('jobs run together while their weights fit, in order of arrival', async () => {
  const { stats, begin, endOne, settle } = controlledJobs(new WeightedSemaphore(10, 3, 10));
  const all = [begin('a', 4), begin('b', 4), begin('heavy', 9), begin('small', 1)];
  await settle();
  expect(stats.begun).toEqual(['a', 'b']);
  await endOne();
  expect(stats.begun).toEqual(['a', 'b']);
  await endOne();
  expect(stats.begun).toEqual(['a', 'b', 'heavy', 'small']);
  await endOne();
  await endOne();
  expect(await Promise.all(all)).toEqual(['a', 'b', 'heavy', 'small']);
  expect(stats.maxWeight).toBe(10);
});

test('limits the number of concurrent jobs, however light; a job that never fits runs alone', async () => {
  const { stats, begin, endOne, settle } = controlledJobs(new WeightedSemaphore(10, 2, 10));
  const all = [begin('a', 1), begin('b', 1), begin('c', 1), begin('giant', 50)];
  await settle();
  for (let n = 0; n < 4; n++) await endOne();
  await Promise.all(all);
  expect(stats).toMatchObject({ maxRunning: 2, maxWeight: 50, begun: ['a', 'b', 'c', 'giant'] });
});

test('rejects a job immediately when too many wait; a failed job releases its weight', async () => {
  const semaphore = new WeightedSemaphore(10, 2, 2);
  const { begin, endOne, settle } = controlledJobs(semaphore);
  const all = [begin('a', 10), begin('b', 10), begin('c', 10)];
  await settle();
  expect(await begin('d', 1)).toBeUndefined();
  for (let n = 0; n < 3; n++) await endOne();
  await Promise.all(all);
  await expect(semaphore.run(10, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await semaphore.run(10, async () => 'again')).toBe('again');
});

test('jobs of low priority start after the others, but one of them after every three others', async () => {
  const { stats, begin, endOne, settle } = controlledJobs(new WeightedSemaphore(10, 1, 10));
  const names = ['w1', 'w2', 'w3', 'u1', 'u2', 'u3', 'u4', 'u5', 'u6', 'u7'];
  const all = names.map((name) => begin(name, 1, name.startsWith('w') ? 'low' : 'normal'));
  await settle();
  for (let n = 0; n < names.length; n++) await endOne();
  await Promise.all(all);
  expect(stats.begun).toEqual(['w1', 'u1', 'u2', 'u3', 'w2', 'u4', 'u5', 'u6', 'w3', 'u7']);
});

test('a heavy job of low priority starts in order, even if lighter jobs keep arriving', async () => {
  const { stats, begin, endOne, settle } = controlledJobs(new WeightedSemaphore(10, 2, 10));
  const all = [begin('a', 4), begin('b', 4), begin('heavy', 50, 'low')];
  for (const name of ['c', 'd', 'e', 'f']) all.push(begin(name, 4));
  await settle();
  for (let n = 0; n < 7; n++) await endOne();
  await Promise.all(all);
  expect(stats.begun).toEqual(['a', 'b', 'c', 'heavy', 'd', 'e', 'f']);
});

test('a full queue of low priority does not affect the other queue', async () => {
  const { begin, endOne, settle } = controlledJobs(new WeightedSemaphore(10, 1, 1));
  const all = [begin('a', 1), begin('w', 1, 'low'), begin('u', 1)];
  await settle();
  expect(await begin('w2', 1, 'low')).toBeUndefined();
  expect(await begin('u2', 1)).toBeUndefined();
  for (let n = 0; n < 3; n++) await endOne();
  expect(await Promise.all(all)).toEqual(['a', 'w', 'u']);
});
