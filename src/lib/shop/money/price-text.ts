import { CURRENCY, formatPaise, formatRupees } from '#lib/shop/money/money.ts';

export function priceText(paise: number): string {
  return CURRENCY.symbol + formatPaise(paise);
}

export function wholeRupeesText(paise: number): string {
  return CURRENCY.symbol + formatRupees(paise / 100);
}
