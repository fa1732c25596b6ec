import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { StoredFault, UpstreamFault } from '#lib/platform/upstream/faults.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';

/** A fault that occurs more than this time after a recovery begins a new episode, whose faults are counted from 1. */
const EPISODE_ENDS_AFTER_MS = HOUR_MS;

export function faultStore({ write, context }: Pick<ShopDatabase, 'write' | 'context'>) {
  // These statements must not belong to the attempt of the caller, or be limited by the caller's deadline.
  const runIndependently = <T>(work: () => Promise<T>) => context.outsideAttempt(() => context.runDetached(work));
  return {
    async add({ upstream, route, kind }: UpstreamFault, times: number, at: number): Promise<void> {
      const row = { upstream, route, kind, times, first_at: at, last_at: at, well_at: null };
      const keyColumns = ['upstream', 'route', 'kind'] as const;
      const insertion = write
        .insertInto('upstream_fault')
        .values(row)
        .onConflict((conflict) => conflict.columns(keyColumns).doUpdateSet(columnsAfterFault(times, at)));
      await runIndependently(() => insertion.execute());
    },
    async markRecovered(upstream: string, route: string, at: number): Promise<void> {
      const update = write
        .updateTable('upstream_fault')
        .set({ well_at: at })
        .where('upstream', '=', upstream)
        .where('route', '=', route)
        .where('well_at', 'is', null);
      await runIndependently(() => update.execute());
    },
  };
}

function columnsAfterFault(times: number, at: number) {
  const hasEnded = sql<boolean>`upstream_fault.well_at < ${at - EPISODE_ENDS_AFTER_MS}`;
  return {
    times: sql<number>`case when ${hasEnded} then ${times} else upstream_fault.times + ${times} end`,
    first_at: sql<number>`case when ${hasEnded} then ${at} else upstream_fault.first_at end`,
    last_at: at,
    well_at: null,
  };
}

/** Returns the faults that last occurred after `since` (epoch ms), the latest first. */
export function readFaults({ read }: Pick<ShopDatabase, 'read'>, since: number): Promise<StoredFault[]> {
  return read
    .selectFrom('upstream_fault')
    .select(['upstream', 'route', 'kind', 'times'])
    .select(['first_at as firstAt', 'last_at as lastAt', 'well_at as recoveredAt'])
    .where('last_at', '>', since)
    .orderBy('last_at', 'desc')
    .execute();
}
