import type { z } from 'zod/mini';
import type { SavedReplyText } from '#lib/customers/support/saved-reply.schema.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { SavedReplyTable } from '#lib/platform/db/tables/support.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { changedMeanwhile } from '#lib/platform/errors/changed-meanwhile.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import type { RECORD_VERSION } from '#lib/primitives/version.schema.ts';

type ReplyShop = Pick<Shop, 'db' | 'now'>;

export type ReplyVersion = z.infer<typeof RECORD_VERSION>;

type NamedReply = Pick<SavedReplyTable, 'id' | 'name'>;

const MAX_REPLIES = 50;
const TOO_MANY = `There are ${MAX_REPLIES} saved replies. Delete one first.`;
const SAME_NAME = 'There is a saved reply with this name. Choose another name.';
const NOT_FOUND = 'This saved reply was deleted.';

/** Returns the saved replies, which all staff share, sorted by name. */
export async function savedReplies({ write }: Pick<ShopDatabase, 'write'>): Promise<SavedReplyTable[]> {
  const rows = await write.selectFrom('saved_reply').selectAll().execute();
  return rows.sort((a, b) => a.name.localeCompare(b.name));
}

/** Adds a saved reply. Throws a ShopError `conflict` for an existing name, or if there are 50 replies already. */
export function addReply({ db, now }: ReplyShop, { name, text }: SavedReplyText): Promise<void> {
  const row = { id: newId(), name, text, created_at: now(), updated_at: now() };
  return transaction(db, async (tx) => {
    const otherReplies = await tx.selectFrom('saved_reply').select(['id', 'name']).execute();
    if (otherReplies.length >= MAX_REPLIES) throw new ShopError('conflict', TOO_MANY);
    requireUniqueName(otherReplies, row);
    await tx.insertInto('saved_reply').values(row).execute();
    await recordChange(tx, 'add saved reply', row, { after: { name, text } }, now());
  });
}

/**
 * Changes a saved reply. Throws a ShopError `not_found` for a deleted reply, or `conflict` for an outdated version or
 * an existing name.
 */
export function changeReply(
  { db, now }: ReplyShop,
  { id, version, name, text }: ReplyVersion & SavedReplyText,
): Promise<void> {
  return transaction(db, async (tx) => {
    const oldReply = await replyToChange(tx, { id, version });
    requireUniqueName(await tx.selectFrom('saved_reply').select(['id', 'name']).execute(), { id, name });
    const { numUpdatedRows } = await tx
      .updateTable('saved_reply')
      .set({ name, text, updated_at: Math.max(now(), version + 1) })
      .where('id', '=', id)
      .where('updated_at', '=', version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw changedMeanwhile('saved reply');
    const changes = { before: { name: oldReply.name, text: oldReply.text }, after: { name, text } };
    await recordChange(tx, 'change saved reply', oldReply, changes, now());
  });
}

/** Deletes a saved reply. Throws a ShopError `not_found` for a deleted reply, or `conflict` for an outdated version. */
export function deleteReply({ db, now }: ReplyShop, reply: ReplyVersion): Promise<void> {
  return transaction(db, async (tx) => {
    const { name, text } = await replyToChange(tx, reply);
    await tx.deleteFrom('saved_reply').where('id', '=', reply.id).execute();
    await recordChange(tx, 'delete saved reply', reply, { before: { name, text } }, now());
  });
}

/**
 * Returns the message entered so far, followed by a saved reply. Throws a ShopError `not_found` for a deleted reply.
 */
export async function appendReply(
  { write }: Pick<ShopDatabase, 'write'>,
  { reply: replyId, message }: { reply: string; message: string },
): Promise<string> {
  const row = await write.selectFrom('saved_reply').select('text').where('id', '=', replyId).executeTakeFirst();
  if (!row) throw new ShopError('not_found', NOT_FOUND);
  return [message.trimEnd(), row.text].filter(Boolean).join('\n\n');
}

async function replyToChange(tx: Tx, { id, version }: ReplyVersion): Promise<SavedReplyTable> {
  const reply = await tx.selectFrom('saved_reply').selectAll().where('id', '=', id).executeTakeFirst();
  if (!reply) throw new ShopError('not_found', NOT_FOUND);
  if (reply.updated_at !== version) throw changedMeanwhile('saved reply');
  return reply;
}

function requireUniqueName(others: readonly NamedReply[], { id, name }: NamedReply): void {
  if (others.some((other) => other.id !== id && other.name === name))
    throw new ShopError('conflict', SAME_NAME, { name: SAME_NAME });
}

function recordChange(
  tx: Tx,
  action: string,
  { id }: { id: string },
  changes: { before?: object; after?: object },
  at: number,
): Promise<void> {
  return recordAudit(tx, { action, record: { kind: 'saved reply', id }, ...changes }, at);
}
