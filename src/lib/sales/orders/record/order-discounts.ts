import { OUTFIT_DISCOUNT } from '#lib/sales/cart/cart.ts';
import { PREPAID_DISCOUNT } from '#lib/sales/cart/payment-terms/payment-terms.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';

/** Returns the parts of the discount of an order before credits, in paise. Leaves out parts that are 0. */
export function orderDiscounts({
  discount_paise,
  outfit_paise,
  prepaid_discount_paise,
  coupon_code,
}: Pick<OrderRow, 'discount_paise' | 'outfit_paise' | 'prepaid_discount_paise' | 'coupon_code'>): {
  label: string;
  paise: number;
}[] {
  const parts = [
    { label: OUTFIT_DISCOUNT, paise: outfit_paise },
    { label: `Coupon ${coupon_code ?? ''}`.trim(), paise: discount_paise - outfit_paise - prepaid_discount_paise },
    { label: PREPAID_DISCOUNT, paise: prepaid_discount_paise },
  ];
  return parts.filter(({ paise }) => paise > 0);
}
