import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { spendBudgets } from '#lib/platform/http/network/rate-limit.server.ts';
import type { MailContent } from '#lib/platform/mail/mail-text.server.ts';
import { queueMail } from '#lib/platform/mail/outbox.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { mailMessage } from '#lib/sales/orders/mail/credit-mail.server.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import { addOrderEvent, existingOrder, type OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { orderRecipient, orderThread } from '#lib/sales/orders/record/order-recipient.server.ts';

const MAX_STAFF_MAILS_PER_HOUR = 5;
const TOO_MANY = `Staff have sent ${MAX_STAFF_MAILS_PER_HOUR} emails about this order within an hour. Please wait.`;

/** The kinds of emails that are obsolete once the order is paid or cancelled. */
const PAYMENT_REQUESTS: readonly string[] = ['order_payment_pending', 'order_payment_failed', 'order_payment_link'];
/** The kind of email that is obsolete once a cash order is paid or cancelled. */
const ONLINE_PAYMENT_OFFER = 'order_pay_online';
/** The kinds of emails that are obsolete once the order is confirmed or cancelled. */
const CONFIRMATION_REQUESTS: readonly string[] = ['order_confirm', 'order_confirm_reminder'];

type OrderWithMails = Pick<OrderRow, 'id' | 'email' | 'payment_status' | 'awaits_confirmation'>;

/**
 * Reads the emails to the customer about the order that the outbox still contains, the oldest first. Leaves out emails
 * that were combined into another email, and the copies made when staff resend an email.
 */
export async function mailsOf({ write }: Pick<ShopDatabase, 'write'>, order: OrderWithMails) {
  const rows = await write
    .selectFrom('outbox')
    .select(['id', 'kind', 'subject', 'created_at', 'sent_at', 'gave_up_at'])
    .where('thread', '=', orderThread(order.id))
    .where('to_address', '=', order.email)
    .where('joined_into', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, kind, subject, created_at: at, sent_at, gave_up_at }) => {
    const state: 'sent' | 'failed' | 'waiting' = sent_at !== null ? 'sent' : gave_up_at !== null ? 'failed' : 'waiting';
    return { id, subject, at, state, mayResend: mayResend(order, kind) && state !== 'waiting' };
  });
}

/**
 * Sends an email about an order again, with the same content, to the order's address. Throws `not_found` if the order
 * does not exist or the email is no longer stored, `conflict` if the email is obsolete, and `too_many` if staff have
 * sent too many emails about the order within an hour.
 */
export async function resendMail(shop: OrderShop, orderId: string, mailId: string): Promise<OrderRow> {
  const { db, now } = shop;
  return transaction(db, async (tx) => {
    const order = await existingOrder(tx, orderId);
    const mail = await tx
      .selectFrom('outbox')
      .select(['kind', 'subject', 'content_json'])
      .where('id', '=', mailId)
      .where('thread', '=', orderThread(orderId))
      .where('to_address', '=', order.email)
      .executeTakeFirst();
    if (!mail) throw new ShopError('not_found', 'This email is no longer stored.');
    if (!mayResend(order, mail.kind))
      throw new ShopError('conflict', 'This email asks for something that has already been done.');
    await countStaffMail({ db: { write: tx }, now }, orderId);
    const content = JSON.parse(mail.content_json) as MailContent;
    const { kind, subject } = mail;
    await queueMail(tx, { to: await orderRecipient(tx, order), kind, subject, content, now: now() });
    await addOrderEvent(tx, orderId, now(), 'mail_resent', subject);
    return order;
  });
}

/**
 * Emails a message to the customer, and adds it to the order's history. Throws `not_found` if the order does not exist,
 * `conflict` if the customer has no email address, and `too_many` if staff have sent too many emails about the order
 * within an hour.
 */
export async function messageCustomer(shop: OrderShop, orderId: string, text: string): Promise<OrderRow> {
  const { db, now } = shop;
  return transaction(db, async (tx) => {
    const order = await existingOrder(tx, orderId);
    if (!order.email) throw new ShopError('conflict', 'This customer has no email address.');
    await countStaffMail({ db: { write: tx }, now }, orderId);
    await mailMessage(tx, shop, order, text);
    await addOrderEvent(tx, orderId, now(), 'message_sent', text);
    return order;
  });
}

function mayResend({ payment_status, awaits_confirmation }: OrderWithMails, kind: string): boolean {
  if (CONFIRMATION_REQUESTS.includes(kind)) return awaits_confirmation === 1;
  if (kind === ONLINE_PAYMENT_OFFER) return payment_status === 'cod';
  return payment_status === 'unpaid' || !PAYMENT_REQUESTS.includes(kind);
}

/**
 * Counts an email from staff to the customer of an order. Throws `too_many` if staff have already sent
 * `MAX_STAFF_MAILS_PER_HOUR` emails about the order within an hour.
 */
export function countStaffMail(shop: Parameters<typeof spendBudgets>[0], orderId: string): Promise<void> {
  const budget = { key: `order-mail:${orderId}`, max: MAX_STAFF_MAILS_PER_HOUR, windowMs: HOUR_MS };
  return spendBudgets(shop, [budget], TOO_MANY);
}
