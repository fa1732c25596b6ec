import type { Variant } from '#lib/catalog/products/catalog.ts';
import { indianShortDay } from '#lib/primitives/indian-time.ts';
import { type DeliveryZone, deliveryDaysText } from '#lib/sales/cart/delivery/delivery.ts';
import { type Closing, packingTime } from '#lib/shop/settings/closings.ts';

/** When an order with pre-order items can be shipped. */
export interface PreOrderWait {
  /** The day from which the whole order can be shipped, in epoch ms. */
  shipsAt: number;
  /** Whether some of the items could be shipped earlier. */
  isMixed: boolean;
}

/** The text for an order with a pre-order item and other items. The order is sent in one parcel. */
export const ONE_PARCEL = 'Everything comes in one parcel, once the pre-order item is in stock.';
export const ORDER_SEPARATELY = 'To get the rest sooner, order the pre-order item separately.';

/**
 * Returns the day from which a pre-order variant ships, in epoch ms. Returns undefined if the variant is in stock or
 * can't be pre-ordered.
 */
export function preOrderAt({ quantity, preOrderAt }: Pick<Variant, 'quantity' | 'preOrderAt'>): number | undefined {
  return quantity > 0 ? undefined : preOrderAt;
}

/**
 * Returns when an order can be shipped, or undefined if all items are in stock. `days` contains, for each item, the day
 * from which the item ships, or null or undefined if the item is in stock.
 */
export function preOrderWait(days: readonly (number | null | undefined)[]): PreOrderWait | undefined {
  const preOrderDays = days.filter((day) => typeof day === 'number');
  if (preOrderDays.length === 0) return undefined;
  const shipsAt = Math.max(...preOrderDays);
  return { shipsAt, isMixed: days.some((day) => day !== shipsAt) };
}

function shipsFromText(at: number): string {
  return `Ships from ${indianShortDay(at)}`;
}

/** Returns a string such as "Pre-order · Ships from 3 Dec 2026". `at` is when the variant will be in stock. */
export function preOrderText(at: number, closings: readonly Closing[]): string {
  return `Pre-order · ${shipsFromText(packingTime(at, closings))}`;
}

type ArrivalTerms = Pick<DeliveryZone, 'days' | 'closings'>;

/** Returns a string such as "Arrives in 4–8 business days". `at` is the time of the order. */
export function arrivalText(zone: ArrivalTerms, wait: PreOrderWait | undefined, at: number): string {
  const days = deliveryDaysText(zone);
  const shipsAt = shippingTime(zone, wait, at);
  return shipsAt === undefined ? `Arrives in ${days}` : `${shipsFromText(shipsAt)}, arrives ${days} later`;
}

/** Returns the same information as `arrivalText`, as a sentence. */
export function arrivalSentence(zone: ArrivalTerms, wait: PreOrderWait | undefined, at: number): string {
  const days = deliveryDaysText(zone);
  const shipsAt = shippingTime(zone, wait, at);
  if (shipsAt === undefined) return `It arrives in ${days}.`;
  return `It ships from ${indianShortDay(shipsAt)}, and arrives ${days} later.`;
}

/**
 * Returns when an order placed at `at` with this `wait` is shipped, in epoch ms. Returns undefined if the order is
 * shipped immediately.
 */
export function shippingTime(
  { closings }: ArrivalTerms,
  wait: PreOrderWait | undefined,
  at: number,
): number | undefined {
  const readyAt = Math.max(wait?.shipsAt ?? at, at);
  const packedAt = packingTime(readyAt, closings);
  return packedAt === readyAt ? wait?.shipsAt : packedAt;
}
