import { readFileSync } from 'node:fs';

/** The state follows the process name, which is in parentheses and may contain any character (proc_pid_stat(5)). */
const STOPPED_STATE = /\) [Tt] /;

/** Returns whether a signal or a debugger has stopped the process. On systems without /proc, returns false. */
export function isStopped(pid: number | undefined): boolean {
  try {
    return STOPPED_STATE.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    // The process has ended, or this is not Linux. In both cases, the caller waits longer before it kills the process.
    return false;
  }
}
