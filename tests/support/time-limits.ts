import { setTimeout as wait } from 'node:timers/promises';

/**
 * Time limits are exact if the test has the machine for itself (`npm run test:faults`); otherwise they are multiplied.
 */
export const HAS_EXACT_TIMES = process.env.TIMES === 'exact';
const TIMES = HAS_EXACT_TIMES ? 1 : 3;
const POLL_MS = 50;

export function limitMs(ms: number): number {
  return ms * TIMES;
}

/** Polls until the condition holds; `since` is a value of `performance.now()`. */
export async function waitUntil(
  what: string,
  promised: number,
  isSo: () => boolean | Promise<boolean>,
  since = performance.now(),
): Promise<void> {
  while (!(await isSo())) {
    const waited = performance.now() - since;
    if (waited > limitMs(promised)) throw new Error(`${what}: not so after ${Math.round(waited)} ms`);
    await wait(POLL_MS);
  }
}
