import type { Logger } from 'pino';

/**
 * Does `work` again and again, `pauseMs` after it last ended, so that it never overlaps itself; a failure is logged
 * and the next round comes as usual. The returned function ends it: the signal tells the work under way, and the
 * promise is kept when that has ended.
 */
export function every(
  pauseMs: number,
  name: string,
  work: (signal: AbortSignal) => Promise<unknown>,
  log: Pick<Logger, 'warn'>,
): () => Promise<void> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let underWay = round();

  async function round(): Promise<void> {
    try {
      await work(stopping.signal);
    } catch (error) {
      log.warn({ err: error, job: name }, 'a job failed; it will be tried again');
    }
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      underWay = round();
    }, pauseMs);
  }

  return () => {
    stopping.abort();
    clearTimeout(timer);
    return underWay;
  };
}
