import type { Tx } from '#lib/platform/db/db.server.ts';
import { preparedQuery } from '#lib/platform/db/prepared-query.server.ts';
import type { OrdersTable } from '#lib/platform/db/tables/orders.ts';
import type { MailContent } from '#lib/platform/mail/mail-text.server.ts';
import { queueMail } from '#lib/platform/mail/outbox.server.ts';
import { type MailRecipient, typedRecipient, verifiedRecipient } from '#lib/platform/mail/recipient.server.ts';

type OrderContact = Pick<OrdersTable, 'email' | 'customer_id'>;

/**
 * Returns the recipient of emails about an order. The address counts as verified only if it is the address of the
 * customer's account, because any other address was only typed.
 */
export async function orderRecipient(
  tx: Tx,
  { email, customer_id }: OrderContact,
): Promise<MailRecipient<'proven' | 'typed'>> {
  if (customer_id === null) return typedRecipient(email);
  const [customer] = (await customerByEmail(tx, { customer_id, email })).rows;
  return customer ? verifiedRecipient(customer) : typedRecipient(email);
}

const customerByEmail = preparedQuery((db, { customer_id, email }: { customer_id: string; email: string }) =>
  db.selectFrom('customer').select('email').where('id', '=', customer_id).where('email', '=', email),
);

/** Returns the name of the email thread of an order. Queued emails in the same thread are combined into one email. */
export function orderThread(orderId: string): string {
  return `order:${orderId}`;
}

/** Queues an email about an order to its recipient, in the thread of the order. */
export async function queueMailAboutOrder(
  tx: Tx,
  order: OrderContact & Pick<OrdersTable, 'id'>,
  mail: { kind: string; subject: string; content: MailContent; now: number },
): Promise<void> {
  await queueMail(tx, { to: await orderRecipient(tx, order), thread: orderThread(order.id), ...mail });
}
