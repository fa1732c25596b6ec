import { sql } from 'kysely';
import { COUPON_MESSAGES, type Coupon, couponRefusal } from '#lib/cart/coupon.ts';
import type { Tx } from '#lib/db/db.server.ts';
import { ShopError } from '#lib/shop/shop-error.ts';

/** The terms of the cart's coupon, if it has one; throws `conflict` with the reason when it can't be used any more. */
export async function couponForOrder(
  tx: Tx,
  code: string | null,
  subtotalPaise: number,
  at: number,
): Promise<Coupon | undefined> {
  if (code === null) return undefined;
  const coupon = await tx.selectFrom('coupon').selectAll().where('code', '=', code).executeTakeFirst();
  if (!coupon) throw new ShopError('conflict', COUPON_MESSAGES.ended);
  const refusal = couponRefusal(coupon, { subtotalPaise, at, timesUsed: 0 });
  if (refusal) throw new ShopError('conflict', refusal);
  return coupon;
}

/** Takes one use of a coupon for an order; the statement guards itself, as stock does. Throws `conflict`. */
export async function takeCoupon(
  tx: Tx,
  { code, per_customer }: Coupon,
  orderId: string,
  email: string,
  at: number,
): Promise<void> {
  const taken = await tx
    .updateTable('coupon')
    .set({ uses_left: sql<number | null>`uses_left - 1` })
    .where('code', '=', code)
    .where('active', '=', 1)
    .where((is) => is.or([is('uses_left', 'is', null), is('uses_left', '>', 0)]))
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) throw new ShopError('conflict', COUPON_MESSAGES.usedUp);
  // The update holds the coupon's row, so nobody adds a use between this count and the insert.
  const uses = await tx
    .selectFrom('coupon_use')
    .select('order_id')
    .where('code', '=', code)
    .where('email', '=', email)
    .execute();
  if (per_customer !== null && uses.length >= per_customer) throw new ShopError('conflict', COUPON_MESSAGES.usedByYou);
  await tx.insertInto('coupon_use').values({ code, order_id: orderId, email, used_at: at }).execute();
}

/** Gives a use back that an order did not come to; once, because the use itself goes. */
export async function returnCoupon(tx: Tx, orderId: string): Promise<void> {
  const uses = await tx.deleteFrom('coupon_use').where('order_id', '=', orderId).returning('code').execute();
  for (const { code } of uses) {
    await tx
      .updateTable('coupon')
      .set({ uses_left: sql<number | null>`uses_left + 1` })
      .where('code', '=', code)
      .execute();
  }
}
