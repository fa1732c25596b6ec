import delivery from '#content/delivery.json' with { type: 'json' };
import type { PincodePlace } from '#lib/fields/pincode.ts';
import { priceText } from '#lib/money/price-text.ts';

/** Where the shop delivers, for how much and how fast: data by the beginning of the pincode (product.md, "Delivery"). */
export interface DeliveryZone {
  name: string;
  /** Of an order below `FREE_DELIVERY_FROM_PAISE`. */
  pricePaise: number;
  /** Fewest and most business days. */
  days: readonly [number, number];
  /** Whether cash on delivery is taken there. */
  isCod: boolean;
  codFeePaise: number;
  /** The largest total that is taken in cash. */
  codMaximumPaise: number;
}

/** The place of a pincode and what delivery there is like, in rupees (product.md, "Delivery"). */
export interface DeliveryPlaceJson extends PincodePlace {
  delivery: {
    price: number;
    free_from: number;
    /** Fewest and most business days. */
    days: readonly [number, number];
    cod: boolean;
    cod_fee: number;
    /** The largest total that is taken in cash. */
    cod_maximum: number;
    /** All of it in a sentence or two. */
    text: string;
  };
}

/** The shipping policy promises it: src/content/policies. */
export const FREE_DELIVERY_FROM_PAISE = delivery.freeFromPaise;

/** The zone of a pincode, by its longest known beginning; while none is known, the one that most of India is in. */
export function deliveryZone(pincode: string | null | undefined): DeliveryZone {
  const place = pincode ?? '';
  let best: { zone: (typeof delivery.zones)[number]; length: number } | undefined;
  for (const zone of delivery.zones) {
    for (const prefix of zone.prefixes) {
      if (place.startsWith(prefix) && prefix.length >= (best?.length ?? 0)) best = { zone, length: prefix.length };
    }
  }
  if (!best) throw new Error('delivery.json has no zone for the rest of India');
  const { name, pricePaise, days, cod, codFeePaise } = best.zone;
  return {
    name,
    pricePaise,
    days: [days[0] ?? 0, days[1] ?? 0],
    isCod: cod,
    codFeePaise,
    codMaximumPaise: delivery.codMaximumPaise,
  };
}

/** What is known of the goods when a place is asked about. */
export interface ToDeliver {
  /** Delivery of what is in the cart costs nothing. */
  isFree?: boolean;
  /** Something in the cart is ordered ahead. */
  isAhead?: boolean;
}

/** What every page says of a place, in the same words: product, cart and checkout. */
export function deliveryText(zone: DeliveryZone, { isFree = false, isAhead = false }: ToDeliver = {}): string {
  const price = isFree
    ? 'Delivery is free.'
    : `Delivery ${priceText(zone.pricePaise)}, free from ${priceText(FREE_DELIVERY_FROM_PAISE)}.`;
  const days = `${deliveryDaysText(zone)}${isAhead ? ' from the day it ships' : ''}.`;
  return `${price} ${days} ${codText(zone)}`;
}

/** The name of its line wherever amounts are added up. */
export const COD_FEE = 'Fee for cash on delivery';

export function codText({ isCod, codFeePaise }: Pick<DeliveryZone, 'isCod' | 'codFeePaise'>): string {
  if (!isCod) return 'Cash on delivery is not possible here.';
  return codFeePaise > 0
    ? `Cash on delivery costs ${priceText(codFeePaise)} more.`
    : 'Cash on delivery is possible here.';
}

/** `3–7 business days`. */
export function deliveryDaysText({ days: [fewest, most] }: Pick<DeliveryZone, 'days'>): string {
  return `${fewest}–${most} business days`;
}
