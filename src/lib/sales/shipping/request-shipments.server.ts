import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { ShipmentTask } from '#lib/platform/db/tables/shipments.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { changedMeanwhile } from '#lib/platform/errors/changed-meanwhile.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import type { OrderScope } from '#lib/sales/orders/record/order-scope.ts';
import { readConsignments } from '#lib/sales/shipping/courier/consignment.server.ts';
import type { Consignment, ParcelSize, Rate, UndeliveredAnswer } from '#lib/sales/shipping/courier/courier.ts';
import { nextReference } from '#lib/sales/shipping/create-parcel-once.server.ts';
import type { ShipmentChange, ShipmentRow, ShipmentShop } from '#lib/sales/shipping/shipment-lease.server.ts';

/**
 * Requests rates for orders that have no shipment or only cancelled shipments. Other orders are not changed, so a
 * repeated request has no effect. Skips orders that can't be sent. Returns the number of orders for which rates were
 * requested.
 */
export async function requestRates(
  { db, now }: ShipmentShop,
  orderIds: readonly string[],
  scope: OrderScope,
): Promise<number> {
  const consignments = await readConsignments(db, orderIds, scope);
  const sendableOrders = consignments.filter(({ problems }) => problems.length === 0);
  let requestedCount = 0;
  for (const { order, consignment } of sendableOrders) {
    const isNew = await transaction(db, (tx) => addShipment(tx, order.id, consignment, now()));
    if (isNew) requestedCount += 1;
  }
  return requestedCount;
}

async function addShipment(tx: Tx, orderId: string, consignment: Consignment, at: number): Promise<boolean> {
  const shipments = await tx
    .selectFrom('shipment')
    .select(['reference', 'phase'])
    .where('order_id', '=', orderId)
    .execute();
  if (shipments.some(({ phase }) => phase !== 'cancelled')) return false;
  const usedReferences = new Set(shipments.map(({ reference }) => reference));
  let { reference } = consignment;
  while (usedReferences.has(reference)) reference = nextReference(reference);
  const result = await tx
    .insertInto('shipment')
    .values({
      ...{ id: newId(), order_id: orderId, courier: 'shiprocket', reference, phase: 'new', task: 'rate', due_at: at },
      ...sizeColumns(consignment.size),
      ...{ collect_paise: consignment.collectPaise, created_at: at, updated_at: at },
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows !== 1n) return false;
  await audit(tx, 'ask for courier rates', orderId, at, { reference });
  return true;
}

function sizeColumns({ weightGrams, lengthCm, breadthCm, heightCm }: ParcelSize) {
  return { weight_grams: weightGrams, length_cm: lengthCm, breadth_cm: breadthCm, height_cm: heightCm };
}

export interface ChosenCourier extends Required<ShipmentVersion> {
  courierId: number;
}

/**
 * Schedules the `book` task of the parcels, with the chosen couriers. If one parcel can't be booked, schedules no task.
 * Returns the number of parcels. Throws `conflict` if a parcel has changed since the page was shown, `invalid` if a
 * chosen courier has no rate, and `not_found` if a shipment does not exist.
 */
export function requestBookings({ db, now }: ShipmentShop, choices: readonly ChosenCourier[]): Promise<number> {
  const at = now();
  return transaction(db, async (tx) => {
    for (const { id, version, courierId } of choices) {
      const shipment = await existingShipment(tx, id);
      const rates = JSON.parse(shipment.rates_json ?? '[]') as Rate[];
      const rate = rates.find((candidate) => candidate.courierId === courierId);
      if (!rate) throw new ShopError('invalid', 'Choose a courier for each order.');
      await scheduleTask(tx, shipment, {
        version,
        at,
        task: 'book',
        isAllowed: ({ phase, task }) => phase === 'new' && task === null,
        change: { courier_id: courierId, courier_name: rate.courier },
      });
      const after = { courier: rate.courier, freight: rate.freightPaise / 100, reference: shipment.reference };
      await audit(tx, 'book shipment', shipment.order_id, at, after);
    }
    return choices.length;
  });
}

interface ShipmentVersion {
  id: string;
  /** The `updated_at` of the shipment that the page showed. Not checked if it is undefined. */
  version?: number;
}

/**
 * Changes the size of a parcel, and requests rates again. Throws `conflict` if the shipment has changed, if its booking
 * or cancellation is requested, or if the booking has been sent to the courier, and `not_found` if the shipment does
 * not exist.
 */
export function changeSize(shop: ShipmentShop, shipment: ShipmentVersion, size: ParcelSize): Promise<ShipmentRow> {
  return requestTask(shop, shipment, {
    task: 'rate',
    action: 'change parcel size',
    isAllowed: ({ phase, task, failed, sent_at }) =>
      phase === 'new' && sent_at === null && (task === null || task === 'rate' || failed === 1),
    change: { ...sizeColumns(size), rates_json: null, courier_id: null, courier_name: null },
    after: size,
  });
}

/**
 * Schedules a failed task again. Throws `conflict` if no task has failed or the shipment has changed, and
 * `not_found` if the shipment does not exist.
 */
export function retryTask(shop: ShipmentShop, shipment: ShipmentVersion): Promise<ShipmentRow> {
  return requestTask(shop, shipment, { action: 'try shipment again', isAllowed: ({ failed }) => failed === 1 });
}

/**
 * Schedules the `cancel` task. Throws `conflict` if the parcel has left, if the shipment is cancelled or has changed, or
 * if its cancellation is already requested, and `not_found` if the shipment does not exist.
 */
export function requestCancellation(shop: ShipmentShop, shipment: ShipmentVersion): Promise<ShipmentRow> {
  return requestTask(shop, shipment, {
    task: 'cancel',
    action: 'cancel shipment',
    isAllowed: ({ phase, status, task, failed }) =>
      phase !== 'cancelled' && status === null && (task !== 'cancel' || failed === 1),
  });
}

/**
 * Schedules the `pickup` task. Throws `conflict` if the parcel is not booked, has been collected or already has a
 * pickup, or if the shipment has changed, and `not_found` if the shipment does not exist.
 */
export function schedulePickup(shop: ShipmentShop, shipment: ShipmentVersion): Promise<ShipmentRow> {
  return requestTask(shop, shipment, {
    task: 'pickup',
    action: 'request pickup',
    isAllowed: ({ phase, status, task, manifest_url }) =>
      phase === 'booked' && status === null && task === null && manifest_url === null,
  });
}

/**
 * Schedules the `answer` task, which sends instructions to the courier. Throws `conflict` if the last delivery has not
 * failed or the shipment has changed, and `not_found` if the shipment does not exist.
 */
export function scheduleAnswer(
  shop: ShipmentShop,
  shipment: ShipmentVersion,
  answer: UndeliveredAnswer,
): Promise<ShipmentRow> {
  return requestTask(shop, shipment, {
    task: 'answer',
    action: 'answer undelivered parcel',
    isAllowed: ({ status, task, failed }) => status === 'undelivered' && (task === null || failed === 1),
    change: { answer_json: JSON.stringify(answer), answered_at: shop.now() },
    after: answer,
  });
}

interface TaskRequest extends Pick<ShipmentVersion, 'version'> {
  at: number;
  /** The task. By default, the current task of the shipment is scheduled again. */
  task?: ShipmentTask;
  isAllowed(shipment: ShipmentRow): boolean;
  change?: ShipmentChange;
}

/** Schedules a task, and records this in the audit log. */
function requestTask(
  { db, now }: ShipmentShop,
  { id, version }: ShipmentVersion,
  { action, after, ...request }: Omit<TaskRequest, 'version' | 'at'> & { action: string; after?: object },
): Promise<ShipmentRow> {
  const at = now();
  return transaction(db, async (tx) => {
    const shipment = await existingShipment(tx, id);
    const updatedShipment = await scheduleTask(tx, shipment, { version, at, ...request });
    await audit(tx, action, shipment.order_id, at, { reference: shipment.reference, ...after });
    return updatedShipment;
  });
}

/**
 * Schedules a task. Throws `conflict` if the shipment has changed or does not allow the task, or if a process is
 * working on the shipment.
 */
async function scheduleTask(
  tx: Tx,
  shipment: ShipmentRow,
  { version, at, task, isAllowed, change }: TaskRequest,
): Promise<ShipmentRow> {
  if ((version !== undefined && shipment.updated_at !== version) || !isAllowed(shipment))
    throw changedMeanwhile('shipment');
  const updatedShipment = await tx
    .updateTable('shipment')
    .set({
      ...change,
      task: task ?? shipment.task,
      failed: 0,
      tries: 0,
      problem: null,
      due_at: at,
      updated_at: Math.max(at, shipment.updated_at + 1),
    })
    .where('id', '=', shipment.id)
    .where('updated_at', '=', shipment.updated_at)
    .where('leased_until', '<=', at)
    .returningAll()
    .executeTakeFirst();
  if (!updatedShipment) throw changedMeanwhile('shipment');
  return updatedShipment;
}

async function existingShipment(tx: Tx, id: string): Promise<ShipmentRow> {
  const shipment = await tx.selectFrom('shipment').selectAll().where('id', '=', id).executeTakeFirst();
  if (!shipment) throw new ShopError('not_found', 'This shipment no longer exists.');
  return shipment;
}

function audit(tx: Tx, action: string, orderId: string, at: number, after: object): Promise<void> {
  return recordAudit(tx, { action, record: { kind: 'order', id: orderId }, after }, at);
}
