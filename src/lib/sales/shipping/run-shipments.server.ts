import { isNamed } from '#lib/platform/errors/error-name.ts';
import { isShopError, ShopError } from '#lib/platform/errors/shop-error.ts';
import { MINUTE_MS, SECOND_MS } from '#lib/primitives/durations.ts';
import { bookShipment, fetchShipmentRates } from '#lib/sales/shipping/book-shipment.server.ts';
import { cancelWithCourier, scheduleCancellations } from '#lib/sales/shipping/cancel-shipment.server.ts';
import type { Courier, UndeliveredAnswer } from '#lib/sales/shipping/courier/courier.ts';
import { courierOf } from '#lib/sales/shipping/courier-of.server.ts';
import { leaseDueShipment, type ShipmentLease, type ShippingShop } from '#lib/sales/shipping/shipment-lease.server.ts';

const MAX_TASKS_PER_RUN = 50;
export const MAX_PAUSE_MS = 15 * MINUTE_MS;
/** The pauses after attempts without a response. After about half an hour, the task fails, and staff have to decide. */
const PAUSES_MS = [5 * SECOND_MS, 20 * SECOND_MS, MINUTE_MS, 3 * MINUTE_MS, 10 * MINUTE_MS, MAX_PAUSE_MS];

const INTERNAL_ERROR = 'The shop had an internal error. See the log for details.';

const TASKS: Record<
  NonNullable<ShipmentLease['row']['task']>,
  (shop: ShippingShop, lease: ShipmentLease, courier: Courier) => Promise<void>
> = {
  rate: fetchShipmentRates,
  book: bookShipment,
  pickup: requestPickup,
  cancel: cancelWithCourier,
  answer: answerCourier,
};

/** Runs up to `MAX_TASKS_PER_RUN` due tasks. Several processes may run this function at once. */
export async function runShipments(shop: ShippingShop, signal?: AbortSignal): Promise<void> {
  const courier = courierOf(shop);
  if (!courier) return;
  await scheduleCancellations(shop);
  for (let n = 0; n < MAX_TASKS_PER_RUN && !signal?.aborted; n++) {
    const lease = await leaseDueShipment(shop);
    if (!lease) return;
    await runTask(shop, lease, courier);
  }
}

async function runTask(shop: ShippingShop, lease: ShipmentLease, courier: Courier): Promise<void> {
  const { task } = lease.row;
  if (!task) return;
  try {
    await TASKS[task](shop, lease, courier);
  } catch (error) {
    if (isNamed(error, 'LeaseLost')) return;
    const failure = isShopError(error) ? error : new ShopError('busy', INTERNAL_ERROR);
    if (failure !== error) shop.log.error({ err: error, shipment: lease.row.id }, 'a task of a shipment failed');
    await lease.finish(changeAfterFailure(lease, failure, shop.now()));
  }
}

/**
 * Returns the change to the shipment after an error. If the courier rejected the call, the task fails. If the courier
 * did not respond, or after an internal error, the task is retried later, up to a limit.
 */
function changeAfterFailure({ row }: ShipmentLease, error: ShopError, now: number) {
  const pauseMs = error.code === 'busy' ? PAUSES_MS[row.tries] : undefined;
  const tries = row.tries + 1;
  if (pauseMs === undefined) return { failed: 1, tries, problem: error.message };
  return { tries, due_at: now + pauseMs, problem: error.message };
}

/** Requests the pickup, and then the manifest that the driver signs. Throws the courier's errors. */
async function requestPickup(_shop: ShippingShop, lease: ShipmentLease, courier: Courier): Promise<void> {
  const { remote_order: orderId, remote_shipment: shipmentId } = lease.row;
  if (!orderId || !shipmentId) return lease.finish({ task: null });
  if (lease.row.pickup === null) await lease.save({ pickup: await courier.pickup(shipmentId) });
  const manifest_url = await courier.manifest({ orderId, shipmentId });
  await lease.finish({ task: null, manifest_url });
}

/** Sends the courier the instructions from staff after a failed delivery. Throws the courier's errors. */
async function answerCourier(_shop: ShippingShop, lease: ShipmentLease, courier: Courier): Promise<void> {
  const { awb, answer_json } = lease.row;
  if (awb !== null && answer_json !== null)
    await courier.answerUndelivered(awb, JSON.parse(answer_json) as UndeliveredAnswer);
  await lease.finish({ task: null });
}
