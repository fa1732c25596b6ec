import { performance } from 'node:perf_hooks';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Steps } from '#lib/platform/jobs/steps.ts';

/** What is asked of the thread meanwhile waits so long, and once more for each answer of a database. */
const TURN_MS = 1;

/** Lets others of the thread have their turn after each millisecond. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (let begun = performance.now(); ; ) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - begun < TURN_MS) continue;
    await othersTurn();
    begun = performance.now();
  }
}
