import { sql } from 'kysely';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { lineGoodsPaise, type PricedLine } from '#lib/sales/cart/cart-totals.ts';
import { checkCoupon } from '#lib/sales/cart/coupons/check-coupon.server.ts';
import { type AcceptedCoupon, COUPON_MESSAGES, type Coupon } from '#lib/sales/cart/coupons/coupon.ts';
import { couponBuyer, recordCouponBuyer, timesUsedBy } from '#lib/sales/cart/coupons/coupon-buyers.server.ts';
import { swatchCreditRefusal } from '#lib/sales/cart/offers/swatch-credit.server.ts';

/**
 * Reads the coupon with this code, and the discount that it gives. Returns undefined if `code` is null. Throws
 * `conflict` if the coupon can't be used.
 */
export async function couponForOrder(
  tx: Tx,
  code: string | null,
  lines: readonly (PricedLine & { productId: number; isSwatch: boolean })[],
  at: number,
): Promise<{ coupon: Coupon; accepted: AcceptedCoupon } | undefined> {
  if (code === null) return undefined;
  const coupon = await tx.selectFrom('coupon').selectAll().where('code', '=', code).executeTakeFirst();
  if (!coupon) throw new ShopError('conflict', COUPON_MESSAGES.ended);
  // `timesUsed` is 0 here, because `redeemCoupon` counts the buyer's earlier uses under a lock.
  const couponLines = lines.map((line) => ({ ...line, subtotalPaise: lineGoodsPaise(line) }));
  const result = await checkCoupon(tx, coupon, { lines: couponLines, at, timesUsed: 0 });
  if ('refusal' in result) throw new ShopError('conflict', result.refusal);
  return { coupon, accepted: result.accepted };
}

interface OrderWithCoupon {
  orderId: string;
  customerId: string | null;
  contact: { email: string; mobile: string };
  at: number;
}

/**
 * Records a use of the coupon. A buyer is identified by account, mobile number or mailbox. Throws `conflict` if the
 * coupon is inactive, if no use is left for the coupon or for this buyer, or if the coupon belongs to another email
 * address.
 */
export async function redeemCoupon(
  tx: Tx,
  { code, per_customer }: Coupon,
  { orderId, customerId, contact, at }: OrderWithCoupon,
): Promise<void> {
  const creditRefusal = await swatchCreditRefusal(tx, code, async () => [contact.email]);
  if (creditRefusal) throw new ShopError('conflict', creditRefusal);
  const { numUpdatedRows } = await tx
    .updateTable('coupon')
    .set({ uses_left: sql<number | null>`uses_left - 1` })
    .where('code', '=', code)
    .where('active', '=', 1)
    .where((eb) => eb.or([eb('uses_left', 'is', null), eb('uses_left', '>', 0)]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ShopError('conflict', COUPON_MESSAGES.usedUp);
  // The update has locked the coupon's row, so no other order adds a use before the insert below.
  const buyer = await couponBuyer(tx, customerId, contact);
  if (per_customer !== null && (await timesUsedBy(tx, code, buyer)) >= per_customer)
    throw new ShopError('conflict', COUPON_MESSAGES.usedByYou);
  await tx.insertInto('coupon_use').values({ code, order_id: orderId, email: contact.email, used_at: at }).execute();
  await recordCouponBuyer(tx, code, orderId, buyer);
}

/**
 * Makes the use of a coupon available again after an order was cancelled or not paid. A second call for the same order
 * has no effect.
 */
export async function returnCoupon(tx: Tx, orderId: string): Promise<void> {
  const uses = await tx.deleteFrom('coupon_use').where('order_id', '=', orderId).returning('code').execute();
  if (uses.length > 0) await tx.deleteFrom('coupon_buyer').where('order_id', '=', orderId).execute();
  for (const { code } of uses) {
    await tx
      .updateTable('coupon')
      .set({ uses_left: sql<number | null>`uses_left + 1` })
      .where('code', '=', code)
      .execute();
  }
}
