import { type Expression, type SqlBool, sql } from 'kysely';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { OutboxMail } from '#lib/platform/mail/outbox.repo.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';

export const MAIL_STATES = ['stuck', 'waiting', 'given-up', 'sent'] as const;
export type MailState = (typeof MAIL_STATES)[number];

const CONDITIONS: Record<MailState, Expression<SqlBool>> = {
  stuck: sql`sent_at is null and expires_at is null and (gave_up_at is not null or failing_since is not null)`,
  waiting: sql`sent_at is null and gave_up_at is null`,
  'given-up': sql`sent_at is null and gave_up_at is not null`,
  sent: sql`sent_at is not null`,
};

const MAX_LISTED_MAILS = 200;
const LATE_AFTER_MS = HOUR_MS;
const UNSENT_STATE = { sent_at: null, gave_up_at: null, failing_since: null, refused_since: null, last_error: null };

/**
 * Returns the newest 200 emails in this state, newest first. `stuck` means that an email is given up or failing, and
 * does not expire, unlike codes.
 */
export function listMails({ write }: ShopDatabase, state: MailState): Promise<OutboxMail[]> {
  const query = write.selectFrom('outbox').selectAll().where(CONDITIONS[state]);
  return query.orderBy('created_at', 'desc').orderBy('id').limit(MAX_LISTED_MAILS).execute();
}

/** Returns an email. Throws `not_found` if no id begins with `idStart`, and `invalid` if several ids do. */
export async function findMail({ write }: ShopDatabase, idStart: string): Promise<OutboxMail> {
  const prefixOfId = sql<string>`substr(id, 1, ${sql.lit(idStart.length)})`;
  const query = write.selectFrom('outbox').selectAll().where(prefixOfId, '=', idStart).limit(2);
  const [mail, another] = await query.execute();
  if (!mail || idStart === '') throw new ShopError('not_found', `There is no email ${idStart}.`);
  if (another)
    throw new ShopError('invalid', `Several emails have an id that begins with ${idStart}. Type more of the id.`);
  return mail;
}

/** Sends an email again. Throws `conflict` if it has expired, as login codes do, and the errors of `findMail`. */
export async function sendMailAgain(shop: Pick<Shop, 'db' | 'now'>, idStart: string): Promise<OutboxMail> {
  const mail = await findMail(shop.db, idStart);
  const count = await makeDueAgain(shop, sql<SqlBool>`id = ${mail.id}`, mail.id);
  if (count === 0) throw new ShopError('conflict', 'This email has expired: its content is no longer valid.');
  return mail;
}

/** Resends emails that were given up, except those that have expired. Returns their number. */
export function sendGivenUpMailsAgain(shop: Pick<Shop, 'db' | 'now'>): Promise<number> {
  return makeDueAgain(shop, sql<SqlBool>`gave_up_at is not null and sent_at is null`, 'given up');
}

/** Makes emails due again, except those that have expired. Returns their number. `recordId` is for the audit log. */
function makeDueAgain(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  condition: Expression<SqlBool>,
  recordId: string,
): Promise<number> {
  return transaction(db, async (tx) => {
    const result = await tx
      .updateTable('outbox')
      .set({ ...UNSENT_STATE, due_at: now(), attempts: 0, unsure: 0, pace_key: null, joined_into: null })
      .where(condition)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now())]))
      .executeTakeFirst();
    const mailCount = Number(result.numUpdatedRows);
    const record = { kind: 'mail', id: recordId };
    if (mailCount > 0) await recordAudit(tx, { action: 'send mail again', record, after: { mails: mailCount } }, now());
    return mailCount;
  });
}

/** Deletes an email and returns it. Throws the errors of `findMail`. */
export async function dropMail({ db, now }: Pick<Shop, 'db' | 'now'>, idStart: string): Promise<OutboxMail> {
  const mail = await findMail(db, idStart);
  await transaction(db, async (tx) => {
    await tx.deleteFrom('outbox').where('id', '=', mail.id).execute();
    const record = { kind: 'mail', id: mail.id };
    await recordAudit(tx, { action: 'drop mail', record, before: { kind: mail.kind } }, now());
  });
  return mail;
}

/**
 * Counts the emails that were given up, and the emails that have been waiting for more than an hour (`lateCount`).
 * Leaves out emails that expire.
 */
export function countStuckMails(
  { read }: ShopDatabase,
  now: number,
): Promise<{ givenUpCount: number; lateCount: number }> {
  const isLate = sql<SqlBool>`gave_up_at is null and created_at < ${now - LATE_AFTER_MS}`;
  return read
    .selectFrom('outbox')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('gave_up_at', 'is not', null).as('givenUpCount'),
      fn.countAll<number>().filterWhere(isLate).as('lateCount'),
    ])
    .where('sent_at', 'is', null)
    .where('expires_at', 'is', null)
    .executeTakeFirstOrThrow();
}
