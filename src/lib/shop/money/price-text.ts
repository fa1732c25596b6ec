import { CURRENCY, formatPaise, formatRupees } from '#lib/shop/money/money.ts';

/** Returns a price as "₹1,23,456.00". */
export function priceText(paise: number): string {
  return CURRENCY.symbol + formatPaise(paise);
}

/** Returns a price as "₹1,23,456", rounded to whole rupees. */
export function wholeRupeesText(paise: number): string {
  return CURRENCY.symbol + formatRupees(paise / 100);
}
