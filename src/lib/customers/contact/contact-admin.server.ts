import type { Selectable } from 'kysely';
import type { z } from 'zod/mini';
import { mailAnswer } from '#lib/customers/contact/contact.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { recordReading } from '#lib/platform/audit/record-reading.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { ContactMessageTable } from '#lib/platform/db/query/tables.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { changedMeanwhile } from '#lib/platform/errors/changed-meanwhile.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import type { RECORD_VERSION } from '#lib/primitives/version.schema.ts';

export type ContactMessage = Selectable<ContactMessageTable>;
type ContactShop = Pick<Shop, 'db' | 'now'>;

type MessageVersion = z.infer<typeof RECORD_VERSION>;

/** Returns the messages of the last `days` days, newest last. */
export function contactMessages(
  { write }: Pick<ShopDatabase, 'write'>,
  now: number,
  days: number,
): Promise<ContactMessage[]> {
  return write
    .selectFrom('contact_message')
    .selectAll()
    .where('created_at', '>', now - days * DAY_MS)
    .orderBy('created_at')
    .execute();
}

/**
 * Returns a message, and records in the audit log that it was read. Throws a ShopError `not_found` for an unknown id.
 */
export async function readMessage({ db, now }: ContactShop, id: string): Promise<ContactMessage> {
  const message = await existingMessage(db.write, id);
  await recordReading(db, { action: 'read contact message', record: { kind: 'message', id } }, now());
  return message;
}

/**
 * Emails the answer and stores it with the message. Throws a ShopError `not_found` for an unknown id, or `conflict` for
 * an outdated version.
 */
export function answerMessage({ db, now }: ContactShop, answer: MessageVersion & { message: string }): Promise<void> {
  return transaction(db, async (tx) => {
    const message = await existingMessage(tx, answer.id);
    // A reopened message keeps its earlier answers.
    const allAnswersText = [message.answer, answer.message].filter(Boolean).join('\n\n');
    await updateMessage(tx, answer, { state: 'answered', answer: allAnswersText, updated_at: now() });
    await mailAnswer(tx, message, answer.message, now());
    await recordStateChange(tx, 'answer message', message, 'answered', now());
  });
}

/** Closes a message. `inTransaction` runs in the same transaction. Throws the same errors as `answerMessage`. */
export function closeMessage(
  shop: ContactShop,
  message: MessageVersion,
  inTransaction?: (tx: Tx) => Promise<void>,
): Promise<void> {
  return setState(shop, message, 'closed', 'close message', inTransaction);
}

/** Reopens a message. Throws the same errors as `answerMessage`. */
export function reopenMessage(shop: ContactShop, message: MessageVersion): Promise<void> {
  return setState(shop, message, 'new', 'reopen message');
}

/** Changes the state. `action` is the action in the audit log. */
function setState(
  { db, now }: ContactShop,
  message: MessageVersion,
  state: ContactMessage['state'],
  action: string,
  inTransaction?: (tx: Tx) => Promise<void>,
): Promise<void> {
  return transaction(db, async (tx) => {
    await inTransaction?.(tx);
    const storedMessage = await existingMessage(tx, message.id);
    await updateMessage(tx, message, { state, updated_at: now() });
    await recordStateChange(tx, action, storedMessage, state, now());
  });
}

async function updateMessage(
  tx: Tx,
  { id, version }: MessageVersion,
  change: Partial<ContactMessage> & { updated_at: number },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('contact_message')
    .set({ ...change, updated_at: Math.max(change.updated_at, version + 1) })
    .where('id', '=', id)
    .where('updated_at', '=', version)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw changedMeanwhile('message');
}

async function existingMessage(db: Tx | ShopDatabase['write'], id: string): Promise<ContactMessage> {
  const message = await db.selectFrom('contact_message').selectAll().where('id', '=', id).executeTakeFirst();
  if (!message) throw new ShopError('not_found', 'There is no such message.');
  return message;
}

/** Records a change of state in the audit log, without the texts, because the writer may ask for their deletion. */
function recordStateChange(
  tx: Tx,
  action: string,
  { id, state: before }: ContactMessage,
  after: ContactMessage['state'],
  at: number,
): Promise<void> {
  const changes = { before: { state: before }, after: { state: after } };
  return recordAudit(tx, { action, record: { kind: 'message', id }, ...changes }, at);
}
