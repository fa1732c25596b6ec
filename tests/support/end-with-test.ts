import type { ChildProcess } from 'node:child_process';

/** A program ends with the process of its test at the latest. The returned function ends it now, and cleans up after. */
export function endWithTest(child: ChildProcess, cleanUp: () => void): () => Promise<void> {
  const kill = () => void child.kill('SIGTERM');
  process.once('exit', kill);
  return async () => {
    process.off('exit', kill);
    const exited = new Promise((resolve) => child.once('exit', resolve));
    kill();
    await exited;
    cleanUp();
  };
}
