import { EXCHANGE_WINDOW_DAYS } from '#lib/sales/exchanges/exchange.ts';
import type { JsonLd } from '#lib/shop/seo/json-ld.ts';

const SCHEMA_ORG = 'https://schema.org/';

/**
 * Returns the exchange policy for search engines. Items can be exchanged within `EXCHANGE_WINDOW_DAYS` days after
 * delivery, except cloth that is cut to order (product.md, "Exchanges").
 */
export function returnPolicyJsonLd(sellUnit: 'piece' | 'metre' = 'piece'): JsonLd {
  const policy = { '@type': 'MerchantReturnPolicy', applicableCountry: 'IN' };
  if (sellUnit === 'metre') return { ...policy, returnPolicyCategory: `${SCHEMA_ORG}MerchantReturnNotPermitted` };
  return {
    ...policy,
    returnPolicyCategory: `${SCHEMA_ORG}MerchantReturnFiniteReturnWindow`,
    merchantReturnDays: EXCHANGE_WINDOW_DAYS,
    returnMethod: `${SCHEMA_ORG}ReturnByMail`,
    refundType: `${SCHEMA_ORG}ExchangeRefund`,
  };
}
