import { expect, test } from 'vitest';
import { QuietRounds } from '../../bench/quiet-rounds.ts';

const QUIET_MS = 10;

function roundsOnMachine(timesMs: number[]) {
  let calls = 0;
  return new QuietRounds(() => timesMs[calls++] ?? QUIET_MS);
}

const threeRounds = (rounds: QuietRounds) => {
  let n = 0;
  return rounds.run(3, async () => n++);
};

const INITIAL_TIMES_MS = Array<number>(12).fill(QUIET_MS);

test('repeats no round on a quiet machine', async () => {
  expect(await threeRounds(roundsOnMachine([]))).toEqual([0, 1, 2]);
});

test('repeats a round when the machine was slow before or after it', async () => {
  const rounds = roundsOnMachine([...INITIAL_TIMES_MS, 16, 10, 10, 10, 10, 16]);
  expect(await threeRounds(rounds)).toEqual([1, 3, 4]);
  expect(rounds.takeMaxSlowdown()).toBe(1);
});

test('on a machine that is never quiet, keeps the least disturbed rounds and reports the slowdown', async () => {
  const timesMs = [20, 19, 18, 17, 16, 15, 14, 13, 12].flatMap((ms) => [ms, ms]);
  const rounds = roundsOnMachine([...INITIAL_TIMES_MS, ...timesMs]);
  expect(await threeRounds(rounds)).toEqual([8, 7, 6]);
  expect(rounds.takeMaxSlowdown()).toBe(1.4);
  expect(rounds.takeMaxSlowdown()).toBe(1);
});

test('an error in a round ends the measurement', async () => {
  await expect(roundsOnMachine([]).run(3, () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
});
