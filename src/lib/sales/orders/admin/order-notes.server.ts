import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { StaffNoteTable } from '#lib/platform/db/tables/staff-notes.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { addNoteAbout, deleteNoteAbout, notesAbout, restoreNoteAbout } from '#lib/platform/notes/staff-notes.server.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import { existingOrder } from '#lib/sales/orders/record/change-order.server.ts';

type NoteShop = Pick<OrderShop, 'db' | 'now'>;

const NOTES_OF_ORDER = { kind: 'order', table: 'order_note', column: 'order_id' } as const;

/**
 * Reads the notes about an order, the oldest first. The result includes deleted notes, because they can be restored.
 */
export function notesOf(db: Pick<ShopDatabase, 'write'>, orderId: string): Promise<StaffNoteTable[]> {
  return notesAbout(db, NOTES_OF_ORDER, orderId);
}

/**
 * Adds a staff note, and returns its id. The audit log does not contain the text of the note. Throws `not_found` if the
 * order does not exist.
 */
export function addNote({ db, now }: NoteShop, orderId: string, text: string): Promise<string> {
  return transaction(db, async (tx) => {
    // Throws `not_found` if there is no such order.
    await existingOrder(tx, orderId);
    return addNoteAbout(tx, NOTES_OF_ORDER, orderId, { text, at: now() });
  });
}

/** Deletes a note so that it can be restored. Throws `not_found` if the note does not exist or is already deleted. */
export function deleteNote(shop: NoteShop, orderId: string, noteId: string): Promise<void> {
  return deleteNoteAbout(shop, NOTES_OF_ORDER, { recordId: orderId, noteId });
}

/** Restores a deleted note. Throws `not_found` if the note does not exist or is not deleted. */
export function restoreNote(shop: NoteShop, orderId: string, noteId: string): Promise<void> {
  return restoreNoteAbout(shop, NOTES_OF_ORDER, { recordId: orderId, noteId });
}
