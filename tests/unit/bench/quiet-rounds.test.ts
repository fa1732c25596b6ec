import { expect, test } from 'vitest';
import { QuietRounds } from '../../bench/quiet-rounds.ts';

const QUIET_MS = 10;

function machine(times: number[]) {
  let looked = 0;
  return new QuietRounds(() => times[looked++] ?? QUIET_MS);
}

const counted = (rounds: QuietRounds) => {
  let n = 0;
  return rounds.run(3, async () => n++);
};

const FIRST_LOOKS = Array<number>(12).fill(QUIET_MS);

test('a quiet machine needs no extra round', async () => {
  expect(await counted(machine([]))).toEqual([0, 1, 2]);
});

test('repeats a round when the machine was slow before or after it', async () => {
  const rounds = machine([...FIRST_LOOKS, 16, 10, 10, 10, 10, 16]);
  expect(await counted(rounds)).toEqual([1, 3, 4]);
  expect(rounds.takeSlowest()).toBe(1);
});

test('on a machine that is never quiet, reports the quickest rounds and how slow it was', async () => {
  const times = [20, 19, 18, 17, 16, 15, 14, 13, 12].flatMap((ms) => [ms, ms]);
  const rounds = machine([...FIRST_LOOKS, ...times]);
  expect(await counted(rounds)).toEqual([8, 7, 6]);
  expect(rounds.takeSlowest()).toBe(1.4);
  expect(rounds.takeSlowest()).toBe(1);
});

test('an error in a round ends the measurement', async () => {
  await expect(machine([]).run(3, () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
});
