import type { Selectable } from 'kysely';
import type { CouponTable } from '#lib/platform/db/tables/cart.ts';
import { indianDayOfYear } from '#lib/primitives/indian-time.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

export type Coupon = Omit<Selectable<CouponTable>, 'created_at'>;
/** What the owner decides about a coupon. */
export type CouponTerms = Omit<Coupon, 'code' | 'active'>;

/** The goods to which staff limit a coupon: slugs of categories, and SKUs or slugs of products. Both empty: all goods. */
export interface CouponGoods {
  categories: readonly string[];
  products: readonly string[];
}

/** The terms as staff enter them. */
export type GivenTerms = Omit<CouponTerms, 'categories_json' | 'products_json'> & CouponGoods;

/** What an accepted coupon takes off, and for each line whether it applies to it; to all lines if that is missing. */
export interface AcceptedCoupon extends Pick<Coupon, 'kind' | 'value'> {
  covers?: readonly boolean[] | undefined;
}

export const COUPON_MESSAGES = {
  codeRequired: 'Enter a coupon code.',
  unknown: 'We don’t know this coupon code.',
  ended: 'This coupon has ended.',
  usedUp: 'This coupon has been used up.',
  usedByYou: 'You have used this coupon already.',
  noCart: 'Put something into your cart first.',
  applied: 'Coupon applied.',
  dropped: 'Coupon removed.',
};

export const COUPON_MAX_CHARACTERS = 40;
/** Categories, and products, to which a coupon can be limited. */
export const COUPON_MAX_GOODS = 100;

export function couponCode(typed: string): string {
  return typed.trim().toUpperCase();
}

export function couponLimits({ categories_json, products_json }: Pick<Coupon, 'categories_json' | 'products_json'>): {
  categories: string[];
  products: number[];
} {
  return { categories: JSON.parse(categories_json), products: JSON.parse(products_json) };
}

interface CouponUse {
  /** Of the items to which it applies. */
  coveredPaise: number;
  /** The goods to which it is limited, as `limitText`, and how many of the cart's lines they are. */
  only?: { text: string; lineCount: number } | undefined;
  at: number;
  timesUsed: number;
}

export function couponRefusal(coupon: Coupon, { coveredPaise, only, at, timesUsed }: CouponUse): string | undefined {
  if (coupon.active !== 1) return COUPON_MESSAGES.ended;
  if (coupon.starts_at !== null && at < coupon.starts_at)
    return `This coupon is valid from ${indianDayOfYear(coupon.starts_at)}.`;
  if (coupon.ends_at !== null && at >= coupon.ends_at) return COUPON_MESSAGES.ended;
  if (coupon.uses_left === 0) return COUPON_MESSAGES.usedUp;
  if (coupon.per_customer !== null && timesUsed >= coupon.per_customer) return COUPON_MESSAGES.usedByYou;
  if (only?.lineCount === 0) return `${coupon.code} applies only to ${only.text}. Your cart has none of these.`;
  if (coveredPaise < coupon.minimum_paise) {
    const missing = priceText(coupon.minimum_paise - coveredPaise);
    const needed = only ? `items for ${priceText(coupon.minimum_paise)} from ${only.text}` : undefined;
    return `${coupon.code} needs ${needed ?? `an order of ${priceText(coupon.minimum_paise)}`}: ${missing} to go.`;
  }
  return undefined;
}

/** `coveredPaise`: the subtotal of the items to which the coupon applies. */
export function couponDiscountPaise({ kind, value }: Pick<Coupon, 'kind' | 'value'>, coveredPaise: number): number {
  if (kind === 'percent') return Math.round((coveredPaise * value) / 100);
  if (kind === 'fixed') return Math.min(value, coveredPaise);
  return 0;
}
