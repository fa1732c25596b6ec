import type { Tx } from '#lib/platform/db/db.server.ts';
import type { ParcelStatus } from '#lib/platform/db/tables/shipments.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { changedMeanwhile } from '#lib/platform/errors/changed-meanwhile.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { addOrderEvent } from '#lib/sales/orders/record/change-order.server.ts';
import type { OrderEventKind } from '#lib/sales/orders/record/event-texts.ts';
import { mayMove } from '#lib/sales/orders/record/orders.ts';
import { CANCELLED_COLUMNS, recordCancellation } from '#lib/sales/shipping/cancel-shipment.server.ts';
import type { CourierReport } from '#lib/sales/shipping/courier/courier.ts';
import type { ShipmentRow, ShippingShop } from '#lib/sales/shipping/shipment-lease.server.ts';
import { isTrackingOver, ORDER_STATUSES, type TrackedState, trackedState } from '#lib/sales/shipping/tracked-state.ts';

/** The maximum number of reports that are stored for a parcel. Further reports are ignored. */
const MAX_REPORTS = 300;

/**
 * Stores a report once, and updates the order. Reports may be repeated, late or out of sequence, or may arrive before
 * the response to the booking. Returns false if no shipment of this shop matches the report. Throws `conflict` if the
 * order keeps changing concurrently.
 */
export async function recordReport(shop: ShippingShop, report: CourierReport): Promise<boolean> {
  const shipment = await shipmentOf(shop, report);
  if (!shipment) return false;
  await transaction(shop.db, async (tx) => {
    const { n: reportCount } = await tx
      .selectFrom('shipment_event')
      .where('shipment_id', '=', shipment.id)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    if (Number(reportCount) >= MAX_REPORTS) return;
    const { id, status, label, at, body } = report;
    await tx
      .insertInto('shipment_event')
      .values({ id, shipment_id: shipment.id, status, label, at, created_at: shop.now(), body })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  await applyReports(shop, shipment.id);
  return true;
}

/**
 * Finds the shipment by its tracking number or, until the shop knows the tracking number, by its reference. Ignores
 * cancelled shipments.
 */
async function shipmentOf({ db }: ShippingShop, report: CourierReport): Promise<ShipmentRow | undefined> {
  const shipments = db.write.selectFrom('shipment').selectAll().where('phase', '!=', 'cancelled');
  const shipmentByAwb = await shipments.where('awb', '=', report.awb).executeTakeFirst();
  if (shipmentByAwb || report.reference === undefined) return shipmentByAwb;
  const earlyShipment = await shipments
    .where('reference', '=', report.reference)
    .where('awb', 'is', null)
    .where('sent_at', 'is not', null)
    .executeTakeFirst();
  const isOtherParcel =
    earlyShipment?.remote_order != null &&
    report.remoteOrderId !== undefined &&
    earlyShipment.remote_order !== report.remoteOrderId;
  return isOtherParcel ? undefined : earlyShipment;
}

/** The maximum number of tries to apply reports. Several may be needed, because the order may change concurrently. */
const MAX_TRIES = 5;

/**
 * Updates the shipment and its order to the state that results from all reports. Throws `conflict` if the order keeps
 * changing concurrently. The next status query then applies the reports again.
 */
export async function applyReports(shop: ShippingShop, shipmentId: string): Promise<void> {
  for (let n = 1; ; n++) {
    try {
      return await applyOnce(shop, shipmentId);
    } catch (error) {
      if (!isShopError(error, 'conflict') || n === MAX_TRIES) throw error;
    }
  }
}

async function applyOnce(shop: ShippingShop, shipmentId: string): Promise<void> {
  const reports = await shop.db.write
    .selectFrom('shipment_event')
    .select(['status', 'label', 'at'])
    .where('shipment_id', '=', shipmentId)
    .execute();
  const shipment = await shop.db.write
    .selectFrom('shipment')
    .selectAll()
    .where('id', '=', shipmentId)
    .executeTakeFirst();
  // Reports that arrive before the response to the booking are applied after the response.
  if (shipment?.phase !== 'booked') return;
  const state = trackedState(reports);
  if (state.status === null || isUnchanged(shipment, state)) return;
  await updateOrder(shop, shipment, { ...state, status: state.status });
}

function isUnchanged({ status, status_at, attempts }: ShipmentRow, state: TrackedState): boolean {
  return status === state.status && status_at === state.at && attempts === state.attempts;
}

type ReportedState = TrackedState & { status: ParcelStatus };

async function updateOrder(shop: ShippingShop, shipment: ShipmentRow, state: ReportedState): Promise<void> {
  const newStatus = ORDER_STATUSES[state.status];
  const order = await shop.db.write
    .selectFrom('orders')
    .select('order_status')
    .where('id', '=', shipment.order_id)
    .executeTakeFirst();
  const save = (tx: Tx) => saveState(tx, shop, shipment, state);
  if (newStatus === undefined || !order || !mayMove(order.order_status, newStatus)) {
    await transaction(shop.db, save);
    return;
  }
  const parcel = { carrier: shipment.courier_name ?? undefined, trackingNumber: shipment.awb ?? undefined };
  await moveOrder(shop, shipment.order_id, newStatus, parcel, { afterChange: save });
}

const STATUS_EVENTS: Partial<Record<ParcelStatus, OrderEventKind>> = {
  undelivered: 'undelivered',
  returning: 'coming_back',
  came_back: 'came_back',
};

async function saveState(tx: Tx, shop: ShippingShop, shipment: ShipmentRow, state: ReportedState): Promise<void> {
  const { status, at, attempts, reason } = state;
  const isReturning = status === 'returning' || status === 'came_back';
  const { numUpdatedRows } = await tx
    .updateTable('shipment')
    .set({
      ...{ status, status_at: at, attempts, reason, updated_at: shop.now() },
      tracked: isTrackingOver(status) ? 0 : 1,
      ...(isReturning ? { return_freight_paise: shipment.return_rate_paise } : {}),
      ...(status === 'cancelled' ? CANCELLED_COLUMNS : {}),
    })
    .where('id', '=', shipment.id)
    .where('attempts', '=', shipment.attempts)
    .where('status', 'is not distinct from', shipment.status)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw changedMeanwhile('shipment');
  if (status === 'cancelled') await recordCancellation(tx, shop, shipment);
  const eventKind = STATUS_EVENTS[status];
  const isNew = status !== shipment.status || attempts !== shipment.attempts;
  const detail = status === 'undelivered' ? (reason ?? undefined) : undefined;
  if (eventKind && isNew) await addOrderEvent(tx, shipment.order_id, shop.now(), eventKind, detail);
}
