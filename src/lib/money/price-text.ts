import { formatPaise, formatRupees } from '#lib/money/money.ts';
import { shopSettings } from '#lib/shop/shop-settings.ts';

/** `₹1,499.00`: paise with the symbol of the shop's currency (product.md, "Prices"). */
export function priceText(paise: number): string {
  return shopSettings.currency.symbol + formatPaise(paise);
}

/** `₹1,500`: paise of whole rupees, for the price filter. */
export function wholePriceText(paise: number): string {
  return shopSettings.currency.symbol + formatRupees(paise / 100);
}
