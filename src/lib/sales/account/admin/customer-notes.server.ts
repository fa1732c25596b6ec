import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { addNoteAbout, notesAbout } from '#lib/platform/notes/staff-notes.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/**
 * Finds a customer and the notes about the customer, by id, or by email address if the id is null. The notes are
 * sorted, the oldest first, and include deleted notes, which can be restored. Returns undefined if there is no account.
 */
export async function customerNotes(
  db: Pick<ShopDatabase, 'write'>,
  { customerId, email }: { customerId: string | null; email: string },
) {
  const customers = db.write.selectFrom('customer').select(['id', 'name']);
  const query = customerId === null ? customers.where('email', '=', email) : customers.where('id', '=', customerId);
  const customer = await query.executeTakeFirst();
  return customer && { ...customer, notes: await notesAbout(db, 'customer', customer.id) };
}

/**
 * Adds a staff note, and returns the id of the note. The customer's data export includes the note; the audit log does
 * not. Throws `not_found` if the account does not exist.
 */
export function addCustomerNote(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  customerId: string,
  text: string,
): Promise<string> {
  return transaction(db, async (tx) => {
    const customer = await tx.selectFrom('customer').select('id').where('id', '=', customerId).executeTakeFirst();
    if (!customer) throw new ShopError('not_found', 'There is no such customer.');
    return addNoteAbout(tx, 'customer', customerId, { text, at: now() });
  });
}
