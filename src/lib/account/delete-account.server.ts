import type { Tx } from '#lib/db/db.server.ts';
import { invalidate } from '#lib/db/invalidation.server.ts';
import { transaction } from '#lib/db/transaction.server.ts';
import type { Customer } from '#lib/identity/session.server.ts';
import { mailText } from '#lib/mail/mail-text.server.ts';
import { queueMail } from '#lib/mail/outbox.server.ts';
import type { Shop } from '#lib/shop/shop.server.ts';
import { ShopError } from '#lib/shop/shop-error.ts';

const TYPE_YOUR_EMAIL = 'To delete the account, type its e-mail address exactly.';
const REVIEWER_AFTERWARDS = 'A customer';

/**
 * Deletes a customer with sessions, addresses, cart and wishlist, which hang on the customer's row. Orders stay, without
 * the account, because tax law asks for them; reviews stay without their writer. Throws `invalid` unless the e-mail is
 * the account's own.
 */
export async function deleteAccount(
  { db, files, log, now }: Pick<Shop, 'db' | 'files' | 'log' | 'now'>,
  email: string,
  customer: Customer,
): Promise<void> {
  if (email.trim().toLowerCase() !== customer.email) {
    throw new ShopError('invalid', TYPE_YOUR_EMAIL, { email: TYPE_YOUR_EMAIL });
  }
  await transaction(db, async (tx) => {
    await forgetReviewer(tx, customer.id);
    await tx.deleteFrom('code_challenge').where('email', '=', customer.email).execute();
    await tx.deleteFrom('customer').where('id', '=', customer.id).execute();
    await queueMail(tx, { to: customer.email, kind: 'account_deleted', ...farewell(), now: now() });
  });
  if (!customer.image_file) return;
  await files.remove(customer.image_file).catch((error) => log.warn({ err: error }, 'a profile image was left behind'));
}

async function forgetReviewer(tx: Tx, customerId: string): Promise<void> {
  const reviewed = await tx
    .selectFrom('review')
    .innerJoin('product', 'product.id', 'review.product_id')
    .select('product.slug')
    .where('review.customer_id', '=', customerId)
    .execute();
  const nobody = { customer_id: null, name: REVIEWER_AFTERWARDS };
  await tx.updateTable('review').set(nobody).where('customer_id', '=', customerId).execute();
  await invalidate(
    tx,
    reviewed.map(({ slug }) => `product:${slug}`),
  );
}

function farewell() {
  const lines = [
    'Your account is deleted, with your profile, addresses, wishlist and cart, and you are logged out everywhere.',
    'Orders and their invoices are kept for as long as tax law asks. Your reviews stay on their products, without your name.',
    'If it was not you who deleted it, please answer this mail.',
  ];
  return { subject: 'Your Taana account is deleted', ...mailText({ heading: 'Your account is deleted', lines }) };
}
