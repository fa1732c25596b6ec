import { setTimeout as wait } from 'node:timers/promises';

/** Whether time limits are exact, because no other tests run at the same time (`npm run test:faults`), or tripled. */
export const HAS_EXACT_TIMES = process.env.TIMES === 'exact';
const FACTOR = HAS_EXACT_TIMES ? 1 : 3;
const POLL_MS = 50;

export function limitMs(ms: number): number {
  return ms * FACTOR;
}

/**
 * Polls until the condition is true. Throws an error once `limitMs(timeoutMs)` has passed since `since`, a value of
 * `performance.now()`.
 */
export async function waitUntil(
  description: string,
  timeoutMs: number,
  condition: () => boolean | Promise<boolean>,
  since = performance.now(),
): Promise<void> {
  while (!(await condition())) {
    const waited = performance.now() - since;
    if (waited > limitMs(timeoutMs)) throw new Error(`${description}: timed out after ${Math.round(waited)} ms`);
    await wait(POLL_MS);
  }
}
