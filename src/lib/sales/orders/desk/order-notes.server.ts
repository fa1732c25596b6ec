import { currentActor } from '#lib/platform/actor/actor.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { OrderNoteTable } from '#lib/platform/db/tables/order-notes.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { existingOrder } from '#lib/sales/orders/credits/take-back.server.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';

type NoteShop = Pick<OrderShop, 'db' | 'now'>;

/** The oldest first; also deleted ones, which can be restored. */
export function notesOf({ write }: Pick<ShopDatabase, 'write'>, orderId: string): Promise<OrderNoteTable[]> {
  return write
    .selectFrom('order_note')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

/** For staff only. The audit log does not repeat its text. Throws `not_found`. */
export async function addNote({ db, now }: NoteShop, orderId: string, text: string): Promise<string> {
  const id = newId();
  await transaction(db, async (tx) => {
    await existingOrder(tx, orderId);
    const author = currentActor()?.name ?? '';
    await tx
      .insertInto('order_note')
      .values({ id, order_id: orderId, at: now(), author, text, deleted_at: null })
      .execute();
    await recordNote(tx, orderId, 'add order note', id, now());
  });
  return id;
}

/** Throws `not_found` for a note that is deleted already. */
export function deleteNote({ db, now }: NoteShop, orderId: string, noteId: string): Promise<void> {
  return transaction(db, async (tx) => {
    await setDeleted(tx, { orderId, noteId, from: false, to: now() });
    await recordNote(tx, orderId, 'delete order note', noteId, now());
  });
}

/** Undoes `deleteNote`. Throws `not_found` for a note that is not deleted. */
export function restoreNote({ db, now }: NoteShop, orderId: string, noteId: string): Promise<void> {
  return transaction(db, async (tx) => {
    await setDeleted(tx, { orderId, noteId, from: true, to: null });
    await recordNote(tx, orderId, 'restore order note', noteId, now());
  });
}

interface NoteChange {
  orderId: string;
  noteId: string;
  /** Whether it must be deleted now. */
  from: boolean;
  to: number | null;
}

async function setDeleted(tx: Tx, { orderId, noteId, from, to }: NoteChange): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('order_note')
    .set({ deleted_at: to })
    .where('id', '=', noteId)
    .where('order_id', '=', orderId)
    .where('deleted_at', from ? 'is not' : 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ShopError('not_found', 'This note is gone, or somebody else changed it.');
}

function recordNote(tx: Tx, orderId: string, action: string, note: string, at: number): Promise<void> {
  return recordAudit(tx, { action, record: { kind: 'order', id: orderId }, after: { note } }, at);
}
