import { CM_PER_METRE, toMetres } from '#lib/primitives/metres.ts';
import { type AcceptedCoupon, couponDiscountPaise } from '#lib/sales/cart/coupons/coupon.ts';
import type { DeliveryZone } from '#lib/sales/cart/delivery/delivery.ts';
import { type PrepaidDiscount, prepaidDiscountPaise } from '#lib/sales/cart/payment-terms/payment-terms.ts';
import { spreadPaise, type TaxRate, taxOf, taxParts, taxRateBp } from '#lib/shop/money/tax.ts';

// The only place that computes the totals of carts and new orders (product.md, "Prices").

/** The HSN code of courier services, which determines the tax rate of the delivery amount. */
export const DELIVERY_HSN = '996812';

export interface PricedLine {
  sellUnit: 'piece' | 'metre';
  /** The sale price per piece or metre, or the regular price if there is no sale price, in paise. */
  pricePaise: number;
  quantity: number;
  hsn: string | null;
  /** The outfit discount on the line, in paise. */
  outfitPaise?: number;
}

export interface LineTotals {
  subtotalPaise: number;
  /** All discounts on the line, including `prepaidDiscountPaise`. */
  discountPaise: number;
  prepaidDiscountPaise: number;
  totalPaise: number;
  taxRateBp: number;
}

/**
 * The totals of a cart: subtotal − discount + delivery = total. The delivery includes the fee for cash and the gift
 * wrap. The total includes the tax.
 */
export interface CartTotals {
  lines: LineTotals[];
  subtotalPaise: number;
  /** All discounts: for outfits, from the coupon and for paying online. */
  discountPaise: number;
  /** The part of `discountPaise` for outfits. */
  outfitPaise: number;
  /** The part of `discountPaise` for paying online. */
  prepaidDiscountPaise: number;
  deliveryPaise: number;
  codFeePaise: number;
  giftWrapPaise: number;
  totalPaise: number;
  taxPaise: number;
  /** The amount that is missing for free delivery, or 0 if delivery is free. */
  freeDeliveryInPaise: number;
}

export interface PricingTerms {
  coupon?: AcceptedCoupon;
  zone: Pick<DeliveryZone, 'pricePaise' | 'codFeePaise' | 'freeFromPaise'>;
  isCod?: boolean;
  giftWrapPaise?: number;
  /** The terms of the discount for paying online. Set only for an order that is paid online. */
  prepaid?: PrepaidDiscount;
  at: number;
  rates: readonly TaxRate[];
}

/** Returns the totals of a cart or a new order. A cart without lines has no delivery charge. */
export function cartTotals(
  lines: readonly PricedLine[],
  { coupon, zone, isCod = false, giftWrapPaise = 0, prepaid, at, rates }: PricingTerms,
): CartTotals {
  const subtotals = lines.map(lineSubtotalPaise);
  const subtotalPaise = sum(subtotals);
  const outfitPaise = sum(lines.map(({ outfitPaise = 0 }) => outfitPaise));
  const coveredPaise = lines.map((line, index) => ((coupon?.lineCoverage?.[index] ?? true) ? lineGoodsPaise(line) : 0));
  const couponPaise = coupon ? couponDiscountPaise(coupon, sum(coveredPaise)) : 0;
  const goodsPaise = subtotalPaise - outfitPaise - couponPaise;
  // Free delivery does not depend on the payment method.
  const isFree = lines.length === 0 || coupon?.kind === 'free_delivery' || goodsPaise >= zone.freeFromPaise;
  const codFeePaise = isCod && lines.length > 0 ? zone.codFeePaise : 0;
  const deliveryPaise = (isFree ? 0 : zone.pricePaise) + codFeePaise + giftWrapPaise;
  const couponShares = spreadPaise(couponPaise, coveredPaise);
  const discountsPaise = lines.map((line, index) => (line.outfitPaise ?? 0) + (couponShares[index] ?? 0));
  const prepaidPaise = prepaid ? prepaidDiscountPaise(prepaid, goodsPaise) : 0;
  const prepaidShares = spreadPaise(
    prepaidPaise,
    subtotals.map((paise, index) => paise - (discountsPaise[index] ?? 0)),
  );
  const lineAmounts = lines.map((line, index) =>
    lineTotals(
      line,
      { otherPaise: discountsPaise[index] ?? 0, prepaidPaise: prepaidShares[index] ?? 0 },
      { at, rates },
    ),
  );
  const deliveryTaxPaise = taxIn(deliveryPaise, taxRateBp(DELIVERY_HSN, deliveryPaise, at, rates));
  return {
    lines: lineAmounts,
    subtotalPaise,
    discountPaise: outfitPaise + couponPaise + prepaidPaise,
    outfitPaise,
    prepaidDiscountPaise: prepaidPaise,
    deliveryPaise,
    codFeePaise,
    giftWrapPaise,
    totalPaise: goodsPaise - prepaidPaise + deliveryPaise,
    taxPaise: sum(lineAmounts.map((line) => taxIn(line.totalPaise, line.taxRateBp))) + deliveryTaxPaise,
    freeDeliveryInPaise: isFree ? 0 : zone.freeFromPaise - goodsPaise,
  };
}

/** Returns the totals of a line. The tax rate depends on the price of one piece or metre after the discounts. */
function lineTotals(
  line: PricedLine,
  discounts: { otherPaise: number; prepaidPaise: number },
  { at, rates }: Pick<PricingTerms, 'at' | 'rates'>,
): LineTotals {
  const discountPaise = discounts.otherPaise + discounts.prepaidPaise;
  const subtotalPaise = lineSubtotalPaise(line);
  const totalPaise = subtotalPaise - discountPaise;
  const quantityInSellUnits = line.sellUnit === 'metre' ? toMetres(line.quantity) : line.quantity;
  return {
    subtotalPaise,
    discountPaise,
    prepaidDiscountPaise: discounts.prepaidPaise,
    totalPaise,
    taxRateBp: taxRateBp(line.hsn, Math.round(totalPaise / quantityInSellUnits), at, rates),
  };
}

function taxIn(totalPaise: number, rateBp: number): number {
  return taxOf(taxParts(totalPaise, rateBp, false));
}

/** Returns the amount of a line before discounts. */
export function lineSubtotalPaise({ sellUnit, pricePaise, quantity }: PricedLine): number {
  return sellUnit === 'metre' ? Math.round((pricePaise * quantity) / CM_PER_METRE) : pricePaise * quantity;
}

/** Returns the subtotal of a line after the outfit discount, before the coupon. */
export function lineGoodsPaise(line: PricedLine): number {
  return lineSubtotalPaise(line) - (line.outfitPaise ?? 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}
