import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { latestValidEnd, latestValidStart } from '#lib/platform/clock.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { OutboxTable } from '#lib/platform/db/tables/mail.ts';
import { MAX_PAUSE_MS, MAX_UNCLEAR_PAUSE_MS } from '#lib/platform/mail/retry.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS, HOUR_MS } from '#lib/primitives/durations.ts';

export type OutboxMail = Selectable<OutboxTable>;

/** An attempt whose process crashed is repeated after this time. */
const ATTEMPT_TIMEOUT_MS = 60_000;
const RETENTION_MS = 30 * DAY_MS;
const DEMO_EXPIRED_RETENTION_MS = HOUR_MS;
const LEASE_MS = 12_000;
export const RENEW_LEASE_EVERY_MS = 4_000;

/**
 * Returns an SQL condition that is true if an unsent email is due. A `due_at` after the end of any pause was written
 * while the clock was wrong, and is treated as due.
 */
export function isDue(now: number): RawBuilder<boolean> {
  const isWrongTime = sql`(due_at > ${latestValidEnd(now, MAX_PAUSE_MS)} and unsure = 0) or due_at > ${latestValidEnd(now, MAX_UNCLEAR_PAUSE_MS)}`;
  const isNewWithFutureTime = sql`attempts = 0 and created_at > ${latestValidStart(now)}`;
  const hasDueTime = sql`due_at <= ${now} or ${isWrongTime} or (${isNewWithFutureTime})`;
  return sql<boolean>`(sent_at is null and gave_up_at is null and (${hasDueTime}))`;
}

export async function isAnythingDue({ write }: ShopDatabase, now: number): Promise<boolean> {
  const dueMail = await write.selectFrom('outbox').select('id').where(isDue(now)).limit(1).executeTakeFirst();
  return dueMail !== undefined;
}

/** Returns the due emails. Emails that expire, such as codes, come first: someone is waiting for them. */
export function dueMails({ write }: ShopDatabase, now: number, limit: number): Promise<OutboxMail[]> {
  return write
    .selectFrom('outbox')
    .selectAll()
    .where(isDue(now))
    .where('pace_key', 'is', null)
    .orderBy((eb) => eb.case().when('expires_at', 'is', null).then(1).else(0).end())
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

/** Starts an attempt. Returns false if the lease is lost, or the email is no longer due. */
export async function startAttempt({ write }: ShopDatabase, id: string, holder: string, now: number): Promise<boolean> {
  const result = await write
    .updateTable('outbox')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: now + ATTEMPT_TIMEOUT_MS }))
    .where('id', '=', id)
    .where(isDue(now))
    .where(holdsLease(holder, now))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Records that the line that ends the email will be sent. Returns false if the lease is lost, or the email expired or
 * was sent.
 */
export async function recordHandover(
  { write }: ShopDatabase,
  id: string,
  holder: string,
  now: number,
  next: { unsure: number; dueAt: number },
): Promise<boolean> {
  const result = await write
    .updateTable('outbox')
    .set({ unsure: next.unsure, due_at: next.dueAt })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where(holdsLease(holder, now))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function recordSent({ write }: ShopDatabase, id: string, now: number): Promise<void> {
  await write.updateTable('outbox').set({ sent_at: now, last_error: null }).where('id', '=', id).execute();
}

/** Stores a failure, unless the email was sent, or another process has since started an attempt to send it. */
export async function recordFailure(
  { write }: ShopDatabase,
  { id, attempts }: Pick<OutboxMail, 'id' | 'attempts'>,
  changes: Updateable<OutboxTable>,
): Promise<void> {
  await write
    .updateTable('outbox')
    .set(changes)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
    .execute();
}

export async function giveUpExpired({ write }: ShopDatabase, now: number): Promise<void> {
  await write
    .updateTable('outbox')
    .set({ gave_up_at: now, last_error: 'expired before it could be sent' })
    .where('sent_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .where('expires_at', '<=', now)
    .execute();
}

/** Marks due emails as sent in a demo shop without a mail server, whose mailbox page reads the outbox. */
export async function deliverToMailbox({ write }: ShopDatabase, now: number): Promise<void> {
  await write
    .updateTable('outbox')
    .set({ sent_at: now, attempts: 1 })
    .where(isDue(now))
    .where('pace_key', 'is', null)
    .execute();
}

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

/**
 * Deletes emails that were sent or given up: emails that expire, such as codes, immediately, and all others when they
 * are 30 days old. A demo shows its emails, so it keeps emails that expire for an hour after they have expired.
 */
export async function pruneMail({ db, settings, now }: Pick<Shop, 'db' | 'settings' | 'now'>): Promise<void> {
  const isDemo = settings.mode === 'demo';
  await db.write
    .deleteFrom('outbox')
    .where((eb) => eb.or([eb('sent_at', 'is not', null), eb('gave_up_at', 'is not', null)]))
    .where((eb) =>
      eb.or([
        eb('created_at', '<', now() - RETENTION_MS),
        isDemo ? eb('expires_at', '<', now() - DEMO_EXPIRED_RETENTION_MS) : eb('expires_at', 'is not', null),
      ]),
    )
    .execute();
}
