import type { Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { addOrderEvent, changeOrder } from '#lib/sales/orders/record/change-order.server.ts';
import { CANCELLABLE } from '#lib/sales/orders/record/orders.ts';
import type { Courier } from '#lib/sales/shipping/courier/courier.ts';
import {
  IS_UNSENT,
  type ShipmentLease,
  type ShipmentRow,
  type ShipmentShop,
  type ShippingShop,
} from '#lib/sales/shipping/shipment-lease.server.ts';

/**
 * Cancels the shipment with the courier, including parcels that were created by requests whose response was lost.
 * Throws the courier's errors.
 */
export async function cancelWithCourier(shop: ShippingShop, lease: ShipmentLease, courier: Courier): Promise<void> {
  const { reference, sent_at, remote_order } = lease.row;
  const parcels = sent_at === null ? [] : await courier.find(reference);
  const activeParcels = parcels.filter(({ isCancelled }) => !isCancelled);
  for (const parcel of activeParcels) await courier.cancel(parcel);
  // Parcels that the courier's search does not list must be cancelled, too.
  if (remote_order !== null && !parcels.some(({ orderId }) => orderId === remote_order))
    await courier.cancel({ orderId: remote_order, awb: lease.row.awb ?? undefined });
  const { row } = lease;
  await lease.finish({ ...CANCELLED_COLUMNS, task: null }, (tx) => recordCancellation(tx, shop, row));
}

export const CANCELLED_COLUMNS = { phase: 'cancelled', tracked: 0, problem: null } as const;

/**
 * Removes the tracking number of a cancelled parcel from its order, and adds an event to the order. Has no effect if the
 * parcel has no tracking number.
 */
export async function recordCancellation(tx: Tx, { now }: ShipmentShop, row: ShipmentRow): Promise<void> {
  const { order_id, awb } = row;
  if (awb === null) return;
  const order = await tx.selectFrom('orders').select('tracking_number').where('id', '=', order_id).executeTakeFirst();
  if (order?.tracking_number === awb) {
    const clearedColumns = { carrier: null, tracking_number: null, tracking_url: null, updated_at: now() };
    await changeOrder(tx, order_id, { order_status: [...CANCELLABLE, 'cancelled'] }, clearedColumns);
  }
  await addOrderEvent(tx, order_id, now(), 'shipment_cancelled', `${row.courier_name ?? ''} ${awb}`.trim());
}

/** Schedules the cancellation of shipments that are not on their way yet and whose orders are cancelled. */
export async function scheduleCancellations({ db, now }: ShipmentShop): Promise<void> {
  const at = now();
  const obsoleteShipmentsQuery = db.write
    .selectFrom('shipment')
    .innerJoin('orders', 'orders.id', 'shipment.order_id')
    .select('shipment.id')
    .where(IS_UNSENT)
    .where('leased_until', '<=', at)
    .where('task', 'is distinct from', 'cancel')
    .where('order_status', '=', 'cancelled');
  const ids = (await obsoleteShipmentsQuery.execute()).map(({ id }) => id);
  if (ids.length === 0) return;
  const change = { task: 'cancel', failed: 0, tries: 0, problem: null, due_at: at, updated_at: at } as const;
  await transaction(db, (tx) =>
    tx.updateTable('shipment').set(change).where('id', 'in', ids).where('leased_until', '<=', at).execute(),
  );
}
