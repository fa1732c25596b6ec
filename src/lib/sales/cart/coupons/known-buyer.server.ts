import type { Kysely } from 'kysely';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import type { CartTable } from '#lib/platform/db/tables/cart.ts';
import type { CouponBuyer } from '#lib/sales/cart/coupons/coupon-buyers.server.ts';

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
  const emails = [contact.email, account?.email].filter((email) => email !== undefined && email !== '') as string[];
  return { customerId: customer_id, emails, mobile: contact.mobile || account?.mobile };
}
