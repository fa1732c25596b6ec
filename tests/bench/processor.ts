import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { childrenOf } from '#support/process-memory.ts';

/** The duration of a tick of the clock in /proc, which ticks a hundred times a second. */
const MS_PER_TICK = 10;

/** Returns a process's CPU time in ms, which is independent of other load, or `NaN` if /proc lacks the process. */
export function processorMs(pid: number): number {
  return spentTicks(pid, 11, 13) * MS_PER_TICK;
}

/** Returns the CPU time in ms of a process and its descendants, including ended processes that were waited for. */
export function processTreeMs(pid: number): number {
  const ownMs = spentTicks(pid, 11, 15) * MS_PER_TICK;
  return childrenOf(pid).reduce((sum, child) => sum + (processTreeMs(child) || 0), ownMs);
}

function spentTicks(pid: number, from: number, to: number): number {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return Number.NaN;
  const fields = readFileSync(path, 'utf8').split(') ')[1]?.split(' ').slice(from, to) ?? [];
  return fields.reduce((sum, ticks) => sum + Number(ticks), 0);
}

export interface CpuTimes {
  /** The CPU time. */
  ranMs: number;
  /** The time for which the threads were ready to run while other processes used the CPU. */
  waitedMs: number;
}

/** Returns the total times of all current threads of a process. Works only on Linux. */
export function cpuTimesOf(pid: number): CpuTimes {
  const times = { ranMs: 0, waitedMs: 0 };
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [ran, waited] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ').map(Number);
    times.ranMs += (ran ?? 0) / 1e6;
    times.waitedMs += (waited ?? 0) / 1e6;
  }
  return times;
}
