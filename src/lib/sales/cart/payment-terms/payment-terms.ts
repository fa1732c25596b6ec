import type { PaymentTerms } from '#lib/sales/cart/payment-terms/payment-terms.schema.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

// The owner's terms for paying online, with amounts in paise (product.md, "Payment").

export type PrepaidDiscount = PaymentTerms['prepaidDiscount'];

export type AdvanceTerms = PaymentTerms['advance'];

export const PREPAID_DISCOUNT = 'Discount for paying online';

/** Returns the discount for paying online, in paise. `goodsPaise` is the price of the goods after other discounts. */
export function prepaidDiscountPaise(
  { percent, maximumPaise, amountPaise }: PrepaidDiscount,
  goodsPaise: number,
): number {
  if (percent === 0) return Math.min(amountPaise, goodsPaise);
  const paise = Math.round((goodsPaise * percent) / 100);
  return maximumPaise > 0 ? Math.min(paise, maximumPaise) : paise;
}

/**
 * Returns the amount that is paid online before a cash order is placed, in paise: the delivery amount with the fee for
 * cash and gift wrap, or a share of the total, rounded down to whole rupees. Returns 0 if the order needs no advance,
 * or if nothing would be left to pay in cash.
 */
export function advancePaise(
  { of, percent, fromPaise }: AdvanceTerms,
  { totalPaise, deliveryPaise }: { totalPaise: number; deliveryPaise: number },
): number {
  if (of === 'none' || totalPaise < fromPaise) return 0;
  const paise = of === 'delivery' ? deliveryPaise : Math.floor((totalPaise * percent) / 10_000) * 100;
  return paise < totalPaise ? paise : 0;
}

/** Returns a string such as "₹79.00 now, ₹920.00 when it arrives". */
export function advanceText({
  advancePaise: advance,
  totalPaise,
}: {
  advancePaise: number;
  totalPaise: number;
}): string {
  return `${priceText(advance)} now, ${priceText(totalPaise - advance)} when it arrives`;
}
