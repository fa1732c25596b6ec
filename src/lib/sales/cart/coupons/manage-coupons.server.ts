import type { z } from 'zod/mini';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { didYouMean } from '#lib/primitives/edit-distance.ts';
import { type Coupon, type CouponTerms, type CouponTermsInput, couponLimits } from '#lib/sales/cart/coupons/coupon.ts';
import type { CHANGED_COUPON } from '#lib/sales/cart/coupons/coupon-form.schema.ts';
import { couponProducts, storedLimits } from '#lib/sales/cart/coupons/coupon-goods.server.ts';
import { couponVersion } from '#lib/sales/cart/coupons/list-coupons.server.ts';

type CouponShop = Pick<Shop, 'db' | 'now'>;

export type NewCoupon = CouponTermsInput & Pick<Coupon, 'code'>;

/**
 * Adds a coupon, which replaces a deactivated coupon with the same code. Throws `conflict` if an active coupon has the
 * code, and `invalid` if a category or product does not exist.
 */
export async function addCoupon(
  { db, now }: CouponShop,
  { categories, products, ...otherTerms }: NewCoupon,
): Promise<Coupon> {
  return transaction(db, async (tx) => {
    const coupon = { ...otherTerms, ...(await storedLimits(tx, { categories, products })), active: 1 };
    const row = { ...coupon, created_at: now() };
    const addedRow = await tx
      .insertInto('coupon')
      .values(row)
      .onConflict((conflict) => conflict.column('code').doUpdateSet(row).where('coupon.active', '=', 0))
      .returning('code')
      .executeTakeFirst();
    if (!addedRow) throw new ShopError('conflict', `The coupon ${coupon.code} already exists; drop it first.`);
    const { code: id, active: _active, ...terms } = coupon;
    const after = await auditedTerms(tx, terms);
    await recordAudit(tx, { action: 'add coupon', record: { kind: 'coupon', id }, after }, now());
    return coupon;
  });
}

const CHANGED_MEANWHILE = 'The coupon has changed in the meantime, so nothing was saved. Please check it again.';

/**
 * Changes the terms of a coupon. The entered number of uses left is saved only if it differs from `usesShown`. Returns whether anything changed. Throws `not_found` if the coupon does not exist or
 * is deactivated, `conflict` if the coupon has changed since the form was shown, and `invalid` if a category or product
 * does not exist.
 */
export async function changeCoupon(
  { db, now }: CouponShop,
  code: string,
  { version, usesShown, categories, products, ...otherTerms }: Omit<z.infer<typeof CHANGED_COUPON>, 'id'>,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const before = await tx.selectFrom('coupon').selectAll().where('code', '=', code).executeTakeFirst();
    if (!before || before.active === 0) throw new ShopError('not_found', `There is no coupon ${code} in use.`);
    const terms = { ...otherTerms, ...(await storedLimits(tx, { categories, products })) };
    const changesUses = terms.uses_left !== usesShown;
    const isStale = couponVersion(before) !== version || (changesUses && before.uses_left !== usesShown);
    if (isStale) throw new ShopError('conflict', CHANGED_MEANWHILE, { version: CHANGED_MEANWHILE });
    const after = { ...terms, uses_left: changesUses ? terms.uses_left : before.uses_left };
    const columns = Object.keys(after) as (keyof CouponTerms)[];
    if (columns.every((column) => String(before[column]) === String(after[column]))) return false;
    let query = tx.updateTable('coupon').set(changesUses ? after : { ...terms, uses_left: undefined });
    query = query.where('code', '=', code).where('active', '=', 1);
    for (const column of columns.filter((name) => name !== 'uses_left' || changesUses))
      query = query.where(column, 'is not distinct from', before[column]);
    const changedRow = await query.returning('code').executeTakeFirst();
    if (!changedRow) throw new ShopError('conflict', CHANGED_MEANWHILE, { version: CHANGED_MEANWHILE });
    const oldTerms = Object.fromEntries(columns.map((column) => [column, before[column]])) as unknown as CouponTerms;
    const entry = { before: await auditedTerms(tx, oldTerms), after: await auditedTerms(tx, after) };
    await recordAudit(tx, { action: 'change coupon', record: { kind: 'coupon', id: code }, ...entry }, now());
    return true;
  });
}

/** Returns the terms for the audit log, with products as slugs. */
async function auditedTerms(tx: Tx, { categories_json, products_json, ...terms }: CouponTerms): Promise<object> {
  const { categories } = couponLimits({ categories_json, products_json });
  const products = await couponProducts(tx, { categories_json, products_json });
  return { ...terms, categories, products: products.map(({ slug }) => slug) };
}

/**
 * Deactivates a coupon. Orders that have used the coupon keep it. Throws `not_found` if there is no active coupon with
 * this code.
 */
export async function deactivateCoupon({ db, now }: CouponShop, code: string): Promise<void> {
  await transaction(db, async (tx) => {
    const oldTerms = await tx
      .updateTable('coupon')
      .set({ active: 0 })
      .where('code', '=', code)
      .where('active', '=', 1)
      .returning(['kind', 'value', 'uses_left'])
      .executeTakeFirst();
    if (!oldTerms) {
      const activeCoupons = await tx.selectFrom('coupon').select('code').where('active', '=', 1).execute();
      const codes = activeCoupons.map((coupon) => coupon.code);
      throw new ShopError('not_found', `There is no coupon ${code} in use.${didYouMean(code, codes)}`);
    }
    await recordAudit(tx, { action: 'drop coupon', record: { kind: 'coupon', id: code }, before: oldTerms }, now());
  });
}
