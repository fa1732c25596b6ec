import { type RawBuilder, sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** So long the others wait for a sender that died. */
const LEASE_MS = 12_000;
export const RENEW_LEASE_EVERY_MS = 4_000;

/** Makes `holder` the one process that may send mails, for 12 seconds; says whether it is. Also renews it. */
export async function takeMailLease(db: ShopDatabase, holder: string, now: number): Promise<boolean> {
  const result = await db.write
    .updateTable('mail_lease')
    .set({ holder, expires_at: now + LEASE_MS })
    .where('id', '=', 1)
    .where((row) =>
      row.or([
        row('holder', '=', holder),
        row('expires_at', '<=', now),
        // Left behind by a clock that has been set back since.
        row('expires_at', '>', now + 2 * LEASE_MS),
      ]),
    )
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Lets another process send at once. */
export async function leaveMailLease(db: ShopDatabase, holder: string): Promise<void> {
  await db.write.updateTable('mail_lease').set({ expires_at: 0 }).where('holder', '=', holder).execute();
}

/** A condition for a statement that only the present sender may run. */
export function holdsLease(holder: string, now: number): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from mail_lease where id = 1 and holder = ${holder} and expires_at > ${now})`;
}
