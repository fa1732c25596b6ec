import { performance } from 'node:perf_hooks';
import { setImmediate as othersTurn, setTimeout as wait } from 'node:timers/promises';
import type { Steps } from '#lib/platform/jobs/steps.ts';

const TURN_MS = 1;
const NAP_MS = 1;
/** After so many the work goes on, else a crowd could hold it up for good. */
const MOST_NAPS = 5;

export class WaitingQueries {
  #waiting = 0;

  get areThere(): boolean {
    return this.#waiting > 0;
  }

  async serve(answer: () => Promise<void>): Promise<void> {
    this.#waiting++;
    await answer().finally(() => this.#waiting--);
  }
}

/** Lets others of the thread have their turn after each millisecond, and naps while `first` wait for a database. */
export async function yieldingRun<T>(steps: Steps<T>, first = new WaitingQueries()): Promise<T> {
  for (let begun = performance.now(); ; ) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - begun < TURN_MS) continue;
    await othersTurn();
    for (let naps = 0; first.areThere && naps < MOST_NAPS; naps++) await wait(NAP_MS);
    begun = performance.now();
  }
}
