import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';

export function settingsJson({ name, tagline, address, hours }: ShopSettings) {
  return {
    name,
    tagline,
    currency_code: 'INR',
    currency_symbol: '₹',
    address: {
      mobile: address.mobile || NOT_AVAILABLE,
      email: address.email || NOT_AVAILABLE,
      address: address.address || NOT_AVAILABLE,
    },
    hours,
  };
}

export const NOT_AVAILABLE = 'N/A';
