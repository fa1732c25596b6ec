import { NOT_AVAILABLE, shopSettings } from '#lib/shop/shop-settings.ts';

/** What GET /public/settings says of the shop. */
export function settingsJson() {
  const { name, tagline, currency, address, hours } = shopSettings;
  return {
    name,
    tagline,
    currency_code: currency.code,
    currency_symbol: currency.symbol,
    address: {
      mobile: address.mobile || NOT_AVAILABLE,
      email: address.email || NOT_AVAILABLE,
      address: address.address || NOT_AVAILABLE,
    },
    hours,
  };
}
