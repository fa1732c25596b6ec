import { CURRENCY, formatPaise, formatRupees } from '#lib/shop/money/money.ts';

/** Formats a price as "₹1,23,456.00". */
export function priceText(paise: number): string {
  return CURRENCY.symbol + formatPaise(paise);
}

/** Formats a price as "₹1,23,456"; rounds to whole rupees. */
export function wholeRupeesText(paise: number): string {
  return CURRENCY.symbol + formatRupees(paise / 100);
}
