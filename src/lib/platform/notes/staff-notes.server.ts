import { currentActor } from '#lib/platform/actor/actor.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { StaffNoteTable } from '#lib/platform/db/tables/staff-notes.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';

/** The kind of record that has notes. */
type NoteKind = 'order' | 'customer';

/** Kysely needs one table type. Both tables have the same columns, except for the record's id. */
const tableOf = (kind: NoteKind) => [`${kind}_note` as 'order_note', `${kind}_id` as 'order_id'] as const;

/** Returns the notes, oldest first, including deleted ones, which can be restored. */
export function notesAbout(
  { write }: Pick<ShopDatabase, 'write'>,
  kind: NoteKind,
  recordId: string,
): Promise<StaffNoteTable[]> {
  const [table, column] = tableOf(kind);
  return write
    .selectFrom(table)
    .select(['id', 'at', 'author', 'text', 'deleted_at'])
    .where(column, '=', recordId)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

/** Adds a note for staff, and returns its id. Its text is not copied to the audit log. The record must exist. */
export async function addNoteAbout(
  tx: Tx,
  kind: NoteKind,
  recordId: string,
  { text, at }: { text: string; at: number },
): Promise<string> {
  const id = newId();
  const [table, column] = tableOf(kind);
  const note = { id, at, author: currentActor()?.name ?? '', text, deleted_at: null };
  await tx
    .insertInto(table)
    .values({ ...note, [column]: recordId } as typeof note & { order_id: string })
    .execute();
  await recordAudit(tx, { action: `add ${kind} note`, record: { kind, id: recordId }, after: { note: id } }, at);
  return id;
}

/**
 * Deletes a note, or undoes the deletion if `isDeleted` is false. Throws `not_found` if there is no such note, or if it
 * is already deleted or not deleted.
 */
export function setNoteDeleted(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  kind: NoteKind,
  { recordId, noteId }: { recordId: string; noteId: string },
  isDeleted: boolean,
): Promise<void> {
  const [table, column] = tableOf(kind);
  const at = now();
  return transaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable(table)
      .set({ deleted_at: isDeleted ? at : null })
      .where('id', '=', noteId)
      .where(column, '=', recordId)
      .where('deleted_at', isDeleted ? 'is' : 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ShopError('not_found', 'This note is gone, or someone else has changed it.');
    const action = `${isDeleted ? 'delete' : 'restore'} ${kind} note`;
    await recordAudit(tx, { action, record: { kind, id: recordId }, after: { note: noteId } }, at);
  });
}
