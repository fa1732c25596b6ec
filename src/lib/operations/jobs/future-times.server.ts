import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { MAX_CLOCK_SKEW_MS } from '#lib/platform/clock.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { SECOND_MS } from '#lib/primitives/durations.ts';
import { MAX_RETURN_MS } from '#lib/sales/exchanges/exchange-admin.server.ts';
import { LINK_MAX_MS } from '#lib/sales/manual-orders/manual-order.ts';
import { MAX_PAUSE_MS } from '#lib/sales/shipping/run-shipments.server.ts';
import { LEASE_MS } from '#lib/sales/shipping/shipment-lease.server.ts';

type HoldSettings = Pick<Settings, 'holds'>;
type WatchedShop = Pick<Shop, 'db' | 'now' | 'log'> & { settings: HoldSettings };

/** The minimum size of a jump of the clock. A synchronised clock is adjusted in smaller steps. */
export const MIN_JUMP_MS = 30 * SECOND_MS;

export interface LimitedTimeColumn {
  table: keyof Tables;
  column: string;
  maxAheadMs: number;
  /** An SQL condition that the rows must meet. */
  condition?: string;
}

/**
 * Returns the columns that `correctFutureTimes` checks. A time further in the future than `maxAheadMs` was written by a
 * wrong clock. Codes, links and emails are checked when they are read.
 */
export function limitedTimeColumns({ holds }: HoldSettings): LimitedTimeColumn[] {
  return [
    { table: 'orders', column: 'hold_until', maxAheadMs: holds.holdMs, condition: `source = 'shop'` },
    { table: 'orders', column: 'hold_until', maxAheadMs: LINK_MAX_MS, condition: `source <> 'shop'` },
    { table: 'exchange', column: 'expires_at', maxAheadMs: MAX_RETURN_MS },
    { table: 'cash_confirmation', column: 'asked_at', maxAheadMs: 0 },
    { table: 'cash_confirmation', column: 'reminded_at', maxAheadMs: 0 },
    { table: 'payment_attempt', column: 'asked_at', maxAheadMs: 0 },
    { table: 'rate_window', column: 'started_at', maxAheadMs: 0 },
    { table: 'shipment', column: 'due_at', maxAheadMs: MAX_PAUSE_MS },
    { table: 'shipment', column: 'leased_until', maxAheadMs: LEASE_MS },
    { table: 'shipment', column: 'polled_at', maxAheadMs: 0 },
    { table: 'shipment', column: 'status_at', maxAheadMs: 0 },
    { table: 'shipment', column: 'answered_at', maxAheadMs: 0 },
    { table: 'restock_request', column: 'asked_at', maxAheadMs: 0 },
    { table: 'session', column: 'created_at', maxAheadMs: 0 },
    { table: 'session', column: 'seen_at', maxAheadMs: 0 },
  ];
}

/** Sets times that are too far in the future to the latest valid time. Returns the number of corrected times. */
export async function correctFutureTimes(
  db: Tx | Shop['db']['write'],
  now: number,
  settings: HoldSettings,
): Promise<number> {
  let correctedCount = 0;
  for (const { table, column, maxAheadMs, condition } of limitedTimeColumns(settings)) {
    const latestTime = now + maxAheadMs;
    const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${latestTime}
      where ${sql.ref(column)} > ${latestTime + MAX_CLOCK_SKEW_MS} and ${sql.raw(condition ?? '1 = 1')}`.execute(db);
    correctedCount += Number(numAffectedRows ?? 0n);
  }
  const event = { action: 'correct future times', record: { kind: 'clock', id: '' }, after: { times: correctedCount } };
  if (correctedCount > 0) await recordAudit(db, event, now);
  return correctedCount;
}

/** Returns a job that corrects times at the start, and when a monotonic clock shows that the clock was set back. */
export function futureTimesWatch({ db, now, log, settings }: WatchedShop): () => Promise<void> {
  let lastOffset = Number.POSITIVE_INFINITY;
  return async () => {
    const offset = now() - performance.now();
    if (offset >= lastOffset - MIN_JUMP_MS) return;
    const correctedCount = await transaction(db, (tx) => correctFutureTimes(tx, now(), settings));
    lastOffset = offset;
    if (correctedCount > 0)
      log.warn({ corrected: correctedCount }, 'the clock was ahead: corrected times that were too far in the future');
  };
}
