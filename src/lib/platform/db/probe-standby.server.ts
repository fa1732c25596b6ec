import { setTimeout as wait } from 'node:timers/promises';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { BorrowedClient } from '#lib/platform/db/postgres/postgres-client.server.ts';
import { PostgresPool } from '#lib/platform/db/postgres/postgres-pool.server.ts';
import { deadlineIn, msLeft } from '#lib/platform/db/query/deadline.server.ts';
import { REQUEST_LIMITS } from '#lib/platform/db/query/limits.ts';
import { QueryContext } from '#lib/platform/db/query/query-context.server.ts';
import { MAX_LAG_MS } from '#lib/platform/db/standby/replay-bound.ts';
import {
  databaseIdentity,
  markPosition,
  replayedBy,
  standbyFacts,
} from '#lib/platform/db/standby/standby-facts.server.ts';

const POLL_EVERY_MS = 20;

/** Either the time that a change took to arrive, or the number of bytes of changes still missing after the wait. */
export type StandbyState = { lagMs: number } | { missingBytes: number };

/** Throws DatabaseUnavailable, with a message for the owner, if the standby can't be used. */
export async function probeStandby({ write }: Pick<ShopDatabase, 'write'>, url: string): Promise<StandbyState> {
  const database = await databaseIdentity(write);
  const pool = new PostgresPool(url, new QueryContext(), 1, { ...REQUEST_LIMITS, totalMs: 2 * MAX_LAG_MS }, (client) =>
    standbyFacts(client, database),
  );
  try {
    const client = await pool.connect();
    return await untilReplayed(client, await markPosition(write)).finally(() => client.release());
  } finally {
    await pool.end();
  }
}

async function untilReplayed(client: BorrowedClient, target: number): Promise<StandbyState> {
  const startedMs = performance.now();
  for (const deadline = deadlineIn(MAX_LAG_MS); ; await wait(POLL_EVERY_MS)) {
    const replayed = await replayedBy(client);
    if (replayed >= target) return { lagMs: performance.now() - startedMs };
    if (msLeft(deadline) <= 0) return { missingBytes: target - replayed };
  }
}
