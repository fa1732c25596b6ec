import { indianDayAndMonth } from '#lib/primitives/indian-time.ts';
import type { PincodeLocation } from '#lib/primitives/pincode.ts';
import { countText } from '#lib/primitives/plural.ts';
import type { DeliveryPrices } from '#lib/sales/cart/delivery/delivery.schema.ts';
import { deliveryDay } from '#lib/sales/cart/delivery/delivery-day.ts';
import { priceText } from '#lib/shop/money/price-text.ts';
import { type Closing, packingTime } from '#lib/shop/settings/closings.ts';

/** The owner's delivery terms, and the days on which no orders are packed. */
export interface DeliveryTerms extends DeliveryPrices {
  closings: readonly Closing[];
}

/** The delivery terms for pincodes that start with one of the zone's prefixes (product.md, "Delivery"). */
export interface DeliveryZone
  extends Omit<DeliveryTerms, 'zones'>,
    Omit<DeliveryTerms['zones'][number], 'prefixes' | 'cod' | 'days'> {
  /** The fewest and the most business days from packing to delivery. */
  days: readonly [min: number, max: number];
  isCod: boolean;
}

/** The delivery terms for a pincode, with amounts in rupees (product.md, "Delivery"). */
export interface DeliveryLocationJson extends PincodeLocation {
  delivery: {
    price: number;
    free_from: number;
    days: readonly [number, number];
    cod: boolean;
    cod_fee: number;
    cod_maximum: number;
    text: string;
  };
}

/** Returns the zone with the longest matching prefix or, if there is no pincode, the zone with an empty prefix. */
export function deliveryZone(
  pincode: string | null | undefined,
  { zones, ...commonTerms }: DeliveryTerms,
): DeliveryZone {
  const digits = pincode ?? '';
  let longestMatch: { zone: DeliveryTerms['zones'][number]; length: number } | undefined;
  for (const zone of zones) {
    for (const prefix of zone.prefixes) {
      if (digits.startsWith(prefix) && prefix.length >= (longestMatch?.length ?? 0))
        longestMatch = { zone, length: prefix.length };
    }
  }
  if (!longestMatch) throw new Error('there is no zone for the rest of India');
  const { prefixes: _prefixes, cod: isCod, ...zoneTerms } = longestMatch.zone;
  return { ...commonTerms, ...zoneTerms, isCod };
}

export interface DeliveryTextOptions {
  /** Whether the goods are delivered free of charge. */
  isFree?: boolean;
  /** Whether the order is shipped only when a pre-order item is in stock. */
  isPreOrder?: boolean;
  /** The time of the order in epoch ms, from which the delivery day is calculated. Ignored for pre-orders. */
  at?: number;
}

export function unknownPincodeMessage(pincode: string): string {
  return `We don't know the pincode ${pincode}. Please check it.`;
}

/** Returns the text for a pincode, such as "Hyderabad 500003: Delivery by Fri 27 Nov. …". */
export function deliverySummary({ city, pincode, delivery }: DeliveryLocationJson): string {
  return `${city} ${pincode}: ${delivery.text}`;
}

/** Returns the delivery terms of a zone for one order: date, price, duration and cash on delivery. */
export function deliveryText(
  zone: DeliveryZone,
  { isFree = false, isPreOrder = false, at }: DeliveryTextOptions = {},
): string {
  const packedAt = at === undefined || isPreOrder ? undefined : packingTime(at, zone.closings);
  const deliveryDate = packedAt === undefined ? '' : `Delivery by ${deliveryDay(zone.days, packedAt)}. `;
  const price = isFree
    ? 'Delivery is free.'
    : `Delivery ${priceText(zone.pricePaise)}, free from ${priceText(zone.freeFromPaise)}.`;
  const startText = isPreOrder
    ? ' from the day it ships'
    : packedAt === at
      ? ''
      : ` from ${indianDayAndMonth(packedAt ?? 0)}`;
  return `${deliveryDate}${price} ${deliveryDaysText(zone)}${startText}. ${codText(zone)}`;
}

export const COD_FEE = 'Fee for cash on delivery';

export function codText({ isCod, codFeePaise }: Pick<DeliveryZone, 'isCod' | 'codFeePaise'>): string {
  if (!isCod) return 'Cash on delivery is not available here.';
  return codFeePaise > 0
    ? `Cash on delivery costs ${priceText(codFeePaise)} more.`
    : 'Cash on delivery is available here.';
}

export function deliveryDaysText({ days: [min, max] }: Pick<DeliveryZone, 'days'>): string {
  return min === max ? countText(max, 'business day') : `${min}–${max} business days`;
}
