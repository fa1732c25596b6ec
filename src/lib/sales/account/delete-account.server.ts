import type { Customer } from '#lib/customers/auth/sessions/session.server.ts';
import { eraseMessagesFrom } from '#lib/customers/contact/erase-messages.server.ts';
import { eraseFromAudit } from '#lib/platform/audit/erase-from-audit.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { invalidate } from '#lib/platform/db/invalidation.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { queueMail } from '#lib/platform/mail/outbox.server.ts';
import { verifiedRecipient } from '#lib/platform/mail/recipient.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { mailboxOf } from '#lib/primitives/email.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { hashOfMailbox } from '#lib/sales/back-in-stock/save-request.server.ts';
import { eraseShipments } from '#lib/sales/shipping/erase-shipments.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

const EMAIL_MISMATCH = 'To delete the account, type its email address exactly.';
const ANONYMOUS_REVIEWER = 'A customer';

/**
 * Deletes the account. Keeps the orders without the account, as tax law requires, and the reviews without the author's
 * name. Throws `invalid` unless `email` is the customer's email address.
 */
export async function deleteAccount(
  { db, files, log, now }: Pick<Shop, 'db' | 'files' | 'log' | 'now'>,
  email: string,
  customer: Customer,
  deletedBy: keyof typeof CLOSING_LINES,
): Promise<void> {
  if (email.trim().toLowerCase() !== customer.email)
    throw new ShopError('invalid', EMAIL_MISMATCH, { email: EMAIL_MISMATCH });
  const fileKeys = await transaction(db, async (tx) => {
    const fileKeysOfCustomer = [
      ...(await attachedFileKeys(tx, customer.id)),
      ...(await eraseExchanges(tx, customer.id)),
    ];
    await eraseFromAuditLog(tx, customer, now());
    // Prevents a later account from claiming the orders.
    await tx.updateTable('orders').set({ mailbox: null }).where('customer_id', '=', customer.id).execute();
    await eraseNotes(tx, customer.id);
    await eraseShipments(tx, customer.id);
    await eraseReviewer(tx, customer.id);
    await eraseCashBlocks(tx, customer, now());
    await eraseByEmail(tx, customer.email);
    await tx.deleteFrom('customer').where('id', '=', customer.id).execute();
    if (deletedBy === 'staff')
      await recordAudit(tx, { action: 'erase customer', record: { kind: 'customer', id: customer.id } }, now());
    await queueMail(tx, {
      to: verifiedRecipient(customer),
      kind: 'account_deleted',
      ...deletionMail(shopSettings(db).name, deletedBy),
      now: now(),
    });
    return customer.image_file ? [...fileKeysOfCustomer, customer.image_file] : fileKeysOfCustomer;
  });
  // Files that can't be removed now are removed later by the sweep of files without a database row.
  for (const key of fileKeys) {
    await files.remove(key).catch((error) => log.warn({ err: error }, 'could not remove a file of a deleted account'));
  }
}

/** Erases the customer's data from the audit log. The log still shows who changed an order, and when. */
async function eraseFromAuditLog(tx: Tx, customer: Customer, at: number): Promise<void> {
  const orders = await tx
    .selectFrom('orders')
    .select(['id', 'email', 'mobile', 'address_json'])
    .where('customer_id', '=', customer.id)
    .execute();
  const addresses = await tx.selectFrom('address').selectAll().where('customer_id', '=', customer.id).execute();
  const orderAddresses = orders.map(({ address_json }) => JSON.parse(address_json) as Partial<OrderAddress>);
  const personalTexts = [customer, ...orders, ...addresses, ...orderAddresses].flatMap(personalValues);
  const orderIds = orders.map(({ id }) => id);
  await eraseFromAudit(tx, { kind: 'order', ids: orderIds, personalValues: [...new Set(personalTexts)] }, at);
  await eraseFromAudit(tx, { kind: 'customer', ids: [customer.id], personalValues: [...new Set(personalTexts)] }, at);
}

type PersonalData = Partial<Record<'name' | 'email' | 'mobile' | 'house' | 'street', string | undefined>>;

/** Returns the personal data in a row, without the city and the state, which also appear in entries about others. */
function personalValues({ name, email, mobile, house, street }: PersonalData): string[] {
  return [name, email, mobile, house, street].flatMap((value) => value || []);
}

async function eraseByEmail(tx: Tx, email: string): Promise<void> {
  for (const table of ['code_challenge', 'draft_order', 'subscriber'] as const) {
    await tx.deleteFrom(table).where('email', '=', email).execute();
  }
  await tx.deleteFrom('restock_request').where('mailbox_id', '=', hashOfMailbox(email)).execute();
  await eraseMessagesFrom(tx, email);
  await tx.deleteFrom('outbox').where('to_address', '=', email).where('kind', 'in', ACCOUNT_MAIL_KINDS).execute();
}

/** The emails that are deleted with the account. Emails about orders are kept. */
const ACCOUNT_MAIL_KINDS = [
  'contact_answer',
  'code',
  'link',
  'explanation',
  'newsletter',
  'restock',
  'ticket_created',
  'ticket_reply',
  'ticket_closed',
];

/** Deletes the customer's cash blocks, and erases name and contact details from the audit log of these blocks. */
async function eraseCashBlocks(tx: Tx, customer: Customer, at: number): Promise<void> {
  const removedBlocks = await tx
    .deleteFrom('cash_block')
    .where('mailbox', '=', mailboxOf(customer.email))
    .returning('id')
    .execute();
  const ids = removedBlocks.map(({ id }) => id);
  await eraseFromAudit(tx, { kind: 'cash block', ids, personalValues: personalValues(customer) }, at);
}

async function attachedFileKeys(tx: Tx, customerId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('attachment')
    .innerJoin('ticket_message', 'ticket_message.id', 'attachment.ticket_message_id')
    .innerJoin('ticket', 'ticket.id', 'ticket_message.ticket_id')
    .select('attachment.file_key')
    .where('ticket.customer_id', '=', customerId)
    .execute();
  return rows.map(({ file_key }) => file_key);
}

/** Erases what the customer sent for exchanges. Returns the file keys of the images. */
async function eraseExchanges(tx: Tx, customerId: string): Promise<string[]> {
  const orders = tx.selectFrom('orders').select('id').where('customer_id', '=', customerId);
  const exchanges = tx.selectFrom('exchange').select('id').where('order_id', 'in', orders);
  const images = await tx
    .deleteFrom('exchange_image')
    .where('exchange_id', 'in', exchanges)
    .returning('file_key')
    .execute();
  await tx
    .updateTable('exchange')
    .set({ reasons_json: '[]', custom_reason: '', answer: null })
    .where('order_id', 'in', orders)
    .execute();
  return images.map(({ file_key }) => file_key);
}

/** Deletes the notes by staff, which are not part of the records that tax law requires. */
async function eraseNotes(tx: Tx, customerId: string): Promise<void> {
  const orders = tx.selectFrom('orders').select('id').where('customer_id', '=', customerId);
  await tx.deleteFrom('order_note').where('order_id', 'in', orders).execute();
  await tx.deleteFrom('customer_note').where('customer_id', '=', customerId).execute();
}

async function eraseReviewer(tx: Tx, customerId: string): Promise<void> {
  const reviewedProducts = await tx
    .selectFrom('review')
    .innerJoin('product', 'product.id', 'review.product_id')
    .select('product.slug')
    .where('review.customer_id', '=', customerId)
    .execute();
  const anonymousAuthor = { customer_id: null, name: ANONYMOUS_REVIEWER };
  await tx.updateTable('review').set(anonymousAuthor).where('customer_id', '=', customerId).execute();
  await invalidate(
    tx,
    reviewedProducts.map(({ slug }) => `product:${slug}`),
  );
}

const CLOSING_LINES = {
  customer: 'If you did not delete it, please reply to this email.',
  staff: 'If you did not ask us to delete it, please reply to this email.',
};

function deletionMail(shopName: string, deletedBy: keyof typeof CLOSING_LINES) {
  const lines = [
    'We have deleted your account with your profile, addresses, wishlist, cart, tickets, messages, and the pictures and notes of your exchange requests. You are logged out on all devices, and you will not get our newsletter or emails about items that are back in stock.',
    'We keep orders and invoices for as long as tax law requires. Your reviews stay on their products without your name.',
    CLOSING_LINES[deletedBy],
  ];
  return { subject: `Your ${shopName} account is deleted`, content: { heading: 'Your account is deleted', lines } };
}
