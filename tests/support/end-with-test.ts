import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

/** Ends a program together with the process of its test. The returned function ends it earlier, and cleans up. */
export function endWithTest(child: ChildProcess, cleanUp: () => void): () => Promise<void> {
  killWithTest(child, 'SIGTERM');
  return async () => {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await exited;
    cleanUp();
  };
}

const running = new Map<ChildProcess, NodeJS.Signals>();

/**
 * Kills a program when the test file or the process of its test ends; for programs that are usually stopped in another
 * way.
 */
export function killWithTest(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): void {
  const kill = () => void child.kill(signal);
  running.set(child, signal);
  process.once('exit', kill);
  child.once('exit', () => {
    running.delete(child);
    process.off('exit', kill);
  });
  // Vitest ends its processes with SIGTERM, for which Node emits no `exit` event by default.
  if (process.listenerCount('SIGTERM') === 0) process.once('SIGTERM', () => process.exit(143));
}

/**
 * Kills the programs that a test file has left running. Vitest reuses its processes, so they would take CPU time from
 * the next files.
 */
export async function killLeftRunning(): Promise<void> {
  const exits = [...running].map(([child, signal]) => {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    return exited;
  });
  await Promise.all(exits);
}

/** Kills a program that is still running after `ms`. */
export async function killAfter(child: ChildProcess, ms: number): Promise<void> {
  const closed = new Promise((resolve) => child.once('close', resolve));
  await Promise.race([closed, wait(ms)]);
  child.kill('SIGKILL');
  await closed;
}
