import type { DeliveryPrices } from '#lib/sales/cart/delivery/delivery.schema.ts';
import { paiseToRupees } from '#lib/shop/money/money.ts';
import type { JsonLd } from '#lib/shop/seo/json-ld.ts';

const INDIA: JsonLd = { '@type': 'DefinedRegion', addressCountry: 'IN' };

/**
 * Returns the delivery of one product as JSON-LD, with the maximum charge in any zone, because JSON-LD contains no
 * zones. `pricePaise` is the price of the cheapest variant. If the delivery of that variant is free, so is the delivery
 * of the other variants.
 */
export function deliveryJsonLd(terms: DeliveryPrices, pricePaise: number, currency: string): JsonLd {
  const maxValue = pricePaise >= terms.freeFromPaise ? 0 : maxPriceRupees(terms);
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', maxValue, currency },
    shippingDestination: INDIA,
  };
}

/**
 * Returns the delivery terms as JSON-LD (developers.google.com/search/docs/appearance/structured-data/shipping-policy).
 */
export function deliveryServiceJsonLd(terms: DeliveryPrices, currency: string): JsonLd {
  const { zones } = terms;
  const freeFromRupees = paiseToRupees(terms.freeFromPaise);
  const amount = (limits: JsonLd): JsonLd => ({ '@type': 'MonetaryAmount', ...limits, currency });
  const days = {
    '@type': 'QuantitativeValue',
    minValue: Math.min(...zones.map(({ days: [min] }) => min)),
    maxValue: Math.max(...zones.map(({ days: [, max] }) => max)),
    unitCode: 'DAY',
  };
  const condition = (orderValue: JsonLd, rate: JsonLd): JsonLd => ({
    '@type': 'ShippingConditions',
    shippingDestination: INDIA,
    orderValue: amount(orderValue),
    shippingRate: amount(rate),
    transitTime: { '@type': 'ServicePeriod', duration: days },
  });
  return {
    '@type': 'ShippingService',
    fulfillmentType: 'https://schema.org/FulfillmentTypeDelivery',
    shippingConditions: [
      condition({ minValue: 0, maxValue: freeFromRupees }, { maxValue: maxPriceRupees(terms) }),
      condition({ minValue: freeFromRupees }, { value: 0 }),
    ],
  };
}

function maxPriceRupees({ zones }: DeliveryPrices): number {
  return paiseToRupees(Math.max(...zones.map(({ pricePaise }) => pricePaise)));
}
