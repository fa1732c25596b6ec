import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { mailboxOf } from '#lib/primitives/email.ts';

/**
 * Adds the orders that a customer placed as a guest, with their exchanges, to the customer's account. May be called
 * only after a login with an emailed code or link, because only such a login proves access to the mailbox. Returns the
 * number of added orders.
 */
export async function claimGuestOrders(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  customer: { id: string; email: string },
): Promise<number> {
  const mailbox = mailboxOf(customer.email);
  const guestOrders = db.write
    .selectFrom('orders')
    .select('id')
    .where('customer_id', 'is', null)
    .where('mailbox', '=', mailbox);
  if (!(await guestOrders.executeTakeFirst())) return 0;
  return transaction(db, async (tx) => {
    const claimedOrders = await tx
      .updateTable('orders')
      .set({ customer_id: customer.id, updated_at: now() })
      .where('customer_id', 'is', null)
      .where('mailbox', '=', mailbox)
      .returning('id')
      .execute();
    const ids = claimedOrders.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await tx.updateTable('exchange').set({ customer_id: customer.id }).where('order_id', 'in', ids).execute();
    return ids.length;
  });
}

/** Returns the notice for the customer about the added orders; an empty string if no orders were added. */
export function claimedOrdersNotice(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? 'The order that you placed as a guest is in your account now.'
    : `The ${count} orders that you placed as a guest are in your account now.`;
}
