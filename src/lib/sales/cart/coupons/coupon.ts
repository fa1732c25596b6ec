import type { CouponTable } from '#lib/platform/db/tables/cart.ts';
import { indianDayOfYear } from '#lib/primitives/indian-time.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

export type Coupon = Omit<CouponTable, 'created_at'>;
/** What the owner decides about a coupon. */
export type CouponTerms = Omit<Coupon, 'code' | 'active'>;

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

export function couponCode(typed: string): string {
  return typed.trim().toUpperCase();
}

interface CouponUse {
  subtotalPaise: number;
  at: number;
  timesUsed: number;
}

export function couponRefusal(coupon: Coupon, { subtotalPaise, at, timesUsed }: CouponUse): string | undefined {
  if (coupon.active !== 1) return COUPON_MESSAGES.ended;
  if (coupon.starts_at !== null && at < coupon.starts_at)
    return `This coupon is valid from ${indianDayOfYear(coupon.starts_at)}.`;
  if (coupon.ends_at !== null && at >= coupon.ends_at) return COUPON_MESSAGES.ended;
  if (coupon.uses_left === 0) return COUPON_MESSAGES.usedUp;
  if (coupon.per_customer !== null && timesUsed >= coupon.per_customer) return COUPON_MESSAGES.usedByYou;
  if (subtotalPaise < coupon.minimum_paise) {
    const missing = priceText(coupon.minimum_paise - subtotalPaise);
    return `${coupon.code} needs an order of ${priceText(coupon.minimum_paise)}: ${missing} to go.`;
  }
  return undefined;
}

export function couponDiscountPaise(coupon: Pick<Coupon, 'kind' | 'value'>, subtotalPaise: number): number {
  if (coupon.kind === 'percent') return Math.round((subtotalPaise * coupon.value) / 100);
  if (coupon.kind === 'fixed') return Math.min(coupon.value, subtotalPaise);
  return 0;
}
