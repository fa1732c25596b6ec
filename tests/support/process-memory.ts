import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Linux tells the most that a process ever held, and forgets it when it is asked to. */
export const CAN_MEASURE_MEMORY = existsSync('/proc/self/clear_refs');

export function residentMb(pid: number): number {
  return megabytes(pid, 'VmRSS');
}

export function peakMb(pid: number): number {
  return megabytes(pid, 'VmHWM');
}

export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function megabytes(pid: number, name: string): number {
  const [, kilobytes = 'NaN'] =
    new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}
