import { expect, test } from 'vitest';
import { type Priority, WeightedSemaphore } from '#lib/platform/concurrency/weighted-semaphore.ts';

/** Returns functions that start and end jobs, and statistics about the jobs. */
function controlledJobs(semaphore: WeightedSemaphore) {
  const stats = { weight: 0, maxWeight: 0, running: 0, maxRunning: 0, startedNames: [] as string[] };
  const ends: (() => void)[] = [];
  const begin = (name: string, weight: number, priority?: Priority) => {
    const job = async () => {
      stats.startedNames.push(name);
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
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const endOldestJob = async () => {
    ends.shift()?.();
    await settle();
  };
  return { stats, begin, endOldestJob, settle };
}

test('jobs run together while their weights fit, in order of arrival', async () => {
  const { stats, begin, endOldestJob, settle } = controlledJobs(new WeightedSemaphore(10, 3, 10));
  const jobs = [begin('a', 4), begin('b', 4), begin('heavy', 9), begin('small', 1)];
  await settle();
  expect(stats.startedNames).toEqual(['a', 'b']);
  await endOldestJob();
  expect(stats.startedNames).toEqual(['a', 'b']);
  await endOldestJob();
  expect(stats.startedNames).toEqual(['a', 'b', 'heavy', 'small']);
  await endOldestJob();
  await endOldestJob();
  expect(await Promise.all(jobs)).toEqual(['a', 'b', 'heavy', 'small']);
  expect(stats.maxWeight).toBe(10);
});

test('limits the number of concurrent jobs, regardless of their weight; a job that never fits runs alone', async () => {
  const { stats, begin, endOldestJob, settle } = controlledJobs(new WeightedSemaphore(10, 2, 10));
  const jobs = [begin('a', 1), begin('b', 1), begin('c', 1), begin('giant', 50)];
  await settle();
  for (let n = 0; n < 4; n++) await endOldestJob();
  await Promise.all(jobs);
  expect(stats).toMatchObject({ maxRunning: 2, maxWeight: 50, startedNames: ['a', 'b', 'c', 'giant'] });
});

test('rejects a job immediately if too many jobs wait; a failed job releases its weight', async () => {
  const semaphore = new WeightedSemaphore(10, 2, 2);
  const { begin, endOldestJob, settle } = controlledJobs(semaphore);
  const jobs = [begin('a', 10), begin('b', 10), begin('c', 10)];
  await settle();
  expect(await begin('d', 1)).toBeUndefined();
  for (let n = 0; n < 3; n++) await endOldestJob();
  await Promise.all(jobs);
  await expect(semaphore.run(10, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await semaphore.run(10, async () => 'again')).toBe('again');
});

test('low-priority jobs start after the others, but at least one starts after every three others', async () => {
  const { stats, begin, endOldestJob, settle } = controlledJobs(new WeightedSemaphore(10, 1, 10));
  const names = ['w1', 'w2', 'w3', 'u1', 'u2', 'u3', 'u4', 'u5', 'u6', 'u7'];
  const jobs = names.map((name) => begin(name, 1, name.startsWith('w') ? 'low' : 'normal'));
  await settle();
  for (let n = 0; n < names.length; n++) await endOldestJob();
  await Promise.all(jobs);
  expect(stats.startedNames).toEqual(['w1', 'u1', 'u2', 'u3', 'w2', 'u4', 'u5', 'u6', 'w3', 'u7']);
});

test('a heavy low-priority job starts in turn, even if lighter jobs keep arriving', async () => {
  const { stats, begin, endOldestJob, settle } = controlledJobs(new WeightedSemaphore(10, 2, 10));
  const jobs = [begin('a', 4), begin('b', 4), begin('heavy', 50, 'low')];
  for (const name of ['c', 'd', 'e', 'f']) jobs.push(begin(name, 4));
  await settle();
  for (let n = 0; n < 7; n++) await endOldestJob();
  await Promise.all(jobs);
  expect(stats.startedNames).toEqual(['a', 'b', 'c', 'heavy', 'd', 'e', 'f']);
});

test('a full low-priority queue does not affect the other queue', async () => {
  const { begin, endOldestJob, settle } = controlledJobs(new WeightedSemaphore(10, 1, 1));
  const jobs = [begin('a', 1), begin('w', 1, 'low'), begin('u', 1)];
  await settle();
  expect(await begin('w2', 1, 'low')).toBeUndefined();
  expect(await begin('u2', 1)).toBeUndefined();
  for (let n = 0; n < 3; n++) await endOldestJob();
  expect(await Promise.all(jobs)).toEqual(['a', 'w', 'u']);
});
