import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { CouponTable } from '#lib/platform/db/tables/cart.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { didYouMean } from '#lib/primitives/edit-distance.ts';

type Parts = Pick<Shop, 'db' | 'now'>;

export type NewCoupon = Omit<CouponTable, 'created_at'>;

/** The code of a dropped coupon can be used for another one. Throws `conflict` if it is in use. */
export async function addCoupon({ db, now }: Parts, coupon: NewCoupon): Promise<CouponTable> {
  const row = { ...coupon, created_at: now() };
  return transaction(db, async (tx) => {
    const added = await tx
      .insertInto('coupon')
      .values(row)
      .onConflict((conflict) => conflict.column('code').doUpdateSet(row).where('coupon.active', '=', 0))
      .returning('code')
      .executeTakeFirst();
    if (!added) throw new ShopError('conflict', `There is a coupon ${coupon.code} already; drop it first.`);
    const { code: id, active: _active, ...after } = coupon;
    await recordAudit(tx, { action: 'add coupon', record: { kind: 'coupon', id }, after }, now());
    return row;
  });
}

/** Orders keep the coupon that they used. Throws `not_found`. */
export async function dropCoupon({ db, now }: Parts, code: string): Promise<void> {
  const isDropped = await transaction(db, async (tx) => {
    const dropped = await tx
      .updateTable('coupon')
      .set({ active: 0 })
      .where('code', '=', code)
      .where('active', '=', 1)
      .returning(['kind', 'value', 'uses_left'])
      .executeTakeFirst();
    if (!dropped) return false;
    await recordAudit(tx, { action: 'drop coupon', record: { kind: 'coupon', id: code }, before: dropped }, now());
    return true;
  });
  if (isDropped) return;
  const inUse = await db.read.selectFrom('coupon').select('code').where('active', '=', 1).execute();
  const codes = inUse.map((coupon) => coupon.code);
  throw new ShopError('not_found', `There is no coupon ${code} in use.${didYouMean(code, codes)}`);
}
