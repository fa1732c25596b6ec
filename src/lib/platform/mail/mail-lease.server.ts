import { type RawBuilder, sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const LEASE_MS = 12_000;
export const RENEW_LEASE_EVERY_MS = 4_000;

/** Acquires or renews the lease, if possible. Returns whether `holder` is now the only process that may send. */
export async function acquireMailLease(db: ShopDatabase, holder: string, now: number): Promise<boolean> {
  const result = await db.write
    .updateTable('mail_lease')
    .set({ holder, expires_at: now + LEASE_MS })
    .where('id', '=', 1)
    .where((eb) =>
      eb.or([
        eb('holder', '=', holder),
        eb('expires_at', '<=', now),
        // This time was written before the clock was set back.
        eb('expires_at', '>', now + 2 * LEASE_MS),
      ]),
    )
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function releaseMailLease(db: ShopDatabase, holder: string): Promise<void> {
  await db.write.updateTable('mail_lease').set({ expires_at: 0 }).where('holder', '=', holder).execute();
}

/** Returns an SQL condition that is true if `holder` has the lease. */
export function holdsLease(holder: string, now: number): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from mail_lease where id = 1 and holder = ${holder} and expires_at > ${now})`;
}
