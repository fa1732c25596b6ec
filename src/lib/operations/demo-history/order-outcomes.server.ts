import { byJob, byOwner, byPacker } from '#lib/operations/demo-history/demo-staff.server.ts';
import {
  approveExchangeOf,
  declineExchangeOf,
  deliverExchangeOf,
  expireExchangeOf,
  receiveExchangeOf,
  requestExchangeOf,
  shipExchangeOf,
} from '#lib/operations/demo-history/exchange-actions.server.ts';
import {
  cancel,
  cancelFirstLine,
  cancelOverdue,
  decidePayment,
  moveTo,
  type OrderAction,
  pack,
  refund,
  refundAmount,
  returnAll,
  returnFirstLine,
  review,
  shipParcel,
} from '#lib/operations/demo-history/order-actions.server.ts';
import type { Outcome } from '#lib/operations/demo-history/order-plans.ts';

export interface LaterAction {
  /** Days after the order. */
  days: number;
  /** On the day of the order, the hours after it; on later days, the time of day. */
  hour: number;
  act: OrderAction;
}

const onDay = (days: number, hour: number, act: OrderAction): LaterAction => ({ days, hour, act });
const sameDay = (hours: number, act: OrderAction): LaterAction => ({ days: 0, hour: hours, act });

const PAID = [sameDay(0.04, decidePayment('approve'))];
const PROCESSING = [onDay(1, 10.2, byPacker(moveTo('processing')))];
const PACKED = [...PROCESSING, onDay(1, 14.7, byPacker(pack))];
const SHIPPED = [...PROCESSING, onDay(1, 16.5, byPacker(shipParcel))];
const IN_TRANSIT = [...SHIPPED, onDay(2, 20.3, byPacker(moveTo('in_transit')))];
const OUT_FOR_DELIVERY = [...IN_TRANSIT, onDay(4, 9.1, byPacker(moveTo('out_for_delivery')))];
const DELIVERED = [...OUT_FOR_DELIVERY, onDay(4, 13.6, byPacker(moveTo('delivered')))];
const REQUESTED = [...DELIVERED, onDay(6, 18.2, requestExchangeOf)];
const APPROVED = [...REQUESTED, onDay(7, 11.1, byOwner(approveExchangeOf))];
const RECEIVED = [...APPROVED, onDay(11, 15.4, byPacker(receiveExchangeOf))];
const EXCHANGE_SHIPPED = [...RECEIVED, onDay(12, 16.8, byPacker(shipExchangeOf))];

/** The actions after an order is placed, without its payment, except for those in `OUTCOMES_WITH_PAYMENT`. */
const OUTCOMES: Record<Outcome, readonly LaterAction[]> = {
  placed: [],
  processing: PROCESSING,
  packed: PACKED,
  shipped: SHIPPED,
  'in transit': IN_TRANSIT,
  'out for delivery': OUT_FOR_DELIVERY,
  delivered: DELIVERED,
  reviewed: [...DELIVERED, onDay(7, 21.2, review)],
  'cancelled by the customer': [sameDay(1.4, cancel('customer'))],
  'cancelled by the shop': [
    onDay(1, 11.3, byOwner(cancel('shop', 'The goods were damaged in our store, and we have no others.'))),
    onDay(1, 12.1, byOwner(refund)),
  ],
  'refused at the door': [
    ...OUT_FOR_DELIVERY,
    onDay(8, 12.4, byPacker(returnAll('Nobody accepted the parcel at the door.'))),
  ],
  returned: [
    ...DELIVERED,
    onDay(9, 14.2, byPacker(returnAll('The buyer sent everything back.'))),
    onDay(10, 11.5, byOwner(refund)),
  ],
  'partly returned': [...DELIVERED, onDay(8, 15.1, byPacker(returnFirstLine)), onDay(9, 11.5, byOwner(refund))],
  'partly refunded': [...DELIVERED, onDay(6, 12.2, byOwner(refundAmount)), onDay(6, 12.5, byOwner(refund))],
  'refund due': [...DELIVERED, onDay(9, 16.3, byPacker(returnAll('The buyer sent everything back.')))],
  'partly cancelled': [sameDay(2.1, byOwner(cancelFirstLine)), sameDay(2.3, byOwner(refund)), ...DELIVERED],
  'not paid': [],
  'payment declined': [sameDay(0.05, decidePayment('decline')), sameDay(0.8, byJob(cancelOverdue))],
  'paid on the second try': [
    sameDay(0.05, decidePayment('decline')),
    sameDay(0.1, decidePayment('approve')),
    ...DELIVERED,
  ],
  'paid too late': [
    sameDay(0.1, cancel('customer')),
    sameDay(0.13, decidePayment('approve')),
    onDay(1, 10.9, byOwner(refund)),
  ],
  'exchange requested': REQUESTED,
  'exchange approved': APPROVED,
  'exchange received': RECEIVED,
  'exchange shipped': EXCHANGE_SHIPPED,
  'exchange delivered': [...EXCHANGE_SHIPPED, onDay(15, 13.2, byPacker(deliverExchangeOf))],
  'exchange declined': [...REQUESTED, onDay(7, 11.4, byOwner(declineExchangeOf))],
  'exchange expired': [...APPROVED, onDay(23, 0.1, byJob(expireExchangeOf))],
};
/** Outcomes that include the payment. */
const OUTCOMES_WITH_PAYMENT: ReadonlySet<Outcome> = new Set([
  'not paid',
  'payment declined',
  'paid on the second try',
  'paid too late',
]);

/** Everything that happens to an order after it is placed. */
export function actionsOf(outcome: Outcome, payment: 'cod' | 'test'): readonly LaterAction[] {
  const paid = payment === 'test' && !OUTCOMES_WITH_PAYMENT.has(outcome) ? PAID : [];
  return [...paid, ...OUTCOMES[outcome]];
}
