import type { ParcelStatus } from '#lib/platform/db/tables/shipments.ts';
import { timeOfIndianField } from '#lib/primitives/indian-time.ts';

/** The status codes in apidocs.shiprocket.in, "Tracking". Other codes, such as pickup codes, don't affect the order. */
export const STATUS_BY_CODE: ReadonlyMap<number, ParcelStatus> = new Map([
  // Shipped, picked up, handed over to the courier.
  ...[6, 42, 51].map((code) => [code, 'shipped'] as const),
  // In transit, delayed, at a hub, misrouted, at a warehouse, customs, in flight, connection.
  ...[18, 22, 38, 39, 48, 49, 50, 54, 55, 56, 57].map((code) => [code, 'in_transit'] as const),
  [17, 'out_for_delivery'],
  // Undelivered, issue related to the recipient.
  ...[21, 77].map((code) => [code, 'undelivered'] as const),
  [7, 'delivered'],
  // RTO initiated, undelivered, out for delivery, in transit, locked, back in the seller's city.
  ...[9, 40, 41, 46, 75, 78].map((code) => [code, 'returning'] as const),
  // RTO delivered, RTO acknowledged.
  ...[10, 14].map((code) => [code, 'came_back'] as const),
  // Lost, destroyed, damaged, disposed of, untraceable.
  ...[12, 24, 25, 44, 76].map((code) => [code, 'lost'] as const),
  // Cancelled, cancelled before dispatch.
  ...[8, 45].map((code) => [code, 'cancelled'] as const),
]);

const WEBHOOK_TIME = /^(?<day>\d\d) (?<month>\d\d) (?<year>\d{4}) (?<clock>\d\d:\d\d:\d\d)$/;

/**
 * Parses a time in Indian time, such as "23 05 2023 11:43:52" in webhooks or "2022-07-19 11:37:00" in status queries.
 * Returns the time in epoch ms, or undefined if the text has another format.
 */
export function timeOfReport(text: string): number | undefined {
  const { day, month, year, clock } = WEBHOOK_TIME.exec(text)?.groups ?? {};
  const time = timeOfIndianField(day ? `${year}-${month}-${day}T${clock}` : text.replace(' ', 'T'));
  return Number.isNaN(time) ? undefined : time;
}
