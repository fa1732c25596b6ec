import { createHash } from 'node:crypto';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { CouponTerms } from '#lib/sales/cart/coupons/coupon.ts';

/** Reads up to `limit` coupons, sorted by code. `active` selects only active (1) or only deactivated (0) coupons. */
export async function listCoupons(
  { write }: Pick<ShopDatabase, 'write'>,
  { active, limit = 10_000 }: { active?: 0 | 1; limit?: number } = {},
) {
  let query = couponsWithUses(write).orderBy('coupon.code').limit(limit);
  if (active !== undefined) query = query.where('active', '=', active);
  const coupons = await query.execute();
  return coupons.map((coupon) => ({ ...coupon, uses: Number(coupon.uses) }));
}

/** Reads a coupon, active or deactivated. Returns undefined if there is no coupon with this code. */
export async function readCoupon({ write }: Pick<ShopDatabase, 'write'>, code: string) {
  const coupon = await couponsWithUses(write).where('coupon.code', '=', code).executeTakeFirst();
  return coupon && { ...coupon, uses: Number(coupon.uses) };
}

/** Returns a query for coupons with the number of orders that have used each of them. */
function couponsWithUses(write: ShopDatabase['write']) {
  return write
    .selectFrom('coupon')
    .selectAll('coupon')
    .select((eb) =>
      eb
        .selectFrom('coupon_use')
        .whereRef('coupon_use.code', '=', 'coupon.code')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('uses'),
    );
}

const VERSION_BITS = 48;

/**
 * Returns a hash of the terms and of whether the coupon is active. Excludes the number of uses left, which changes with
 * each order.
 */
export function couponVersion(coupon: CouponTerms & { active: number }): number {
  const { kind, value, minimum_paise, starts_at, ends_at, per_customer, categories_json, products_json, active } =
    coupon;
  const terms = [kind, value, minimum_paise, starts_at, ends_at, per_customer, categories_json, products_json, active];
  const hash = createHash('sha256')
    .update(JSON.stringify(terms.map(String)))
    .digest();
  return hash.readUIntBE(0, VERSION_BITS / 8);
}
