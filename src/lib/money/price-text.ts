import { formatPaise, formatRupees } from '#lib/money/money.ts';
import { shopSettings } from '#lib/shop/shop-settings.ts';

export function priceText(paise: number): string {
  return shopSettings.currency.symbol + formatPaise(paise);
}

export function wholePriceText(paise: number): string {
  return shopSettings.currency.symbol + formatRupees(paise / 100);
}
