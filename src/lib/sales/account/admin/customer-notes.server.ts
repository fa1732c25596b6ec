import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { addNoteAbout, deleteNoteAbout, notesAbout, restoreNoteAbout } from '#lib/platform/notes/staff-notes.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

type NoteShop = Pick<Shop, 'db' | 'now'>;

const NOTE_SUBJECT = { kind: 'customer', table: 'customer_note', column: 'customer_id' } as const;

/**
 * Finds a customer and the notes about the customer, by id, or by email address if the id is null. The notes are sorted,
 * the oldest first, and include deleted notes, which can be restored. Returns undefined if there is no account.
 */
export async function customerNotes(
  db: Pick<ShopDatabase, 'write'>,
  { customerId, email }: { customerId: string | null; email: string },
) {
  const customers = db.write.selectFrom('customer').select(['id', 'name']);
  const query = customerId === null ? customers.where('email', '=', email) : customers.where('id', '=', customerId);
  const customer = await query.executeTakeFirst();
  return customer && { ...customer, notes: await notesAbout(db, NOTE_SUBJECT, customer.id) };
}

/**
 * Adds a staff note, and returns the id of the note. The customer's data export includes the note; the audit log does
 * not. Throws `not_found` if the account does not exist.
 */
export function addCustomerNote({ db, now }: NoteShop, customerId: string, text: string): Promise<string> {
  return transaction(db, async (tx) => {
    const customer = await tx.selectFrom('customer').select('id').where('id', '=', customerId).executeTakeFirst();
    if (!customer) throw new ShopError('not_found', 'There is no such customer.');
    return addNoteAbout(tx, NOTE_SUBJECT, customerId, { text, at: now() });
  });
}

/** Deletes a note. Throws `not_found` if the note does not exist or is already deleted. */
export function deleteCustomerNote(shop: NoteShop, customerId: string, noteId: string): Promise<void> {
  return deleteNoteAbout(shop, NOTE_SUBJECT, { recordId: customerId, noteId });
}

/** Restores a deleted note. Throws `not_found` if the note does not exist or is not deleted. */
export function restoreCustomerNote(shop: NoteShop, customerId: string, noteId: string): Promise<void> {
  return restoreNoteAbout(shop, NOTE_SUBJECT, { recordId: customerId, noteId });
}
