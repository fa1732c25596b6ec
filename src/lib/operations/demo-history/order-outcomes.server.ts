import { byJob, byOwner, byPacker } from '#lib/operations/demo-history/demo-staff.server.ts';
import {
  approveExchangeAction,
  declineExchangeAction,
  deliverExchangeAction,
  expireExchangeAction,
  receiveExchangeAction,
  requestExchangeAction,
  shipExchangeAction,
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
  returnRefused,
  review,
  shipParcel,
} from '#lib/operations/demo-history/order-actions.server.ts';

interface LaterAction {
  /** The number of days after the order. */
  days: number;
  /** On the day of the order, the number of hours after the order. On later days, the hour of the day. */
  hour: number;
  act: OrderAction;
}

const onDay = (days: number, hour: number, act: OrderAction): LaterAction => ({ days, hour, act });
const sameDay = (hours: number, act: OrderAction): LaterAction => ({ days: 0, hour: hours, act });

const PAYMENT_ACTIONS = [sameDay(0.04, decidePayment('approve'))];
const PROCESSING_ACTIONS = [onDay(1, 10.2, byPacker(moveTo('processing')))];
const PACKED_ACTIONS = [...PROCESSING_ACTIONS, onDay(1, 14.7, byPacker(pack))];
const SHIPPED_ACTIONS = [...PROCESSING_ACTIONS, onDay(1, 16.5, byPacker(shipParcel))];
const IN_TRANSIT_ACTIONS = [...SHIPPED_ACTIONS, onDay(2, 20.3, byPacker(moveTo('in_transit')))];
const OUT_FOR_DELIVERY_ACTIONS = [...IN_TRANSIT_ACTIONS, onDay(4, 9.1, byPacker(moveTo('out_for_delivery')))];
const DELIVERED_ACTIONS = [...OUT_FOR_DELIVERY_ACTIONS, onDay(4, 13.6, byPacker(moveTo('delivered')))];
const EXCHANGE_REQUESTED_ACTIONS = [...DELIVERED_ACTIONS, onDay(6, 18.2, requestExchangeAction)];
const EXCHANGE_APPROVED_ACTIONS = [...EXCHANGE_REQUESTED_ACTIONS, onDay(7, 11.1, byOwner(approveExchangeAction))];
const EXCHANGE_RECEIVED_ACTIONS = [...EXCHANGE_APPROVED_ACTIONS, onDay(11, 15.4, byPacker(receiveExchangeAction))];
const EXCHANGE_SHIPPED_ACTIONS = [...EXCHANGE_RECEIVED_ACTIONS, onDay(12, 16.8, byPacker(shipExchangeAction))];

/**
 * The actions after an order is placed, by what happens to the order. `actionsOf` adds the payment, except for
 * `OUTCOMES_WITH_PAYMENT`.
 */
const ACTIONS_BY_OUTCOME = {
  placed: [],
  processing: PROCESSING_ACTIONS,
  packed: PACKED_ACTIONS,
  shipped: SHIPPED_ACTIONS,
  'in transit': IN_TRANSIT_ACTIONS,
  'out for delivery': OUT_FOR_DELIVERY_ACTIONS,
  delivered: DELIVERED_ACTIONS,
  reviewed: [...DELIVERED_ACTIONS, onDay(7, 21.2, review)],
  'cancelled by the customer': [sameDay(1.4, cancel('customer'))],
  'cancelled by the shop': [
    onDay(1, 11.3, byOwner(cancel('shop', 'The goods were damaged in our store, and we have no others.'))),
    onDay(1, 12.1, byOwner(refund)),
  ],
  'refused at the door': [...OUT_FOR_DELIVERY_ACTIONS, onDay(8, 12.4, byPacker(returnRefused))],
  returned: [...DELIVERED_ACTIONS, onDay(9, 14.2, byPacker(returnAll)), onDay(10, 11.5, byOwner(refund))],
  'partly returned': [...DELIVERED_ACTIONS, onDay(8, 15.1, byPacker(returnFirstLine)), onDay(9, 11.5, byOwner(refund))],
  'partly refunded': [...DELIVERED_ACTIONS, onDay(6, 12.2, byOwner(refundAmount)), onDay(6, 12.5, byOwner(refund))],
  'refund due': [...DELIVERED_ACTIONS, onDay(9, 16.3, byPacker(returnAll))],
  'partly cancelled': [sameDay(2.1, byOwner(cancelFirstLine)), sameDay(2.3, byOwner(refund)), ...DELIVERED_ACTIONS],
  'not paid': [],
  'payment declined': [sameDay(0.05, decidePayment('decline')), sameDay(0.8, byJob(cancelOverdue))],
  'paid on the second try': [
    sameDay(0.05, decidePayment('decline')),
    sameDay(0.1, decidePayment('approve')),
    ...DELIVERED_ACTIONS,
  ],
  'paid too late': [
    sameDay(0.1, cancel('customer')),
    sameDay(0.13, decidePayment('approve')),
    onDay(1, 10.9, byOwner(refund)),
  ],
  'exchange requested': EXCHANGE_REQUESTED_ACTIONS,
  'exchange approved': EXCHANGE_APPROVED_ACTIONS,
  'exchange received': EXCHANGE_RECEIVED_ACTIONS,
  'exchange shipped': EXCHANGE_SHIPPED_ACTIONS,
  'exchange delivered': [...EXCHANGE_SHIPPED_ACTIONS, onDay(15, 13.2, byPacker(deliverExchangeAction))],
  'exchange declined': [...EXCHANGE_REQUESTED_ACTIONS, onDay(7, 11.4, byOwner(declineExchangeAction))],
  'exchange expired': [...EXCHANGE_APPROVED_ACTIONS, onDay(23, 0.1, byJob(expireExchangeAction))],
} satisfies Record<string, readonly LaterAction[]>;

/** What happens to an order. */
export type Outcome = keyof typeof ACTIONS_BY_OUTCOME;

/** Outcomes for which `ACTIONS_BY_OUTCOME` contains all payments, or for which no payment is made. */
const OUTCOMES_WITH_PAYMENT: ReadonlySet<Outcome> = new Set([
  'not paid',
  'payment declined',
  'paid on the second try',
  'paid too late',
]);

/** Returns all actions after an order is placed, including the payment, if any, in order of time. */
export function actionsOf(outcome: Outcome, payment: 'cod' | 'test'): readonly LaterAction[] {
  const paymentActions = payment === 'test' && !OUTCOMES_WITH_PAYMENT.has(outcome) ? PAYMENT_ACTIONS : [];
  return [...paymentActions, ...ACTIONS_BY_OUTCOME[outcome]];
}
