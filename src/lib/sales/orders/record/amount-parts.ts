import { OUTFIT_DISCOUNT } from '#lib/sales/cart/cart.ts';
import { COD_FEE } from '#lib/sales/cart/delivery/delivery.ts';
import { GIFT_WRAP } from '#lib/sales/cart/offers/gift-wrap.ts';
import { PREPAID_DISCOUNT } from '#lib/sales/cart/payment-terms/payment-terms.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';

export interface DeliveryPart {
  label: string;
  paise: number;
}

/**
 * Returns the parts of the delivery amount other than the delivery charge: the gift wrap and the fee for cash on
 * delivery, in paise. Leaves out parts that are 0.
 */
export function deliveryExtras({
  cod_fee_paise,
  gift_wrap_paise,
}: Pick<OrderRow, 'cod_fee_paise' | 'gift_wrap_paise'>): DeliveryPart[] {
  const parts = [
    { label: GIFT_WRAP, paise: gift_wrap_paise },
    { label: COD_FEE, paise: cod_fee_paise },
  ];
  return parts.filter(({ paise }) => paise > 0);
}

/** Returns the delivery charge, in paise: the delivery amount without `deliveryExtras`. */
export function plainDeliveryPaise(
  order: Pick<OrderRow, 'delivery_paise' | 'cod_fee_paise' | 'gift_wrap_paise'>,
): number {
  return order.delivery_paise - order.cod_fee_paise - order.gift_wrap_paise;
}

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
