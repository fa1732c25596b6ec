import { MINUTE_MS } from '#lib/primitives/durations.ts';

/** The maximum tolerated clock skew between two machines. */
export const MAX_CLOCK_SKEW_MS = 5 * MINUTE_MS;

/**
 * Returns the latest plausible start of a period. A later start was stored before the clock was set back, so its period
 * would last too long.
 */
export function latestValidStart(now: number): number {
  return now + MAX_CLOCK_SKEW_MS;
}

/** Returns the latest plausible end of a period with this duration. */
export function latestValidEnd(now: number, durationMs: number): number {
  return latestValidStart(now) + durationMs;
}
