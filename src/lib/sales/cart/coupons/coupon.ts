import type { Selectable } from 'kysely';
import type { CouponTable } from '#lib/platform/db/tables/cart.ts';
import { indianDayAndMonth } from '#lib/primitives/indian-time.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

export type Coupon = Omit<Selectable<CouponTable>, 'created_at'>;
/** The terms of a coupon, which the owner sets. */
export type CouponTerms = Omit<Coupon, 'code' | 'active'>;

/**
 * The goods that a coupon is limited to: category slugs, and SKUs or slugs of products. If both are empty, the coupon
 * applies to all goods.
 */
export interface CouponGoods {
  categories: readonly string[];
  products: readonly string[];
}

/** The terms of a coupon as staff enter them. */
export type CouponTermsInput = Omit<CouponTerms, 'categories_json' | 'products_json'> & CouponGoods;

/**
 * The discount of an accepted coupon. `lineCoverage` contains, for each line, whether the discount applies to the line.
 * If `lineCoverage` is undefined, the discount applies to all lines.
 */
export interface AcceptedCoupon extends Pick<Coupon, 'kind' | 'value'> {
  lineCoverage?: readonly boolean[];
}

export const COUPON_MESSAGES = {
  codeRequired: 'Enter a coupon code.',
  unknown: 'We don’t know this coupon code.',
  ended: 'This coupon has ended.',
  usedUp: 'This coupon has been used up.',
  usedByYou: 'You have used this coupon already.',
  noCart: 'Add something to your cart first.',
  applied: 'Coupon applied.',
  removed: 'Coupon removed.',
};

export const COUPON_MAX_CHARACTERS = 40;
/** The maximum number of categories and the maximum number of products that a coupon can be limited to. */
export const COUPON_MAX_GOODS = 100;

/** Returns a code as it is stored: without surrounding spaces, in upper case. */
export function couponCode(input: string): string {
  return input.trim().toUpperCase();
}

/** Returns the slugs of the categories and the ids of the products that a coupon is limited to. */
export function couponLimits({ categories_json, products_json }: Pick<Coupon, 'categories_json' | 'products_json'>): {
  categories: string[];
  products: number[];
} {
  return { categories: JSON.parse(categories_json), products: JSON.parse(products_json) };
}

interface CouponUse {
  /** The total amount of the items that the coupon applies to, in paise. */
  coveredPaise: number;
  /** The goods that the coupon is limited to, as text, and the number of cart lines that contain these goods. */
  limit?: { text: string; lineCount: number } | undefined;
  at: number;
  /** The number of this buyer's orders that have used the coupon. */
  timesUsed: number;
}

/** Returns why the coupon can't be used, or undefined if it can. */
export function couponRefusal(coupon: Coupon, { coveredPaise, limit, at, timesUsed }: CouponUse): string | undefined {
  if (coupon.active !== 1) return COUPON_MESSAGES.ended;
  if (coupon.starts_at !== null && at < coupon.starts_at)
    return `This coupon is valid from ${indianDayAndMonth(coupon.starts_at)}.`;
  if (coupon.ends_at !== null && at >= coupon.ends_at) return COUPON_MESSAGES.ended;
  if (coupon.uses_left === 0) return COUPON_MESSAGES.usedUp;
  if (coupon.per_customer !== null && timesUsed >= coupon.per_customer) return COUPON_MESSAGES.usedByYou;
  if (limit?.lineCount === 0) return `${coupon.code} applies only to ${limit.text}. Your cart has none of these.`;
  if (coveredPaise < coupon.minimum_paise) {
    const missingAmount = priceText(coupon.minimum_paise - coveredPaise);
    const requirement = limit ? `items worth ${priceText(coupon.minimum_paise)} from ${limit.text}` : undefined;
    return `${coupon.code} needs ${requirement ?? `an order of ${priceText(coupon.minimum_paise)}`}: ${missingAmount} to go.`;
  }
  return undefined;
}

/** Returns the discount in paise. `coveredPaise` is the total amount of the items that the coupon applies to. */
export function couponDiscountPaise({ kind, value }: Pick<Coupon, 'kind' | 'value'>, coveredPaise: number): number {
  if (kind === 'percent') return Math.round((coveredPaise * value) / 100);
  if (kind === 'fixed') return Math.min(value, coveredPaise);
  return 0;
}
