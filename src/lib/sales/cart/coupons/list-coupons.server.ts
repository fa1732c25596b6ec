import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { CouponTable } from '#lib/platform/db/tables/cart.ts';
import type { CouponTerms } from '#lib/sales/cart/coupons/coupon.ts';

export interface ListedCoupon extends Selectable<CouponTable> {
  /** The number of orders that have used the coupon. */
  uses: number;
}

/** Reads up to `limit` coupons, sorted by code. `active` selects only active (1) or only deactivated (0) coupons. */
export async function listCoupons(
  { write }: Pick<ShopDatabase, 'write'>,
  { active, limit = 10_000 }: { active?: 0 | 1; limit?: number } = {},
): Promise<ListedCoupon[]> {
  let query = write.selectFrom('coupon').selectAll().orderBy('code').limit(limit);
  if (active !== undefined) query = query.where('active', '=', active);
  const coupons = await query.execute();
  const useCounts = await write
    .selectFrom('coupon_use')
    .select(['code', sql<number | string>`count(*)`.as('uses')])
    .groupBy('code')
    .execute();
  const usesByCode = new Map(useCounts.map((row) => [row.code, Number(row.uses)]));
  return coupons.map((coupon) => ({ ...coupon, uses: usesByCode.get(coupon.code) ?? 0 }));
}

/** Reads a coupon, active or deactivated. Returns undefined if there is no coupon with this code. */
export async function readCoupon(
  { write }: Pick<ShopDatabase, 'write'>,
  code: string,
): Promise<ListedCoupon | undefined> {
  const coupon = await write.selectFrom('coupon').selectAll().where('code', '=', code).executeTakeFirst();
  if (!coupon) return undefined;
  const { uses } = await write
    .selectFrom('coupon_use')
    .select((eb) => eb.fn.countAll().as('uses'))
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  return { ...coupon, uses: Number(uses) };
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
