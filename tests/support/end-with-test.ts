import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Ends a program when the file or the process of its test ends. Returns a function that ends the program earlier, and
 * then cleans up.
 */
export function endWithTest(child: ChildProcess, cleanUp: () => void): () => Promise<void> {
  killWithTest(child, 'SIGTERM');
  return async () => {
    const exit = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await exit;
    cleanUp();
  };
}

const runningPrograms = new Map<ChildProcess, NodeJS.Signals>();

/**
 * Kills a program when the file or the process of its test ends, for programs that are usually stopped in another way.
 */
export function killWithTest(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): void {
  runningPrograms.set(child, signal);
  child.once('exit', () => runningPrograms.delete(child));
  if (!process.listeners('exit').includes(signalRunningPrograms)) process.on('exit', signalRunningPrograms);
  // Vitest ends its processes with SIGTERM, after which Node.js does not emit `exit` by default.
  if (process.listenerCount('SIGTERM') === 0) process.once('SIGTERM', () => process.exit(143));
}

function signalRunningPrograms(): void {
  for (const [child, signal] of runningPrograms) child.kill(signal);
}

/**
 * Kills the programs that are still running at the end of a test file. Vitest reuses its processes, so these programs
 * would use CPU time during the next files.
 */
export async function killRunningPrograms(): Promise<void> {
  const exits = [...runningPrograms.keys()].map((child) => new Promise((resolve) => child.once('exit', resolve)));
  signalRunningPrograms();
  await Promise.all(exits);
}

/** Waits for a program to end, and kills it if it is still running after `ms` milliseconds. */
export async function killAfter(child: ChildProcess, ms: number): Promise<void> {
  const close = new Promise((resolve) => child.once('close', resolve));
  await Promise.race([close, wait(ms)]);
  child.kill('SIGKILL');
  await close;
}
