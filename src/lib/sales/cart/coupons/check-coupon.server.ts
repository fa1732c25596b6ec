import type { Kysely } from 'kysely';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { type AcceptedCoupon, type Coupon, couponLimits, couponRefusal } from '#lib/sales/cart/coupons/coupon.ts';
import { couponLimitNames } from '#lib/sales/cart/coupons/coupon-goods.server.ts';
import { isSwatchCredit } from '#lib/sales/cart/offers/swatch-credit.server.ts';

interface CouponCart {
  lines: readonly { productId: number; subtotalPaise: number }[];
  at: number;
  timesUsed: number;
}

/** The reason why the coupon can't be used, or its terms, with a `note` if it applies only to some lines. */
export async function checkCoupon(
  db: Kysely<Tables>,
  coupon: Coupon,
  { lines, at, timesUsed }: CouponCart,
): Promise<{ refusal: string } | { accepted: AcceptedCoupon; note?: string | undefined }> {
  const limitedTo = await limitOf(db, coupon, lines);
  const covered = limitedTo?.products;
  const covers = covered && lines.map(({ productId }) => covered.has(productId));
  const coveredLines = lines.filter((_line, index) => covers?.[index] ?? true);
  const coveredPaise = coveredLines.reduce((sum, { subtotalPaise }) => sum + subtotalPaise, 0);
  const lineCount = coveredLines.length;
  const limit = limitedTo && { text: limitText(limitedTo.names), lineCount };
  const refusal = couponRefusal(coupon, { coveredPaise, limit, at, timesUsed });
  if (refusal !== undefined) return { refusal };
  const { kind, value } = coupon;
  const isPartial = kind !== 'free_delivery' && lineCount < lines.length;
  const note = limit && isPartial ? `Applies only to ${limit.text}: ${lineCount} of ${lines.length} items.` : undefined;
  return { accepted: { kind, value, covers }, note };
}

/** The products that the coupon applies to, as far as the lines contain them, with names; undefined if to all. */
async function limitOf(
  db: Kysely<Tables>,
  coupon: Coupon,
  lines: CouponCart['lines'],
): Promise<{ products: Set<number>; names: readonly string[] } | undefined> {
  const { categories, products } = couponLimits(coupon);
  if (categories.length > 0 || products.length > 0)
    return { products: await coveredProducts(db, coupon, lines), names: await couponLimitNames(db, coupon) };
  return (await isSwatchCredit(db, coupon.code)) ? { products: await clothOf(db, lines), names: [CLOTH] } : undefined;
}

async function clothOf(db: Kysely<Tables>, lines: CouponCart['lines']): Promise<Set<number>> {
  const rows = await db
    .selectFrom('product')
    .select('id')
    .where('sell_unit', '=', 'metre')
    .where(
      'id',
      'in',
      lines.map(({ productId }) => productId),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The products of the coupon, and products of the lines that are in its categories. */
async function coveredProducts(db: Kysely<Tables>, coupon: Coupon, lines: CouponCart['lines']): Promise<Set<number>> {
  const { categories, products } = couponLimits(coupon);
  const covered = new Set(products);
  const others = lines.map(({ productId }) => productId).filter((id) => !covered.has(id));
  if (categories.length === 0 || others.length === 0) return covered;
  // The facets of a product contain the categories above its own.
  const rows = await db
    .selectFrom('product_facet')
    .innerJoin('facet_value', 'facet_value.id', 'product_facet.value_id')
    .select('product_id')
    .where('kind', '=', 'category')
    .where('slug', 'in', categories)
    .where('product_id', 'in', others)
    .execute();
  for (const { product_id } of rows) covered.add(product_id);
  return covered;
}

const CLOTH = 'lengths of cloth';
const MAX_NAMES = 3;
const LIST_FORMAT = new Intl.ListFormat('en', { type: 'conjunction' });

/** For a sentence, such as "Sarees, Kurtas and Silk Scarf". Names at most three. */
function limitText(names: readonly string[]): string {
  if (names.length === 0) return 'certain products';
  const more = names.length > MAX_NAMES ? [`${names.length - MAX_NAMES} more`] : [];
  return LIST_FORMAT.format([...names.slice(0, MAX_NAMES), ...more]);
}
