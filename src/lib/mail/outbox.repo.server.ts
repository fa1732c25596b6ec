import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { ShopDatabase } from '#lib/db/db.server.ts';
import type { OutboxTable } from '#lib/db/tables/mail.ts';
import { latestBegin, latestEnd } from '#lib/identity/clock.ts';
import { holdsLease } from '#lib/mail/mail-lease.server.ts';
import { pauseMs } from '#lib/mail/retry.ts';

export type DueMail = Selectable<OutboxTable>;

/** A try that died with its process is repeated after this. */
const TRY_TAKES_MS = 60_000;
const LONGEST_PAUSE_MS = pauseMs(Number.MAX_SAFE_INTEGER);
const ERROR_MAX_CHARACTERS = 500;

/**
 * Whether its time has come. No pause is longer than the rule's longest, and what was never tried has nothing to wait for:
 * more was written by a clock that was ahead.
 */
function isDue(now: number): RawBuilder<boolean> {
  const neverTried = sql`attempts = 0 and created_at > ${latestBegin(now)}`;
  return sql<boolean>`(due_at <= ${now} or due_at > ${latestEnd(now, LONGEST_PAUSE_MS)} or (${neverTried}))`;
}

/** What is to be tried now; codes first, since somebody is waiting for them. */
export function dueMails({ write }: ShopDatabase, now: number, limit: number): Promise<DueMail[]> {
  return write
    .selectFrom('outbox')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .where(isDue(now))
    .orderBy((row) => row.case().when('expires_at', 'is', null).then(1).else(0).end())
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

/** Begins a try; false when it is not this process's turn, or the mail is no longer waiting. */
export async function noteTry({ write }: ShopDatabase, id: string, holder: string, now: number): Promise<boolean> {
  const result = await write
    .updateTable('outbox')
    .set((row) => ({ attempts: row('attempts', '+', 1), due_at: now + TRY_TAKES_MS }))
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .where(isDue(now))
    .where(holdsLease(holder, now))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * The last word before the content leaves: from here on it may arrive even if this process never hears of it. False
 * when the lease is gone or the mail has expired meanwhile.
 */
export async function noteHandover({ write }: ShopDatabase, id: string, holder: string, now: number): Promise<boolean> {
  const result = await write
    .updateTable('outbox')
    .set((row) => ({ unsure: row('unsure', '+', 1) }))
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
    .where(holdsLease(holder, now))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function noteSent({ write }: ShopDatabase, id: string, now: number): Promise<void> {
  await write.updateTable('outbox').set({ sent_at: now, last_error: null }).where('id', '=', id).execute();
}

interface Outcome {
  unsure: number;
  error: string;
  dueAt?: number;
  /** Counts as sent, though no answer came. */
  sentAt?: number;
  gaveUpAt?: number;
}

export async function noteFailure({ write }: ShopDatabase, id: string, outcome: Outcome): Promise<void> {
  await write
    .updateTable('outbox')
    .set({
      unsure: outcome.unsure,
      last_error: outcome.error.slice(0, ERROR_MAX_CHARACTERS),
      ...(outcome.dueAt ? { due_at: outcome.dueAt } : {}),
      sent_at: outcome.sentAt ?? null,
      gave_up_at: outcome.gaveUpAt ?? null,
    })
    .where('id', '=', id)
    .execute();
}

/** What nobody needs any more is taken out before it can go out; gives how many. */
export async function dropExpired({ write }: ShopDatabase, now: number): Promise<number> {
  const result = await write
    .updateTable('outbox')
    .set({ gave_up_at: now, last_error: 'expired before it could be sent' })
    .where('sent_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .where('expires_at', '<=', now)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** The demo shop without a mail server: the mailbox page reads the outbox itself. */
export async function deliverToMailbox({ write }: ShopDatabase, now: number): Promise<void> {
  await write
    .updateTable('outbox')
    .set({ sent_at: now, attempts: 1 })
    .where('sent_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .where(isDue(now))
    .execute();
}
