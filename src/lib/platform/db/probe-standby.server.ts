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
  readReplayedPosition,
  readStandbyFacts,
} from '#lib/platform/db/standby/standby-facts.server.ts';

const POLL_EVERY_MS = 20;

/**
 * The time until the standby had replayed a new change, or the number of bytes that it still had to replay after
 * `MAX_LAG_MS`.
 */
export type StandbyProbeResult = { lagMs: number } | { missingBytes: number };

/** Measures a standby's lag. Throws DatabaseUnavailable, with a message for the owner, if the standby can't be used. */
export async function probeStandby({ write }: Pick<ShopDatabase, 'write'>, url: string): Promise<StandbyProbeResult> {
  const identity = await databaseIdentity(write);
  const pool = new PostgresPool(url, new QueryContext(), 1, { ...REQUEST_LIMITS, totalMs: 2 * MAX_LAG_MS }, (client) =>
    readStandbyFacts(client, identity),
  );
  try {
    const client = await pool.connect();
    return await measureLag(client, await markPosition(write)).finally(() => client.release());
  } finally {
    await pool.end();
  }
}

async function measureLag(client: BorrowedClient, targetPosition: number): Promise<StandbyProbeResult> {
  const startedMs = performance.now();
  for (const deadline = deadlineIn(MAX_LAG_MS); ; await wait(POLL_EVERY_MS)) {
    const position = await readReplayedPosition(client);
    if (position >= targetPosition) return { lagMs: performance.now() - startedMs };
    if (msLeft(deadline) <= 0) return { missingBytes: targetPosition - position };
  }
}
