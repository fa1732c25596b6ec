import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { LOAD_CORE, SERVER_CORE } from './cores.ts';

/** The maximum slowdown of the fixed workload in a round that counts as undisturbed. */
const MAX_SLOWDOWN = 1.15;
const MAX_TRIES_PER_ROUND = 3;
const INITIAL_TIMINGS = 12;
const FIXED_WORK = join(import.meta.dirname, 'fixed-work.ts');

/**
 * Measures rounds in quiet periods. A fixed workload is timed around each round, because other tenants slow down the
 * CPU of a shared machine without affecting its load average.
 */
export class QuietRounds {
  private bestMs = Number.POSITIVE_INFINITY;
  private maxSlowdown = 1;
  private readonly workMs: () => number;

  constructor(workMs: () => number = fixedWorkMs) {
    this.workMs = workMs;
  }

  /** Repeats a round until `count` rounds are undisturbed, up to `3 * count` times. Returns the `count` quietest. */
  async run<Result>(count: number, round: () => Promise<Result>): Promise<Result[]> {
    if (this.bestMs === Number.POSITIVE_INFINITY) for (let n = 0; n < INITIAL_TIMINGS; n++) this.timeWork();
    const rounds: { result: Result; ms: number }[] = [];
    const hasEnough = () => rounds.filter(({ ms }) => ms <= this.bestMs * MAX_SLOWDOWN).length >= count;
    while (!hasEnough() && rounds.length < count * MAX_TRIES_PER_ROUND) {
      const before = this.timeWork();
      const result = await round();
      rounds.push({ result, ms: Math.max(before, this.timeWork()) });
    }
    const quietestRounds = rounds.sort((a, b) => a.ms - b.ms).slice(0, count);
    this.maxSlowdown = Math.max(this.maxSlowdown, ...quietestRounds.map(({ ms }) => ms / this.bestMs));
    return quietestRounds.map(({ result }) => result);
  }

  /** Returns the maximum slowdown of the fixed workload during the accepted rounds since the last call. */
  takeMaxSlowdown(): number {
    const { maxSlowdown } = this;
    this.maxSlowdown = 1;
    return maxSlowdown;
  }

  private timeWork(): number {
    const ms = this.workMs();
    this.bestMs = Math.min(this.bestMs, ms);
    return ms;
  }
}

export const quietRounds = new QuietRounds();

function fixedWorkMs(): number {
  return Math.max(
    ...[SERVER_CORE, LOAD_CORE].map((core) => {
      const [command = '', ...args] = [...core, process.execPath, FIXED_WORK];
      return Number(execFileSync(command, args).toString());
    }),
  );
}
