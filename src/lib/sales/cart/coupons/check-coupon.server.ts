import type { Kysely } from 'kysely';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { wordList } from '#lib/primitives/word-list.ts';
import { type AcceptedCoupon, type Coupon, couponLimits, couponRefusal } from '#lib/sales/cart/coupons/coupon.ts';
import { couponLimitNames } from '#lib/sales/cart/coupons/coupon-goods.server.ts';
import { isSwatchCredit } from '#lib/sales/cart/offers/swatch-credit.server.ts';

interface CouponCart {
  lines: readonly { productId: number; subtotalPaise: number; isSwatch: boolean }[];
  at: number;
  timesUsed: number;
}

/** Returns why the coupon can't be used, or its discount. Adds a `note` if the discount applies only to some lines. */
export async function checkCoupon(
  db: Kysely<Tables>,
  coupon: Coupon,
  { lines, at, timesUsed }: CouponCart,
): Promise<{ refusal: string } | { accepted: AcceptedCoupon; note?: string }> {
  const goodsLimit = await goodsLimitOf(db, coupon, lines);
  const coveredIds = goodsLimit?.productIds;
  const lineCoverage = coveredIds && lines.map(({ productId }) => coveredIds.has(productId));
  const coveredLines = lines.filter((_line, index) => lineCoverage?.[index] ?? true);
  const coveredPaise = coveredLines.reduce((sum, { subtotalPaise }) => sum + subtotalPaise, 0);
  const lineCount = coveredLines.length;
  const limit = goodsLimit && { text: limitText(goodsLimit.names), lineCount };
  const refusal = couponRefusal(coupon, { coveredPaise, limit, at, timesUsed });
  if (refusal !== undefined) return { refusal };
  const { kind, value } = coupon;
  const isPartial = kind !== 'free_delivery' && lineCount < lines.length;
  const note = limit && isPartial ? `Applies only to ${limit.text}: ${lineCount} of ${lines.length} items.` : undefined;
  return { accepted: { kind, value, lineCoverage }, note };
}

/**
 * Returns the ids of the products that the coupon applies to, and the names of these goods. Returns undefined if the
 * coupon applies to all products.
 */
async function goodsLimitOf(db: Kysely<Tables>, coupon: Coupon, lines: CouponCart['lines']) {
  const { categories, products } = couponLimits(coupon);
  if (categories.length > 0 || products.length > 0)
    return { productIds: await coveredProductIds(db, coupon, lines), names: await couponLimitNames(db, coupon) };
  return (await isSwatchCredit(db, coupon.code))
    ? { productIds: await clothProductIds(db, lines), names: [CLOTH] }
    : undefined;
}

/** Returns the product ids of the lines with lengths of cloth. Leaves out lines with swatches. */
async function clothProductIds(db: Kysely<Tables>, lines: CouponCart['lines']): Promise<Set<number>> {
  const productIds = lines.filter(({ isSwatch }) => !isSwatch).map(({ productId }) => productId);
  const rows = await db
    .selectFrom('product')
    .select('id')
    .where('sell_unit', '=', 'metre')
    .where('id', 'in', productIds)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns the ids of the coupon's products, and of the products in the lines that belong to its categories. */
async function coveredProductIds(db: Kysely<Tables>, coupon: Coupon, lines: CouponCart['lines']): Promise<Set<number>> {
  const { categories, products } = couponLimits(coupon);
  const coveredIds = new Set(products);
  const otherIds = lines.map(({ productId }) => productId).filter((id) => !coveredIds.has(id));
  if (categories.length === 0 || otherIds.length === 0) return coveredIds;
  // The facets of a product include the ancestors of its category.
  const rows = await db
    .selectFrom('product_facet')
    .innerJoin('facet_value', 'facet_value.id', 'product_facet.value_id')
    .select('product_id')
    .where('kind', '=', 'category')
    .where('slug', 'in', categories)
    .where('product_id', 'in', otherIds)
    .execute();
  for (const { product_id } of rows) coveredIds.add(product_id);
  return coveredIds;
}

const CLOTH = 'lengths of cloth';
const MAX_NAMES = 3;

/** Returns a list for a sentence, with at most three names, such as "Sarees, Kurtas, Silk Scarf and 2 more". */
function limitText(names: readonly string[]): string {
  if (names.length === 0) return 'certain products';
  const more = names.length > MAX_NAMES ? [`${names.length - MAX_NAMES} more`] : [];
  return wordList([...names.slice(0, MAX_NAMES), ...more]);
}
