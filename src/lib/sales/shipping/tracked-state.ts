import type { OrderStatus } from '#lib/platform/db/tables/orders.ts';
import type { ParcelStatus } from '#lib/platform/db/tables/shipments.ts';
import type { CourierReport } from '#lib/sales/shipping/courier/courier.ts';

export interface TrackedState {
  status: ParcelStatus | null;
  /** When the status began or, for failed deliveries, the time of the last failed delivery, in epoch ms. */
  at: number | null;
  /** The number of failed deliveries. */
  attempts: number;
  /** The reason for the last failed delivery. Null if no delivery has failed. */
  reason: string | null;
}

/** If reports have the same time, the status that is later in this list counts. */
const STATUS_ORDER: readonly ParcelStatus[] = [
  ...['shipped', 'in_transit', 'out_for_delivery', 'undelivered', 'delivered', 'returning', 'came_back', 'lost'],
  'cancelled',
] as ParcelStatus[];

/** After a parcel has one of these statuses, only reports with the listed statuses count. */
const ALLOWED_AFTER: Partial<Record<ParcelStatus, readonly ParcelStatus[]>> = {
  // The status remains `undelivered` until the parcel is sent out again, because staff have to answer.
  undelivered: ['undelivered', 'out_for_delivery', 'delivered', 'returning', 'came_back', 'lost'],
  delivered: ['returning', 'came_back'],
  returning: ['came_back', 'lost'],
  came_back: [],
  lost: ['delivered', 'returning', 'came_back'],
  cancelled: [],
};

/** Returns the state that results from all reports of a parcel, regardless of their order and of repetitions. */
export function trackedState(reports: readonly Pick<CourierReport, 'status' | 'label' | 'at'>[]): TrackedState {
  const sortedReports = [...reports].sort(
    (a, b) => a.at - b.at || STATUS_ORDER.indexOf(a.status) - STATUS_ORDER.indexOf(b.status),
  );
  let state: TrackedState = { status: null, at: null, attempts: 0, reason: null };
  let isReturning = false;
  for (const { status, label, at } of sortedReports) {
    const allowedStatuses = state.status && ALLOWED_AFTER[state.status];
    if (allowedStatuses && !allowedStatuses.includes(status)) continue;
    // A parcel that is on its way back was delivered to the shop, not to the customer, so the customer has not paid.
    if (isReturning && status === 'delivered') continue;
    isReturning ||= status === 'returning' || status === 'came_back';
    // The same failed delivery may be reported by a webhook and by a status query.
    const isNewAttempt = status === 'undelivered' && !(state.status === 'undelivered' && state.at === at);
    state = {
      status,
      at: status === state.status && status !== 'undelivered' ? state.at : at,
      attempts: state.attempts + (isNewAttempt ? 1 : 0),
      reason: status === 'undelivered' ? label : state.reason,
    };
  }
  return state;
}

/** The status that the order has at least reached, by the status of the parcel; undefined if that does not show this. */
export const ORDER_STATUSES: Readonly<Record<ParcelStatus, OrderStatus | undefined>> = {
  shipped: 'shipped',
  in_transit: 'in_transit',
  out_for_delivery: 'out_for_delivery',
  undelivered: 'out_for_delivery',
  delivered: 'delivered',
  // The parcel has at least left the shop. Staff confirm that a parcel came back.
  returning: 'shipped',
  came_back: 'shipped',
  lost: 'shipped',
  cancelled: undefined,
};

/** Returns whether no more reports are expected from the courier. */
export function isTrackingOver(status: ParcelStatus | null): boolean {
  return status === 'delivered' || status === 'came_back' || status === 'lost' || status === 'cancelled';
}
