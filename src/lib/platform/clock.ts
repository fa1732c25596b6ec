import { MINUTE_MS } from '#lib/primitives/durations.ts';

export const CLOCKS_DIFFER_MS = 5 * MINUTE_MS;

/** A later start was stored before the clock was set back, and would last too long. */
export function latestBegin(now: number): number {
  return now + CLOCKS_DIFFER_MS;
}

export function latestEnd(now: number, livesMs: number): number {
  return latestBegin(now) + livesMs;
}
