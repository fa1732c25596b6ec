import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { limitToScope, type OrderScope } from '#lib/sales/orders/record/order-scope.ts';
import { readConsignments } from '#lib/sales/shipping/courier/consignment.server.ts';
import type { Rate, UndeliveredAnswer } from '#lib/sales/shipping/courier/courier.ts';
import { IS_UNSENT, type ShipmentRow } from '#lib/sales/shipping/shipment-lease.server.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

export interface Shipment {
  row: ShipmentRow;
  /** The rates, the cheapest first. Empty until the rates are known. */
  rates: Rate[];
  answer: UndeliveredAnswer | undefined;
}

/** An order with its shipment. */
export type OrderShipping = Awaited<ReturnType<typeof readOrderShipping>>[number];

/** Reads the orders in `scope` with their shipments, in the order of `orderIds`. */
export async function readOrderShipping(db: ShopDatabase, orderIds: readonly string[], scope: OrderScope) {
  const [consignments, shipments, correctionTimes] = await Promise.all([
    readConsignments(db, orderIds, scope),
    shipmentsOf(db, orderIds),
    correctionTimesOf(db, orderIds),
  ]);
  return consignments.map(({ order, problems, consignment }) => {
    // Undefined before rates are requested, and after a cancellation.
    const shipment = shipments.get(order.id);
    const outdatedReason =
      shipment && outdatedReasonOf(shipment.row, consignment.collectPaise, correctionTimes.get(order.id));
    return { order, problems, shipment, outdatedReason };
  });
}

/** Reads when the address of each order was last corrected. */
async function correctionTimesOf({ write }: ShopDatabase, orderIds: readonly string[]): Promise<Map<string, number>> {
  if (orderIds.length === 0) return new Map();
  const rows = await write
    .selectFrom('order_event')
    .select(({ fn }) => ['order_id', fn.max('at').as('at')])
    .where('order_id', 'in', orderIds)
    .where('kind', '=', 'address_corrected')
    .groupBy('order_id')
    .execute();
  return new Map(rows.map(({ order_id, at }) => [order_id, Number(at)]));
}

/**
 * Returns why a booked parcel no longer matches its order, or undefined if it still matches or has already left. The
 * courier is not informed about changes to the order.
 */
function outdatedReasonOf(
  { phase, sent_at, status, collect_paise }: ShipmentRow,
  duePaise: number,
  correctedAt: number | undefined,
): string | undefined {
  if (phase !== 'booked' || status !== null) return undefined;
  const advice = 'Cancel the booking, and book it again.';
  if (duePaise !== collect_paise)
    return `The courier collects ${priceText(collect_paise)}, but ${priceText(duePaise)} is due at the door. ${advice}`;
  return correctedAt !== undefined && sent_at !== null && correctedAt > sent_at
    ? `The address was corrected after the booking. ${advice}`
    : undefined;
}

/** Reads the uncancelled shipment of each order. */
async function shipmentsOf({ write }: ShopDatabase, orderIds: readonly string[]): Promise<Map<string, Shipment>> {
  if (orderIds.length === 0) return new Map();
  const rows = await write
    .selectFrom('shipment')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .where('phase', '!=', 'cancelled')
    .execute();
  return new Map(rows.map((row) => [row.order_id, parseShipment(row)]));
}

function parseShipment(row: ShipmentRow): Shipment {
  return {
    row,
    rates: JSON.parse(row.rates_json ?? '[]') as Rate[],
    answer: row.answer_json === null ? undefined : (JSON.parse(row.answer_json) as UndeliveredAnswer),
  };
}

/** Reads the ids of up to `limit` orders whose shipments are not on their way yet, the oldest shipment first. */
export async function unsentOrderIds(
  { write }: Pick<ShopDatabase, 'write'>,
  scope: OrderScope,
  limit: number,
): Promise<string[]> {
  const rows = await limitToScope(write.selectFrom('orders'), scope)
    .innerJoin('shipment', 'shipment.order_id', 'orders.id')
    .select('orders.id')
    .where(IS_UNSENT)
    .orderBy('shipment.created_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export type ProblemParcel = Awaited<ReturnType<typeof problemParcels>>[number];

const MAX_PROBLEM_PARCELS = 100;

/**
 * Reads the parcels that could not be delivered or, for the status `came_back`, those that came back and are not recorded
 * as returned yet. Reads up to `MAX_PROBLEM_PARCELS` parcels, the parcel with the oldest status first.
 */
export async function problemParcels(
  { write }: Pick<ShopDatabase, 'write'>,
  status: 'undelivered' | 'came_back',
  scope: OrderScope,
) {
  let query = limitToScope(write.selectFrom('orders'), scope)
    .innerJoin('shipment', 'shipment.order_id', 'orders.id')
    .selectAll('shipment')
    .select(['orders.number', 'orders.order_status', 'orders.address_json'])
    .where('phase', '=', 'booked')
    .where('status', '=', status);
  if (status === 'came_back') query = query.where('orders.order_status', '!=', 'returned');
  const rows = await query.orderBy('status_at').limit(MAX_PROBLEM_PARCELS).execute();
  return rows.map(({ number, order_status, address_json, ...row }) => ({
    orderId: row.order_id,
    number,
    orderStatus: order_status,
    address: JSON.parse(address_json) as OrderAddress,
    shipment: parseShipment(row),
    /** Whether staff have responded to the last failed delivery, and the response was or is being sent to the courier. */
    isAnswered: row.answered_at !== null && row.answered_at >= (row.status_at ?? 0) && row.failed === 0,
  }));
}

/**
 * Reads the freight of a returned parcel in both directions, in paise. An unknown return freight counts as the quoted
 * rate, or as 0 without a rate. Returns undefined if the outward freight is unknown.
 */
export async function returnedFreightPaise({ write }: ShopDatabase, orderId: string): Promise<number | undefined> {
  const shipment = await write
    .selectFrom('shipment')
    .select(['freight_paise', 'return_freight_paise', 'return_rate_paise'])
    .where('order_id', '=', orderId)
    .where('phase', '=', 'booked')
    .executeTakeFirst();
  if (!shipment || shipment.freight_paise === null) return undefined;
  return shipment.freight_paise + (shipment.return_freight_paise ?? shipment.return_rate_paise ?? 0);
}
