import { NOT_AVAILABLE, shopSettings } from '#lib/shop/shop-settings.ts';

/** Shop settings as the API answers them: the address object of section 3, and the currency. */
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
