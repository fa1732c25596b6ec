import { codText, type DeliveryZone } from '#lib/sales/cart/delivery/delivery.ts';
import type { CashRule } from '#lib/sales/cash-rules/cash-rules.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

/** The reason why an order can't be paid in cash on delivery: the terms of the zone, the amount, or a rule. */
export type CashRefusal = CashRule | 'zone' | 'amount';

type CashTerms = Pick<DeliveryZone, 'isCod' | 'codFeePaise' | 'codMaximumPaise'>;

/**
 * Returns why an order can't be paid in cash on delivery, or undefined if it can. `totalPaise` includes the fee for
 * cash. `rule` is the result of `cashRuleFor`, and is omitted for orders that staff create.
 */
export function cashRefusal(zone: CashTerms, totalPaise: number, rule?: CashRule): CashRefusal | undefined {
  if (!zone.isCod) return 'zone';
  if (rule !== undefined) return rule;
  return totalPaise > zone.codMaximumPaise ? 'amount' : undefined;
}

/** Returns the text below "Cash on delivery" in the checkout. */
export function cashRefusalText(refusal: CashRefusal, zone: CashTerms): string {
  if (refusal === 'zone') return codText(zone);
  return refusal === 'amount' ? `Possible up to ${priceText(zone.codMaximumPaise)}.` : RULE_TEXTS[refusal];
}

/** The text for `customer` doesn't mention earlier orders, because the mobile number may be somebody else's. */
const RULE_TEXTS: Readonly<Record<CashRule, string>> = {
  pincode:
    'Not available at this pincode at the moment, because couriers often can’t deliver there. Orders that are paid online are delivered as usual.',
  customer: 'Not available for this order. If you think that this is a mistake, please write to us.',
};

/** The message for a submitted order that can't be paid in cash on delivery. */
export const CASH_REFUSAL_MESSAGES: Readonly<Record<CashRefusal, string>> = {
  zone: 'Cash on delivery is not available at this pincode.',
  amount: 'This order is too large for cash on delivery. Please choose another way to pay.',
  pincode: 'Cash on delivery is not available at this pincode at the moment. Please pay online.',
  customer: 'Cash on delivery is not available for this order. Please pay online.',
};
