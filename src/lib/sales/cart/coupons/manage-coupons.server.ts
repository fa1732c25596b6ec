import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { CouponTable } from '#lib/platform/db/tables/cart.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { didYouMean } from '#lib/primitives/edit-distance.ts';
import type { CouponTerms } from '#lib/sales/cart/coupons/coupon.ts';
import { couponVersion } from '#lib/sales/cart/coupons/list-coupons.server.ts';

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

export interface ChangedCoupon extends CouponTerms {
  /** Of the coupon that the form showed. */
  version: number;
  /** Its uses that were left. They change only if others were typed. */
  usesShown: number | null;
}

const CHANGED_MEANWHILE = 'The coupon was changed meanwhile. Nothing was saved; look again.';

/** Returns whether anything differed. Throws `not_found`, and `conflict` if the coupon is not as it was shown. */
export async function changeCoupon(
  { db, now }: Parts,
  code: string,
  { version, usesShown, ...terms }: ChangedCoupon,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const before = await tx.selectFrom('coupon').selectAll().where('code', '=', code).executeTakeFirst();
    if (!before || before.active === 0) throw new ShopError('not_found', `There is no coupon ${code} in use.`);
    const hasOtherUses = terms.uses_left !== usesShown;
    const isStale = couponVersion(before) !== version || (hasOtherUses && before.uses_left !== usesShown);
    if (isStale) throw new ShopError('conflict', CHANGED_MEANWHILE, { version: CHANGED_MEANWHILE });
    const after = { ...terms, uses_left: hasOtherUses ? terms.uses_left : before.uses_left };
    const old = Object.fromEntries(Object.keys(after).map((name) => [name, before[name as keyof CouponTerms]]));
    if (JSON.stringify(Object.values(old).map(String)) === JSON.stringify(Object.values(after).map(String)))
      return false;
    let query = tx.updateTable('coupon').set(hasOtherUses ? after : { ...terms, uses_left: undefined });
    query = query.where('code', '=', code).where('active', '=', 1);
    const guarded = Object.keys(after).filter((name) => name !== 'uses_left' || hasOtherUses) as (keyof CouponTerms)[];
    for (const name of guarded) query = query.where(name, 'is not distinct from', before[name]);
    const changed = await query.returning('code').executeTakeFirst();
    if (!changed) throw new ShopError('conflict', CHANGED_MEANWHILE, { version: CHANGED_MEANWHILE });
    const record = { kind: 'coupon', id: code };
    await recordAudit(tx, { action: 'change coupon', record, before: old, after }, now());
    return true;
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
