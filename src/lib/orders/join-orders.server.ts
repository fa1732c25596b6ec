import { mailboxOf } from '#lib/fields/email.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/**
 * Gives a customer the orders that were placed as a guest with the customer's mailbox; gives how many. Call it after a
 * login by a mailed code or link only: that is the proof. It opens nothing new, since each of those orders has mailed its
 * signed link, which opens all of it, to just this mailbox; that is so, too, for an order that a stranger has placed with
 * the address, and its buyer keeps the link that the browser was shown. An order that has a customer is never moved.
 */
export async function joinGuestOrders(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  customer: { id: string; email: string },
): Promise<number> {
  const mailbox = mailboxOf(customer.email);
  const placedAsGuest = db.write
    .selectFrom('orders')
    .select('id')
    .where('customer_id', 'is', null)
    .where('mailbox', '=', mailbox);
  // Nearly every login: nothing to write.
  if (!(await placedAsGuest.executeTakeFirst())) return 0;
  return transaction(db, async (tx) => {
    const joined = await tx
      .updateTable('orders')
      .set({ customer_id: customer.id, updated_at: now() })
      .where('customer_id', 'is', null)
      .where('mailbox', '=', mailbox)
      .returning('id')
      .execute();
    const ids = joined.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await tx.updateTable('exchange').set({ customer_id: customer.id }).where('order_id', 'in', ids).execute();
    return ids.length;
  });
}

/** What is said of it after the login. */
export function joinedNotice(orders: number): string {
  if (orders === 0) return '';
  return orders === 1
    ? 'The order that you placed as a guest is in your account now.'
    : `The ${orders} orders that you placed as a guest are in your account now.`;
}
