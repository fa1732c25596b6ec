import type { DemoVariant } from '#lib/operations/demo-history/read-variants.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS, HOUR_MS } from '#lib/primitives/durations.ts';
import { indianMidnight } from '#lib/primitives/indian-time.ts';

/** The length of the history in days. The accounts are created on its first day. */
export const HISTORY_DAYS = 31;

export interface StepContext {
  /** A shop whose `now` returns the time of the step, and whose database is one transaction. */
  shop: Shop;
  variants: readonly DemoVariant[];
  /** Ids of records created by earlier steps, by names such as `order 12`. They are stored with the progress. */
  ids: Map<string, string>;
}

/** Changes with the same time, which are all made in the same transaction. */
export interface HistoryStep {
  /** The time of the step in epoch ms. */
  at: number;
  run(context: StepContext): Promise<unknown>;
}

/** Returns the time in epoch ms of an hour, such as 14.5, on a day in India. */
export type TimeOf = (daysAgo: number, hour: number) => number;

/** Returns a `TimeOf`. The hours on the day of `startedAt` are shorter, so that all times are before `startedAt`. */
export function timesBefore(startedAt: number): TimeOf {
  const midnight = indianMidnight(startedAt);
  return (daysAgo, hour) => {
    const hourMs = daysAgo === 0 ? (startedAt - midnight) / 24 : HOUR_MS;
    return midnight - daysAgo * DAY_MS + Math.floor(hour * hourMs);
  };
}

/** Returns the id of a record. Throws `SkippedStep` if the step that creates the record was skipped. */
export function idOf({ ids }: Pick<StepContext, 'ids'>, name: string): string {
  const id = ids.get(name);
  if (id === undefined) throw new SkippedStep(`${name} does not exist`);
  return id;
}

export const SKIPPED = 'skipped';

/** Thrown by a step that can't run, for example because it depends on a skipped step. */
export class SkippedStep extends Error {
  readonly code = SKIPPED;
}
