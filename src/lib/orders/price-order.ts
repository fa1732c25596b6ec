import { type CartTotals, cartTotals, DELIVERY_HSN, type PricedLine } from '#lib/cart/cart-totals.ts';
import type { Coupon } from '#lib/cart/coupon.ts';
import type { DeliveryZone } from '#lib/cart/delivery.ts';
import { type TaxParts, taxOf, taxParts, taxRateBp } from '#lib/money/tax.ts';

/** What an order costs, with the tax in it part by part. Pure. */

export interface OrderTerms {
  coupon?: Pick<Coupon, 'kind' | 'value'> | undefined;
  zone: Pick<DeliveryZone, 'pricePaise' | 'codFeePaise'>;
  isCod: boolean;
  /** Whether the goods stay in the shop's own state: then the tax has two halves. */
  isSameState: boolean;
  /** Epoch milliseconds: rates are dated. */
  at: number;
}

export interface OrderPrice {
  totals: CartTotals;
  /** In the order of the lines. */
  lineTaxes: TaxParts[];
  deliveryTax: TaxParts;
  /** Of lines and delivery, included in the total. */
  taxPaise: number;
}

export function priceOrder(lines: readonly PricedLine[], { isSameState, ...terms }: OrderTerms): OrderPrice {
  const totals = cartTotals(lines, terms);
  const lineTaxes = totals.lines.map((line) => taxParts(line.totalPaise, line.taxRateBp, isSameState));
  const deliveryRate = taxRateBp(DELIVERY_HSN, totals.deliveryPaise, terms.at);
  const deliveryTax = taxParts(totals.deliveryPaise, deliveryRate, isSameState);
  const taxPaise = [...lineTaxes, deliveryTax].reduce((sum, parts) => sum + taxOf(parts), 0);
  return { totals, lineTaxes, deliveryTax, taxPaise };
}
