import { indianDateTime } from '#lib/primitives/indian-time.ts';
import { type CashHistory, exceedsReturnRate } from '#lib/sales/cash-rules/cash-rules.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

// Cash orders that customers have to confirm before they are packed (product.md, "Confirmation of cash orders").

export const REMIND_MAX_HOURS = 168;
export const RELEASE_MAX_HOURS = 336;

/** The minimum number of parcels to a pincode. With fewer parcels, a single return would have too much weight. */
const MIN_PARCELS = 5;

/** Returns whether more than `percent` of at least five cash parcels to a pincode came back. 0 turns the rule off. */
export function isOftenReturned(history: CashHistory, percent: number): boolean {
  return percent > 0 && exceedsReturnRate(history, { minParcels: MIN_PARCELS, percent });
}

/** Returns a WhatsApp message that asks the customer to confirm the order. `until` is in epoch ms. */
export function confirmationText(order: {
  shopName: string;
  number: string;
  totalPaise: number;
  until: number;
  url: string;
}): string {
  const { shopName, number, totalPaise, until, url } = order;
  return `${shopName}: please confirm your order ${number}, ${priceText(totalPaise)} in cash on delivery. If you don’t confirm it, we will cancel it on ${indianDateTime(until)}.\n${url}`;
}
