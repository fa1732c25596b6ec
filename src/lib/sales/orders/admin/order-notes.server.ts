import { transaction } from '#lib/platform/db/transaction.server.ts';
import { addNoteAbout } from '#lib/platform/notes/staff-notes.server.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import { existingOrder } from '#lib/sales/orders/record/change-order.server.ts';

/**
 * Adds a staff note, and returns its id. The audit log does not contain the text of the note. Throws `not_found` if the
 * order does not exist.
 */
export function addNote({ db, now }: Pick<OrderShop, 'db' | 'now'>, orderId: string, text: string): Promise<string> {
  return transaction(db, async (tx) => {
    // Throws `not_found` if there is no such order.
    await existingOrder(tx, orderId);
    return addNoteAbout(tx, 'order', orderId, { text, at: now() });
  });
}
