import type { Kysely } from 'kysely';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import type { CartTable } from '#lib/platform/db/tables/cart.ts';
import { foldedEmail } from '#lib/primitives/email.ts';

/** The details that identify a buyer. A use that matches any of these details counts towards the limit per customer. */
export interface CouponBuyer {
  customerId: string | null;
  emails: readonly string[];
  mobile?: string;
}

/** Returns one key for each detail that identifies the buyer. */
export function buyerKeys({ customerId, emails, mobile }: CouponBuyer): string[] {
  const keys = emails.map((email) => `email:${foldedEmail(email)}`);
  if (customerId !== null) keys.push(`customer:${customerId}`);
  if (mobile) keys.push(`mobile:${mobile}`);
  return [...new Set(keys)];
}

/** Returns the buyer with this account and these contact details. The account's email also identifies the buyer. */
export async function couponBuyer(
  db: Kysely<Tables>,
  customerId: string | null,
  contact: { email: string; mobile: string },
): Promise<CouponBuyer> {
  const account =
    customerId === null
      ? undefined
      : await db.selectFrom('customer').select('email').where('id', '=', customerId).executeTakeFirst();
  return { customerId, emails: [contact.email, ...(account ? [account.email] : [])], mobile: contact.mobile };
}

/**
 * Returns the known details of a cart's buyer. A guest may not have entered any details yet, so the coupon is checked
 * again when the order is placed.
 */
export async function knownBuyer(
  db: Kysely<Tables>,
  { id, customer_id }: Pick<CartTable, 'id' | 'customer_id'>,
): Promise<CouponBuyer> {
  const draft = await db
    .selectFrom('checkout_draft')
    .select('fields_json')
    .where('cart_id', '=', id)
    .executeTakeFirst();
  const contact: { email?: string; mobile?: string } = draft ? JSON.parse(draft.fields_json) : {};
  const account =
    customer_id === null
      ? undefined
      : await db.selectFrom('customer').select(['email', 'mobile']).where('id', '=', customer_id).executeTakeFirst();
  const emails = [contact.email, account?.email].flatMap((email) => email || []);
  return { customerId: customer_id, emails, mobile: contact.mobile || account?.mobile };
}

/** Returns how many of the buyer's orders have used the coupon. */
export async function timesUsedBy(db: Kysely<Tables>, code: string, buyer: CouponBuyer): Promise<number> {
  const keys = buyerKeys(buyer);
  if (keys.length === 0) return 0;
  const orders = await db
    .selectFrom('coupon_buyer')
    .select('order_id')
    .distinct()
    .where('code', '=', code)
    .where('buyer', 'in', keys)
    .execute();
  return orders.length;
}

export async function recordCouponBuyer(tx: Tx, code: string, orderId: string, buyer: CouponBuyer): Promise<void> {
  const rows = buyerKeys(buyer).map((key) => ({ code, buyer: key, order_id: orderId }));
  if (rows.length > 0) await tx.insertInto('coupon_buyer').values(rows).execute();
}
