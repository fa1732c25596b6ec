import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { type Budget, exhaustedUntil, incrementCount } from '#lib/platform/http/network/rate-limit.server.ts';
import { type JoinedMail, joinMails, type WaitingMail } from '#lib/platform/mail/join-mails.ts';
import { mailText } from '#lib/platform/mail/mail-text.server.ts';
import { holdsLease, isDue } from '#lib/platform/mail/outbox.repo.server.ts';
import { budgetsOfPace } from '#lib/platform/mail/pace.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const MAX_MAILBOXES_PER_ROUND = 100;
const MAX_MAILS_PER_MAILBOX = 500;

/**
 * Joins the waiting emails to each mailbox for which an email is due, and limits the rate of emails to each mailbox.
 * Does nothing unless `holder` has the email lease.
 */
export async function paceMailboxes({ db, now }: Pick<Shop, 'db' | 'now'>, holder: string): Promise<void> {
  for (const key of await duePaceKeys(db, now())) {
    await transaction(db, (tx) => paceMailbox(tx, key, { holder, now: now() }));
  }
}

async function duePaceKeys({ write }: ShopDatabase, now: number): Promise<string[]> {
  const rows = await write
    .selectFrom('outbox')
    .select('pace_key')
    .distinct()
    .where(isDue(now))
    .where('pace_key', 'is not', null)
    .limit(MAX_MAILBOXES_PER_ROUND)
    .execute();
  return rows.flatMap(({ pace_key }) => pace_key ?? []);
}

async function paceMailbox(tx: Tx, key: string, { holder, now }: { holder: string; now: number }): Promise<void> {
  // Locks the row of the lease. A process that has lost the lease waits here, and then stops.
  const { numUpdatedRows } = await tx
    .updateTable('mail_lease')
    .set({ holder })
    .where('id', '=', 1)
    .where(holdsLease(holder, now))
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return;
  let slot = await nextSlot(tx, key, now);
  for (const mail of joinMails(await waitingMails(tx, key), slot.notBefore !== undefined)) {
    if (mail.joinedIds.length > 0) await saveJoinedMail(tx, mail, now);
    const isDueNow = slot.notBefore === undefined;
    const changedColumns = isDueNow ? { pace_key: null, due_at: now } : { due_at: slot.notBefore };
    await tx.updateTable('outbox').set(changedColumns).where('id', '=', mail.id).execute();
    if (!isDueNow) continue;
    for (const budget of slot.budgets) await incrementCount({ write: tx }, now, budget.key, budget.windowMs);
    slot = await nextSlot(tx, key, now);
  }
}

/**
 * Returns when the mailbox may get its next email, and the budgets that this email counts against. If `notBefore` is
 * undefined, the email may be sent immediately.
 */
async function nextSlot(tx: Tx, key: string, now: number): Promise<{ notBefore?: number; budgets: Budget[] }> {
  const { dailyBudget, usualBudget, busyDayBudget } = budgetsOfPace(key);
  const isBusyDay = (await exhaustedUntil({ write: tx }, now, dailyBudget)) !== undefined;
  const budget = isBusyDay ? busyDayBudget : usualBudget;
  return { notBefore: await exhaustedUntil({ write: tx }, now, budget), budgets: [dailyBudget, budget] };
}

async function waitingMails(tx: Tx, key: string): Promise<WaitingMail[]> {
  const rows = await tx
    .selectFrom('outbox')
    .select(['id', 'to_address', 'thread', 'subject', 'content_json', 'headers_json', 'created_at'])
    .where('pace_key', '=', key)
    .where('sent_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_MAILS_PER_MAILBOX)
    .execute();
  return rows.map(({ content_json, headers_json, ...row }) => ({
    ...row,
    content: JSON.parse(content_json),
    headers: headers_json === null ? null : JSON.parse(headers_json),
  }));
}

async function saveJoinedMail(
  tx: Tx,
  { id, thread, subject, content, headers, joinedIds }: JoinedMail,
  now: number,
): Promise<void> {
  const headers_json = headers === null ? null : JSON.stringify(headers);
  await tx
    .updateTable('outbox')
    .set({ thread, subject, content_json: JSON.stringify(content), headers_json, text: mailText(content) })
    .where('id', '=', id)
    .execute();
  await tx
    .updateTable('outbox')
    .set({ sent_at: now, joined_into: id, pace_key: null })
    .where('id', 'in', joinedIds)
    .execute();
}
