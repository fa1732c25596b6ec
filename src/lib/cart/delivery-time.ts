import { type DeliveryZone, deliveryDaysText } from '#lib/cart/delivery.ts';
import type { Variant } from '#lib/catalog/catalog.ts';

/** When goods leave and arrive, in the same words everywhere: product, cart, checkout, order and mail. */

/** What keeps an order from leaving at once. */
export interface Wait {
  /** Epoch milliseconds of the day from which the last of it ships. */
  shipsAt: number;
  /** Whether something of it could leave sooner. */
  isMixed: boolean;
}

/** An order is one parcel: it has one state, one tracking number and one invoice. */
export const ONE_PARCEL = 'All of it comes in one parcel, once the pre-order is here.';
/** Said while there is a choice. */
export const HAVE_IT_SOONER = 'To have the rest sooner, put the pre-order in an order of its own.';

/** The day from which a piece ships, for what is ordered ahead; nothing for what is in stock. */
export function preOrderAt({ quantity, preOrderAt }: Pick<Variant, 'quantity' | 'preOrderAt'>): number | undefined {
  return quantity > 0 ? undefined : preOrderAt;
}

/** What lines wait for: the days from which they ship, nothing for those that are in stock. */
export function waitOf(days: readonly (number | null | undefined)[]): Wait | undefined {
  const ahead = days.filter((at) => typeof at === 'number');
  if (ahead.length === 0) return undefined;
  const shipsAt = Math.max(...ahead);
  return { shipsAt, isMixed: days.some((at) => at !== shipsAt) };
}

/** `Ships from 12 Dec 2026`. */
function shipsFrom(at: number): string {
  return `Ships from ${dayText(at)}`;
}

/** What a line says of itself. */
export function preOrderText(at: number): string {
  return `Pre-order · ${shipsFrom(at)}`;
}

/** `Arrives in 3–7 business days`, or from which day it ships, and how long it then takes. */
export function arrivalText(zone: Pick<DeliveryZone, 'days'>, wait: Wait | undefined): string {
  const days = deliveryDaysText(zone);
  return wait ? `${shipsFrom(wait.shipsAt)}, arrives ${days} later` : `Arrives in ${days}`;
}

/** The same as a sentence about an order. */
export function arrivalSentence(zone: Pick<DeliveryZone, 'days'>, wait: Wait | undefined): string {
  const days = deliveryDaysText(zone);
  if (!wait) return `It arrives in ${days}.`;
  return `It ships from ${dayText(wait.shipsAt)}, and arrives ${days} later.`;
}

function dayText(at: number): string {
  return new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' }).format(at);
}
