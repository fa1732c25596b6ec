import { indianIsoDay } from '#lib/primitives/indian-time.ts';
import { countText } from '#lib/primitives/plural.ts';
import { type Coupon, couponLimits } from '#lib/sales/cart/coupons/coupon.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

/** Returns the terms of a coupon in one line, with the number of uses. `categoryNames` contains names by slug. */
export function couponSummary(coupon: Coupon, uses: number, categoryNames?: ReadonlyMap<string, string>): string {
  const discount = {
    percent: `${coupon.value} %`,
    fixed: priceText(coupon.value),
    free_delivery: 'free delivery',
  }[coupon.kind];
  const parts = [
    discount,
    goodsText(coupon, categoryNames),
    coupon.minimum_paise > 0 && `from ${priceText(coupon.minimum_paise)}`,
    coupon.starts_at !== null && `valid from ${indianIsoDay(coupon.starts_at)}`,
    coupon.ends_at !== null && `until ${indianIsoDay(coupon.ends_at - 1)}`,
    coupon.uses_left !== null && `${coupon.uses_left} left`,
    coupon.per_customer !== null && `${coupon.per_customer} per customer`,
    `used ${countText(uses, 'time')}`,
  ];
  return parts.filter(Boolean).join(', ');
}

function goodsText(coupon: Coupon, categoryNames: ReadonlyMap<string, string> | undefined): string {
  const { categories, products } = couponLimits(coupon);
  const productParts = products.length > 0 ? [countText(products.length, 'product')] : [];
  const goods = [...categories.map((slug) => categoryNames?.get(slug) ?? slug), ...productParts];
  return goods.length > 0 ? `only for ${goods.join(' and ')}` : '';
}
