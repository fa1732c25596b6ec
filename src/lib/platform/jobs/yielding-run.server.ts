import { performance } from 'node:perf_hooks';
import { setImmediate as nextTask, setTimeout as wait } from 'node:timers/promises';
import type { Steps } from '#lib/platform/jobs/steps.ts';

const RUN_MS = 1;
const PAUSE_MS = 1;
/** After this many pauses, the work continues; otherwise a constant stream of queries could delay it forever. */
const MAX_PAUSES = 5;

/** Counts the queries that wait for a response. */
export class WaitingQueries {
  #count = 0;

  get isAnyWaiting(): boolean {
    return this.#count > 0;
  }

  async serve(respond: () => Promise<void>): Promise<void> {
    this.#count++;
    await respond().finally(() => this.#count--);
  }
}

/**
 * Runs `steps`, yielding to the event loop after each millisecond, and pausing briefly while queries are waiting.
 */
export async function runYielding<T>(steps: Steps<T>, waitingQueries = new WaitingQueries()): Promise<T> {
  for (let startedAt = performance.now(); ; ) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - startedAt < RUN_MS) continue;
    await nextTask();
    for (let pauses = 0; waitingQueries.isAnyWaiting && pauses < MAX_PAUSES; pauses++) await wait(PAUSE_MS);
    startedAt = performance.now();
  }
}
