import { describe, expect, test } from 'vitest';
import { DELIVERY } from '#lib/sales/cart/delivery/delivery.schema.ts';
import {
  codText,
  type DeliveryTerms,
  deliveryDaysText,
  deliverySummary,
  deliveryText,
  deliveryZone,
  unknownPincodeMessage,
} from '#lib/sales/cart/delivery/delivery.ts';
import { deliveryJsonLd, deliveryServiceJsonLd } from '#lib/sales/cart/delivery/delivery-json-ld.ts';

const REST_OF_INDIA = {
  name: 'India',
  prefixes: [''],
  pricePaise: 7_900,
  days: [4, 8] as [number, number],
  cod: true,
  codFeePaise: 0,
};
const SOUTH = {
  ...REST_OF_INDIA,
  name: 'South',
  prefixes: ['5', '6'],
  pricePaise: 3_900,
  days: [2, 4] as [number, number],
};
const ISLANDS = {
  ...REST_OF_INDIA,
  name: 'Islands',
  prefixes: ['744'],
  pricePaise: 11_900,
  days: [8, 12] as [number, number],
  cod: false,
};
const PRICES = { freeFromPaise: 99_900, codMaximumPaise: 1_000_000, zones: [REST_OF_INDIA, SOUTH, ISLANDS] };
const TERMS: DeliveryTerms = { ...PRICES, closings: [] };

/** The delivery rules use only the path of the context. */
const CONTEXT = { path: DELIVERY.path } as Parameters<NonNullable<typeof DELIVERY.check>>[1];

describe('terms of delivery', () => {
  const problems = (change: object) => {
    const result = DELIVERY.schema.safeParse({ ...PRICES, ...change });
    return result.success
      ? (DELIVERY.check?.(result.data, CONTEXT) ?? []).map(({ message }) => message)
      : result.error.issues.map(({ message }) => message);
  };

  test('have no problems when complete', () => expect(problems({})).toEqual([]));

  test.each([
    [[SOUTH], /no zone is for the rest of India/],
    [[REST_OF_INDIA, SOUTH, { ...ISLANDS, prefixes: ['744', '5'] }], /^"5" is already in the zone South$/],
    [[REST_OF_INDIA, { ...SOUTH, prefixes: ['5', '5'] }], /^"5" is already in the zone South$/],
    [[{ ...REST_OF_INDIA, days: [8, 4] }], /must begin with the smaller number/],
    [[{ ...REST_OF_INDIA, days: [4, 91] }], /at most 90 days/],
    [[{ ...REST_OF_INDIA, days: [4] }], /two whole numbers/],
    [[{ ...REST_OF_INDIA, days: [1.5, 4] }], /whole number/],
    [[{ ...REST_OF_INDIA, days: [-1, 4] }], /./],
    [[{ ...REST_OF_INDIA, prefixes: ['5a'] }], /first digits of a pincode/],
    [[{ ...REST_OF_INDIA, prefixes: ['1234567'] }], /first digits of a pincode/],
    [[{ ...REST_OF_INDIA, prefixes: [5] }], /digits in quotes/],
    [[{ ...REST_OF_INDIA, prefixes: [] }], /./],
    [[{ ...REST_OF_INDIA, cod: 'yes' }], /true or false/],
    [[{ ...REST_OF_INDIA, pricePaise: 1_000_001 }], /./],
    [[{ ...REST_OF_INDIA, codFeePaise: -1 }], /./],
    [[{ ...REST_OF_INDIA, color: 'red' }], /./],
    [[], /./],
  ])('with the zones %j are rejected', (zones, message) => {
    expect(problems({ zones })).toEqual([expect.stringMatching(message)]);
  });

  test.each([{ days: [4, 90] }, { days: [4, 4] }, { days: [0, 0] }, { prefixes: ['', '123456'] }])(
    'may have %j',
    (change) => expect(problems({ zones: [{ ...REST_OF_INDIA, ...change }] })).toEqual([]),
  );
});

describe('the zone of a pincode', () => {
  test.each([
    ['500003', 'South'],
    ['110001', 'India'],
    ['744101', 'Islands'],
    ['745101', 'India'],
    [null, 'India'],
    [undefined, 'India'],
  ])('for %s is %s', (pincode, name) => expect(deliveryZone(pincode, TERMS).name).toBe(name));

  test('includes the terms that apply to all zones', () =>
    expect(deliveryZone('744101', TERMS)).toEqual({
      name: 'Islands',
      pricePaise: 11_900,
      days: [8, 12],
      isCod: false,
      codFeePaise: 0,
      codMaximumPaise: 1_000_000,
      freeFromPaise: 99_900,
      closings: [],
    }));

  test('throws if no zone is for the rest of India', () =>
    expect(() => deliveryZone('110001', { ...TERMS, zones: [SOUTH] })).toThrow('no zone for the rest of India'));
});

describe('the delivery text', () => {
  const zone = deliveryZone('500003', TERMS);
  /** A Friday at noon in India. */
  const FRIDAY = Date.parse('2026-11-20T12:00:00+05:30');

  test.each([
    [undefined, 'Delivery ₹39.00, free from ₹999.00. 2–4 business days. Cash on delivery is available here.'],
    [{ isFree: true }, 'Delivery is free. 2–4 business days. Cash on delivery is available here.'],
    [
      { at: FRIDAY },
      'Delivery by Wed 25 Nov. Delivery ₹39.00, free from ₹999.00. 2–4 business days. Cash on delivery is available here.',
    ],
    [
      { at: FRIDAY, isPreOrder: true },
      'Delivery ₹39.00, free from ₹999.00. 2–4 business days from the day it ships. Cash on delivery is available here.',
    ],
  ])('with %j: %s', (options, text) => expect(deliveryText(zone, options)).toBe(text));

  test.each([
    [true, 0, 'Cash on delivery is available here.'],
    [true, 3_500, 'Cash on delivery costs ₹35.00 more.'],
    [false, 3_500, 'Cash on delivery is not available here.'],
  ])('with cash on delivery: %s, and a fee of %i paise: %s', (isCod, codFeePaise, text) =>
    expect(codText({ isCod, codFeePaise })).toBe(text),
  );

  test('names the city and the pincode, reports an unknown pincode, and states the days', () => {
    const location = { city: 'Hyderabad', pincode: '500003', delivery: { text: 'Delivery is free.' } };
    expect(deliverySummary(location as Parameters<typeof deliverySummary>[0])).toBe(
      'Hyderabad 500003: Delivery is free.',
    );
    expect(unknownPincodeMessage('999999')).toBe("We don't know the pincode 999999. Please check it.");
    expect(deliveryDaysText({ days: [2, 4] })).toBe('2–4 business days');
    expect(deliveryDaysText({ days: [3, 3] })).toBe('3 business days');
    expect(deliveryDaysText({ days: [1, 1] })).toBe('1 business day');
  });
});

describe('delivery for search engines', () => {
  const india = { '@type': 'DefinedRegion', addressCountry: 'IN' };
  const money = (limits: object) => ({ '@type': 'MonetaryAmount', ...limits, currency: 'INR' });

  test.each([
    [99_899, 119],
    [99_900, 0],
  ])('states the maximum charge for a product of %i paise: %i rupees', (pricePaise, maxValue) =>
    expect(deliveryJsonLd(TERMS, pricePaise, 'INR')).toEqual({
      '@type': 'OfferShippingDetails',
      shippingRate: money({ maxValue }),
      shippingDestination: india,
    }),
  );

  test('covers the days of all zones, and states from which amount delivery is free', () => {
    const days = { '@type': 'QuantitativeValue', minValue: 2, maxValue: 12, unitCode: 'DAY' };
    const condition = {
      '@type': 'ShippingConditions',
      shippingDestination: india,
      transitTime: { '@type': 'ServicePeriod', duration: days },
    };
    expect(deliveryServiceJsonLd(TERMS, 'INR')).toEqual({
      '@type': 'ShippingService',
      fulfillmentType: 'https://schema.org/FulfillmentTypeDelivery',
      shippingConditions: [
        { ...condition, orderValue: money({ minValue: 0, maxValue: 999 }), shippingRate: money({ maxValue: 119 }) },
        { ...condition, orderValue: money({ minValue: 999 }), shippingRate: money({ value: 0 }) },
      ],
    });
  });
});
