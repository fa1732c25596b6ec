import type { OrderStatus } from '#lib/platform/db/tables/orders.ts';
import type { ParcelStatus } from '#lib/platform/db/tables/shipments.ts';

export interface ParcelEvent {
  status: ParcelStatus;
  label: string;
  at: number;
}

export interface TrackedState {
  status: ParcelStatus | null;
  /** When it began; of failed deliveries, the last one. */
  at: number | null;
  /** Failed deliveries. */
  attempts: number;
  /** Of the last failed delivery. */
  reason: string | null;
}

/** Among reports with the same time, the later step counts. */
const ORDER: readonly ParcelStatus[] = [
  ...['shipped', 'in_transit', 'out_for_delivery', 'undelivered', 'delivered', 'returning', 'came_back', 'lost'],
  'cancelled',
] as ParcelStatus[];

/** After these, only the listed reports count. */
const ONLY_AFTER: Partial<Record<ParcelStatus, readonly ParcelStatus[]>> = {
  // Until it is sent out again, somebody has to answer.
  undelivered: ['undelivered', 'out_for_delivery', 'delivered', 'returning', 'came_back', 'lost'],
  delivered: ['returning', 'came_back'],
  returning: ['came_back', 'lost'],
  came_back: [],
  lost: ['delivered', 'returning', 'came_back'],
  cancelled: [],
};

/** The state that all reports of a parcel add up to, in whatever order and however often they arrived. */
export function trackedState(events: readonly ParcelEvent[]): TrackedState {
  const sorted = [...events].sort((a, b) => a.at - b.at || ORDER.indexOf(a.status) - ORDER.indexOf(b.status));
  let state: TrackedState = { status: null, at: null, attempts: 0, reason: null };
  let isReturning = false;
  for (const { status, label, at } of sorted) {
    const allowed = state.status && ONLY_AFTER[state.status];
    if (allowed && !allowed.includes(status)) continue;
    // Its cash was not taken, whatever a courier calls the delivery to the shop.
    if (isReturning && status === 'delivered') continue;
    isReturning ||= status === 'returning' || status === 'came_back';
    // The same failed delivery is reported by the webhook and by tracking.
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

/** How far the order is at least; undefined if the report says nothing about it. */
export function orderStatusOf(status: ParcelStatus): OrderStatus | undefined {
  switch (status) {
    case 'shipped':
    case 'in_transit':
    case 'out_for_delivery':
    case 'delivered':
      return status;
    case 'undelivered':
      return 'out_for_delivery';
    // It has left at least; what came back is confirmed by a person.
    case 'returning':
    case 'came_back':
    case 'lost':
      return 'shipped';
    case 'cancelled':
      return undefined;
  }
}

/** Whether nothing more is expected from the courier. */
export function isTrackingOver(status: ParcelStatus | null): boolean {
  return status === 'delivered' || status === 'came_back' || status === 'lost' || status === 'cancelled';
}
