import type { Variant } from '#lib/catalog/products/catalog.ts';
import { indianShortDay } from '#lib/primitives/indian-time.ts';
import { type DeliveryZone, deliveryDaysText } from '#lib/sales/cart/delivery/delivery.ts';

export interface Wait {
  /** The day from which the whole order can be shipped. */
  shipsAt: number;
  isMixed: boolean;
}

/** An order is one parcel, with one state, one tracking number and one invoice. */
export const ONE_PARCEL = 'Everything comes in one parcel, once the pre-order item is in stock.';
export const HAVE_IT_SOONER = 'To get the rest sooner, order the pre-order item separately.';

export function preOrderAt({ quantity, preOrderAt }: Pick<Variant, 'quantity' | 'preOrderAt'>): number | undefined {
  return quantity > 0 ? undefined : preOrderAt;
}

export function waitOf(days: readonly (number | null | undefined)[]): Wait | undefined {
  const ahead = days.filter((at) => typeof at === 'number');
  if (ahead.length === 0) return undefined;
  const shipsAt = Math.max(...ahead);
  return { shipsAt, isMixed: days.some((at) => at !== shipsAt) };
}

function shipsFrom(at: number): string {
  return `Ships from ${indianShortDay(at)}`;
}

export function preOrderText(at: number): string {
  return `Pre-order · ${shipsFrom(at)}`;
}

export function arrivalText(zone: Pick<DeliveryZone, 'days'>, wait: Wait | undefined): string {
  const days = deliveryDaysText(zone);
  return wait ? `${shipsFrom(wait.shipsAt)}, arrives ${days} later` : `Arrives in ${days}`;
}

export function arrivalSentence(zone: Pick<DeliveryZone, 'days'>, wait: Wait | undefined): string {
  const days = deliveryDaysText(zone);
  if (!wait) return `It arrives in ${days}.`;
  return `It ships from ${indianShortDay(wait.shipsAt)}, and arrives ${days} later.`;
}
