import type { ParcelStatus, ShipmentTask } from '#lib/platform/db/tables/shipments.ts';
import type { ShipmentRow } from '#lib/sales/shipping/shipment-lease.server.ts';

export const PARCEL_STATUS_NAMES: Record<ParcelStatus, string> = {
  shipped: 'Collected',
  in_transit: 'In transit',
  out_for_delivery: 'Out for delivery',
  undelivered: 'Could not be delivered',
  delivered: 'Delivered',
  returning: 'On its way back',
  came_back: 'Came back',
  lost: 'Lost or damaged',
  cancelled: 'Cancelled',
};

const WAITING_TEXTS: Record<ShipmentTask, string> = {
  rate: 'Requesting rates',
  book: 'Requested',
  pickup: 'Requesting pickup',
  cancel: 'Cancelling',
  answer: 'Sending your answer',
};

const FAILED_TEXTS: Record<ShipmentTask, string> = {
  rate: 'No rates',
  book: 'Failed',
  pickup: 'Pickup failed',
  cancel: 'Not cancelled',
  answer: 'Your answer was not sent',
};

type ShipmentState = Pick<ShipmentRow, 'phase' | 'task' | 'failed' | 'problem' | 'status' | 'tries' | 'manifest_url'>;

/** Returns the state of a shipment as text, such as "Requested", "Booked" or "Failed: …". */
export function shipmentText({ phase, task, failed, problem, status, tries, manifest_url }: ShipmentState): string {
  if (task && failed === 1) return `${FAILED_TEXTS[task]}: ${problem ?? 'no reason given'}`;
  if (task)
    return tries > 0 ? `${WAITING_TEXTS[task]}. ${problem ?? ''} Another attempt follows.` : WAITING_TEXTS[task];
  if (status) return PARCEL_STATUS_NAMES[status];
  if (phase === 'new') return 'Choose a courier';
  return manifest_url === null ? 'Booked' : 'Booked, pickup requested';
}

/** Returns whether a task still has to run, so that the shipment's state changes without an action by staff. */
export function isInProgress({ task, failed }: Pick<ShipmentRow, 'task' | 'failed'>): boolean {
  return task !== null && failed === 0;
}
