import { readFileSync } from 'node:fs';

/** The state follows the process name, which is in parentheses and may contain any character (proc_pid_stat(5)). */
const STOPPED_STATE = /\) [Tt] /;

/** Returns whether the process was stopped by a signal or a debugger; false where the system has no /proc. */
export function isStopped(pid: number | undefined): boolean {
  try {
    return STOPPED_STATE.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    // The process has ended, or this is not Linux. In both cases, the longer time limit applies.
    return false;
  }
}
