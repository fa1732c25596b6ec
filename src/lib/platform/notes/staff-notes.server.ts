import { currentActor } from '#lib/platform/actor/actor.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { StaffNoteTable } from '#lib/platform/db/tables/staff-notes.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { newId } from '#lib/platform/tokens.server.ts';

interface NoteShop {
  db: ShopDatabase;
  now(): number;
}

/** The kind of record that has notes: the table of the notes, and its column with the record's id. */
export type NoteSubject =
  | { kind: 'order'; table: 'order_note'; column: 'order_id' }
  | { kind: 'customer'; table: 'customer_note'; column: 'customer_id' };

/** Kysely needs one table type. Both tables have the same columns, except for the record's id. */
const tableOf = ({ table, column }: NoteSubject) => [table as 'order_note', column as 'order_id'] as const;

/** Returns the notes, oldest first, including deleted ones, which can be restored. */
export function notesAbout(
  { write }: Pick<ShopDatabase, 'write'>,
  subject: NoteSubject,
  recordId: string,
): Promise<StaffNoteTable[]> {
  const [table, column] = tableOf(subject);
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
  subject: NoteSubject,
  recordId: string,
  { text, at }: { text: string; at: number },
): Promise<string> {
  const id = newId();
  const [table, column] = tableOf(subject);
  const note = { id, at, author: currentActor()?.name ?? '', text, deleted_at: null };
  await tx
    .insertInto(table)
    .values({ ...note, [column]: recordId } as typeof note & { order_id: string })
    .execute();
  await recordChange(tx, subject, recordId, { verb: 'add', noteId: id, at });
  return id;
}

export interface NoteKey {
  recordId: string;
  noteId: string;
}

/** Deletes a note. Throws `not_found` if there is no such note, or if it is already deleted. */
export function deleteNoteAbout(shop: NoteShop, subject: NoteSubject, key: NoteKey): Promise<void> {
  return setDeletedAt(shop, subject, key, shop.now());
}

/** Undoes a deletion. Throws `not_found` if there is no such note, or if it is not deleted. */
export function restoreNoteAbout(shop: NoteShop, subject: NoteSubject, key: NoteKey): Promise<void> {
  return setDeletedAt(shop, subject, key, null);
}

function setDeletedAt(
  { db, now }: NoteShop,
  subject: NoteSubject,
  { recordId, noteId }: NoteKey,
  deletedAt: number | null,
): Promise<void> {
  const [table, column] = tableOf(subject);
  return transaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable(table)
      .set({ deleted_at: deletedAt })
      .where('id', '=', noteId)
      .where(column, '=', recordId)
      .where('deleted_at', deletedAt === null ? 'is not' : 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ShopError('not_found', 'This note is gone, or someone else has changed it.');
    await recordChange(tx, subject, recordId, {
      verb: deletedAt === null ? 'restore' : 'delete',
      noteId,
      at: now(),
    });
  });
}

function recordChange(
  tx: Tx,
  { kind }: NoteSubject,
  recordId: string,
  { verb, noteId, at }: { verb: 'add' | 'delete' | 'restore'; noteId: string; at: number },
): Promise<void> {
  return recordAudit(
    tx,
    { action: `${verb} ${kind} note`, record: { kind, id: recordId }, after: { note: noteId } },
    at,
  );
}
