import {
  type CartTotals,
  cartTotals,
  DELIVERY_HSN,
  type PricedLine,
  type PricingTerms,
} from '#lib/sales/cart/cart-totals.ts';
import { type AdvanceTerms, advancePaise } from '#lib/sales/cart/payment-terms/payment-terms.ts';
import { type TaxParts, taxOf, taxParts, taxRateBp } from '#lib/shop/money/tax.ts';

export interface OrderTerms extends PricingTerms {
  isCod: boolean;
  /** The owner's terms for an advance. Set only for a cash order. */
  advance?: AdvanceTerms;
  isSameState: boolean;
}

export interface OrderPrice {
  totals: CartTotals;
  lineTaxes: TaxParts[];
  deliveryTax: TaxParts;
  taxPaise: number;
  /** The amount that is paid online before a cash order is placed, in paise, or 0 if there is no advance. */
  advancePaise: number;
}

export function priceOrder(lines: readonly PricedLine[], { isSameState, advance, ...terms }: OrderTerms): OrderPrice {
  const totals = cartTotals(lines, terms);
  const lineTaxes = totals.lines.map((line) => taxParts(line.totalPaise, line.taxRateBp, isSameState));
  const deliveryRate = taxRateBp(DELIVERY_HSN, totals.deliveryPaise, terms.at, terms.rates);
  const deliveryTax = taxParts(totals.deliveryPaise, deliveryRate, isSameState);
  const taxPaise = [...lineTaxes, deliveryTax].reduce((sum, parts) => sum + taxOf(parts), 0);
  return { totals, lineTaxes, deliveryTax, taxPaise, advancePaise: advance ? advancePaise(advance, totals) : 0 };
}
