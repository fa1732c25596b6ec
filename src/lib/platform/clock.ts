import { MINUTE_MS } from '#lib/primitives/durations.ts';

/** The greatest difference to allow for between the clocks of two machines. */
export const MAX_CLOCK_DIFFERENCE_MS = 5 * MINUTE_MS;

/** A stored start that is later is from before the clock was set back; what it begins would last too long. */
export function latestValidStart(now: number): number {
  return now + MAX_CLOCK_DIFFERENCE_MS;
}

export function latestValidEnd(now: number, durationMs: number): number {
  return latestValidStart(now) + durationMs;
}
