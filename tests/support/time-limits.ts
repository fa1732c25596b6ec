import { setTimeout as wait } from 'node:timers/promises';

/**
 * Time limits are exact if the test has the machine to itself (`npm run test:faults`); otherwise they are tripled.
 */
export const HAS_EXACT_TIMES = process.env.TIMES === 'exact';
const FACTOR = HAS_EXACT_TIMES ? 1 : 3;
const POLL_MS = 50;

export function limitMs(ms: number): number {
  return ms * FACTOR;
}

/**
 * Polls until the condition is true; throws after `limitMs(timeoutMs)` from `since`, a value of `performance.now()`.
 */
export async function waitUntil(
  what: string,
  timeoutMs: number,
  condition: () => boolean | Promise<boolean>,
  since = performance.now(),
): Promise<void> {
  while (!(await condition())) {
    const waited = performance.now() - since;
    if (waited > limitMs(timeoutMs)) throw new Error(`${what}: timed out after ${Math.round(waited)} ms`);
    await wait(POLL_MS);
  }
}
