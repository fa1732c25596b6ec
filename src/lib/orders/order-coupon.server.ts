import { sql } from 'kysely';
import type { Tx } from '#lib/db/db.server.ts';

/** Takes one use of a coupon for an order; `false` when none is left. The statement guards itself, as stock does. */
export async function takeCoupon(tx: Tx, code: string, orderId: string, email: string, at: number): Promise<boolean> {
  const taken = await tx
    .updateTable('coupon')
    .set({ uses_left: sql<number | null>`uses_left - 1` })
    .where('code', '=', code)
    .where('active', '=', 1)
    .where((is) => is.or([is('uses_left', 'is', null), is('uses_left', '>', 0)]))
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) return false;
  await tx.insertInto('coupon_use').values({ code, order_id: orderId, email, used_at: at }).execute();
  return true;
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
