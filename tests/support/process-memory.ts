import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Whether the system can report and reset the peak memory of a process. Only Linux can. */
export const CAN_MEASURE_MEMORY = existsSync('/proc/self/clear_refs') && existsSync('/proc/self/smaps_rollup');

/** Returns the resident memory of a process in megabytes, on Linux and macOS. */
export function residentMb(pid: number): number {
  if (existsSync('/proc/self/status')) return megabytes(pid, 'VmRSS');
  return (Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) * 1024) / 1e6;
}

export function peakMb(pid: number): number {
  return megabytes(pid, 'VmHWM');
}

export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function megabytes(pid: number, name: string): number {
  const [, kilobytes = 'NaN'] =
    new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}

/** Returns the child processes of a process, or an empty list if the process has ended or there is no /proc. */
export function childrenOf(pid: number): number[] {
  try {
    const numbers = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return numbers === '' ? [] : numbers.split(' ').map(Number);
  } catch {
    return [];
  }
}

/** Returns the memory of a process and its children in MiB. In `pss`, a page shared by n processes counts as 1/n. */
function memoryOf(pid: number): { rss: number; pss: number } {
  const sum = { rss: 0, pss: 0 };
  for (const id of [pid, ...childrenOf(pid)]) {
    sum.rss += rollupMib(id, 'Rss');
    sum.pss += rollupMib(id, 'Pss');
  }
  return sum;
}

function rollupMib(pid: number, field: string): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) / 1024;
  } catch {
    // The process has ended.
    return 0;
  }
}

/** Measures the maximum memory growth of a process and its children while `work` runs, in MiB. */
export async function memoryGrowth(pid: number, work: () => Promise<unknown>): Promise<{ rss: number; pss: number }> {
  const before = memoryOf(pid);
  const max = { ...before };
  const watch = setInterval(() => {
    const now = memoryOf(pid);
    max.rss = Math.max(max.rss, now.rss);
    max.pss = Math.max(max.pss, now.pss);
  }, 10);
  await work().finally(() => clearInterval(watch));
  return { rss: max.rss - before.rss, pss: max.pss - before.pss };
}
