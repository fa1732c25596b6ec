import type { Logger } from 'pino';

/**
 * Runs a job immediately, and again `pauseMs` after the end of each run. Failures are logged. The returned function
 * stops the job and resolves after its last run.
 */
export function every(
  pauseMs: number,
  name: string,
  work: (signal: AbortSignal) => Promise<unknown>,
  log: Pick<Logger, 'warn'>,
): () => Promise<void> {
  const stopController = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let lastRun = runOnce();

  async function runOnce(): Promise<void> {
    try {
      await work(stopController.signal);
    } catch (error) {
      log.warn({ err: error, job: name }, 'a job failed; it will be tried again');
    }
    if (stopController.signal.aborted) return;
    timer = setTimeout(() => {
      lastRun = runOnce();
    }, pauseMs);
  }

  return () => {
    stopController.abort();
    clearTimeout(timer);
    return lastRun;
  };
}
