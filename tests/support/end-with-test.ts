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

/** Kills a program when the process of its test ends; for programs that are usually stopped in another way. */
export function killWithTest(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): void {
  const kill = () => void child.kill(signal);
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  // Vitest ends its processes with SIGTERM, for which Node emits no `exit` event by default.
  if (process.listenerCount('SIGTERM') === 0) process.once('SIGTERM', () => process.exit(143));
}

/** Kills a program that is still running after `ms`. */
export async function killAfter(child: ChildProcess, ms: number): Promise<void> {
  const closed = new Promise((resolve) => child.once('close', resolve));
  await Promise.race([closed, wait(ms)]);
  child.kill('SIGKILL');
  await closed;
}
