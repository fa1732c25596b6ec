import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { uploadsDir } from '#lib/platform/files/storage/open-file-store.server.ts';
import { writeFileAtomically } from '#lib/platform/files/storage/write-file.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { addOrderEvent, changeOrder } from '#lib/sales/orders/record/change-order.server.ts';
import { BEING_PREPARED } from '#lib/sales/orders/record/orders.ts';
import { readConsignments } from '#lib/sales/shipping/courier/consignment.server.ts';
import type { Booking, Consignment, Courier, Rate } from '#lib/sales/shipping/courier/courier.ts';
import { createParcelOnce } from '#lib/sales/shipping/create-parcel-once.server.ts';
import { applyReports } from '#lib/sales/shipping/record-report.server.ts';
import type { ShipmentLease, ShippingShop } from '#lib/sales/shipping/shipment-lease.server.ts';

/**
 * Stores the rate of each courier, and preselects the recommended courier or, if there is none, the cheapest courier.
 * Throws the courier's errors, and `conflict` if the order can't be sent or no courier can deliver it.
 */
export async function fetchShipmentRates(shop: ShippingShop, lease: ShipmentLease, courier: Courier): Promise<void> {
  const consignment = await consignmentOf(shop, lease);
  const rates = await courier.rates(consignment);
  if (rates.length === 0)
    throw new ShopError('conflict', `No courier serves the pincode ${consignment.address.pincode} for this parcel.`);
  const preselectedRate = rates.find(({ isRecommended }) => isRecommended) ?? rates[0];
  await lease.finish({
    ...{ task: null, rates_json: JSON.stringify(rates), collect_paise: consignment.collectPaise },
    courier_id: preselectedRate?.courierId ?? null,
  });
}

/**
 * Creates the parcel with the courier, and gets the tracking number and the label. The result of each step is stored
 * before the next step, so only a step whose response was lost is repeated. Throws the courier's errors, and `conflict`
 * if the order can't be sent, or if another parcel has the tracking number.
 */
export async function bookShipment(shop: ShippingShop, lease: ShipmentLease, courier: Courier): Promise<void> {
  if (lease.row.phase === 'new') {
    const isRepeat = lease.row.remote_shipment !== null;
    if (!isRepeat) await createParcel(shop, lease, courier, await consignmentOf(shop, lease));
    await assignCourier(shop, lease, courier, isRepeat);
    await applyReports(shop, lease.row.id);
  }
  if (lease.row.label_file === null) await saveLabel(shop, lease, courier);
  await lease.finish({ task: null });
}

async function createParcel(
  shop: ShippingShop,
  lease: ShipmentLease,
  courier: Courier,
  consignment: Consignment,
): Promise<void> {
  const parcel = await createParcelOnce(lease, courier, consignment);
  if (parcel.awb) await requireUnusedTrackingNumber(shop, lease, parcel.awb);
  await lease.save({
    ...{ remote_order: parcel.orderId, remote_shipment: parcel.shipmentId, collect_paise: consignment.collectPaise },
    // The tracking number was assigned by an earlier request whose response was lost.
    ...(parcel.awb ? { awb: parcel.awb, courier_name: parcel.courierName ?? courier.title } : {}),
  });
}

async function assignCourier(
  shop: ShippingShop,
  lease: ShipmentLease,
  courier: Courier,
  isRepeat: boolean,
): Promise<void> {
  const { awb, courier_name, remote_shipment } = lease.row;
  const rates = JSON.parse(lease.row.rates_json ?? '[]') as Rate[];
  const rate = rates.find(({ courierId }) => courierId === lease.row.courier_id);
  const storedBooking = awb === null ? undefined : { awb, courierName: courier_name ?? courier.title };
  const existingBooking = storedBooking ?? (isRepeat ? await findAssignedTrackingNumber(lease, courier) : undefined);
  const booking: Booking = existingBooking
    ? { ...existingBooking, freightPaise: undefined }
    : await courier.assign(remote_shipment ?? '', lease.row.courier_id ?? 0);
  await requireUnusedTrackingNumber(shop, lease, booking.awb);
  await lease.save(
    {
      phase: 'booked',
      awb: booking.awb,
      courier_name: booking.courierName,
      freight_paise: booking.freightPaise ?? rate?.freightPaise ?? null,
      return_rate_paise: rate?.returnPaise ?? null,
      tracked: 1,
    },
    (tx) => recordBooking(tx, shop, lease.row.order_id, courier, booking),
  );
}

/** Throws `conflict` if another parcel has the tracking number, because reports would then change the wrong order. */
async function requireUnusedTrackingNumber({ db }: ShippingShop, { row }: ShipmentLease, awb: string): Promise<void> {
  const otherOrder = await db.write
    .selectFrom('shipment')
    .innerJoin('orders', 'orders.id', 'shipment.order_id')
    .select('orders.number')
    .where('awb', '=', awb)
    .where('shipment.id', '<>', row.id)
    .executeTakeFirst();
  if (!otherOrder) return;
  throw new ShopError(
    'conflict',
    `The courier assigned the tracking number ${awb}, which belongs to the parcel of ${otherOrder.number}. Ask the courier.`,
  );
}

/** Finds a tracking number that was assigned by an earlier request whose response was lost. */
async function findAssignedTrackingNumber(lease: ShipmentLease, courier: Courier) {
  const parcels = await courier.find(lease.row.reference);
  const bookedParcel = parcels.find(({ orderId }) => orderId === lease.row.remote_order);
  return bookedParcel?.awb
    ? { awb: bookedParcel.awb, courierName: bookedParcel.courierName ?? courier.title }
    : undefined;
}

async function recordBooking(
  tx: Tx,
  { now }: ShippingShop,
  orderId: string,
  courier: Courier,
  { awb, courierName: carrier }: Booking,
): Promise<void> {
  const parcelColumns = { carrier, tracking_number: awb, tracking_url: courier.trackingUrl(awb) };
  const order = await changeOrder(
    tx,
    orderId,
    { order_status: BEING_PREPARED },
    { ...parcelColumns, updated_at: now() },
  );
  if (order) await addOrderEvent(tx, orderId, now(), 'shipment_booked', `${carrier} ${awb}`);
}

async function saveLabel(shop: ShippingShop, lease: ShipmentLease, courier: Courier): Promise<void> {
  const pdf = await courier.label(lease.row.remote_shipment ?? '');
  const path = join(uploadsDir(shop.settings.dataDir), `label-${newId()}`);
  try {
    await writeFileAtomically(path, pdf, { mode: 0o600 });
    const label_file = await shop.files.add(path, 'application/pdf');
    await lease.save({ label_file });
  } finally {
    await rm(path, { force: true });
  }
}

/** Reads the order's current data, and adds the parcel's size. Throws `conflict` if the order can't be sent. */
async function consignmentOf({ db }: ShippingShop, { row }: ShipmentLease): Promise<Consignment> {
  const [orderConsignment] = await readConsignments(db, [row.order_id], 'all');
  const problems = orderConsignment?.problems ?? ['the order no longer exists'];
  if (!orderConsignment || problems.length > 0)
    throw new ShopError('conflict', `The order can’t be sent: ${problems.join(', ')}`);
  const { weight_grams: weightGrams, length_cm: lengthCm, breadth_cm: breadthCm, height_cm: heightCm } = row;
  return {
    ...orderConsignment.consignment,
    reference: row.reference,
    size: { weightGrams, lengthCm, breadthCm, heightCm },
  };
}
