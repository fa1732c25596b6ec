import { existsSync, readFileSync } from 'node:fs';

/** The clock of /proc ticks a hundred times a second. */
const MS_A_TICK = 10;

/** What a process has had of processors; it counts the same work alike on a busy and on an idle machine. Linux only. */
export function processorMs(pid: number): number {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return Number.NaN;
  const fields = readFileSync(path, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * MS_A_TICK;
}

/** Of a process and all that it started. */
export function familyMs(pid: number): number {
  const children = `/proc/${pid}/task/${pid}/children`;
  const pids = existsSync(children) ? readFileSync(children, 'utf8').split(' ').filter(Boolean).map(Number) : [];
  return pids.reduce((sum, child) => sum + (familyMs(child) || 0), processorMs(pid));
}
