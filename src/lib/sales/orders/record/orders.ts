import type { Selectable } from 'kysely';
import type {
  OrderSource,
  OrderStatus,
  OrdersTable,
  PaymentMethod,
  PaymentStatus,
} from '#lib/platform/db/tables/orders.ts';
import { MOBILE_MESSAGE } from '#lib/primitives/mobile.ts';

// Order states and their texts (product.md, "Orders"). Contains no I/O, so that browser code can import this file.

export const TRACKING_STEPS = [
  'placed',
  'processing',
  'shipped',
  'in_transit',
  'out_for_delivery',
  'delivered',
] as const satisfies readonly OrderStatus[];
/** The statuses of orders that were placed, but not shipped yet. */
export const BEING_PREPARED = ['placed', 'processing'] as const satisfies readonly OrderStatus[];
/** The statuses in which an order can be cancelled: all statuses before shipping. */
export const CANCELLABLE: readonly OrderStatus[] = ['pending', ...BEING_PREPARED];
const ON_THE_WAY: readonly OrderStatus[] = ['shipped', 'in_transit', 'out_for_delivery'];

type TrackingStepName = (typeof TRACKING_STEPS)[number];
type OrderWith<Column extends keyof OrdersTable> = Pick<Selectable<OrdersTable>, Column>;

export const STATUS_NAMES: Record<OrderStatus, string> = {
  pending: 'Pending',
  placed: 'Placed',
  processing: 'Processing',
  shipped: 'Shipped',
  in_transit: 'In transit',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  returned: 'Returned',
};

export const PAYMENT_NAMES: Record<PaymentStatus, string> = {
  unpaid: 'Waiting for payment',
  cod: 'Cash on delivery',
  paid: 'Paid',
  failed: 'Not paid',
  refund_due: 'Refund on its way',
  refunded: 'Refunded',
};

export const PAYMENT_METHODS: Record<PaymentMethod, string> = {
  cod: 'Cash on delivery',
  razorpay: 'Razorpay',
  test: 'Test gateway',
};

/**
 * Returns the name of the payment method. Cash is paid to the courier, or at the counter if the goods are collected.
 */
export function paymentMethodName(order: OrderWith<'payment_method' | 'collected'>): string {
  return order.payment_method === 'cod' && order.collected === 1
    ? 'Cash at the counter'
    : PAYMENT_METHODS[order.payment_method];
}

/** Returns the name of the payment status. A cash order whose advance was paid has a separate name. */
export function paymentName(order: OrderWith<'payment_status' | 'advance_paid'>): string {
  return order.payment_status === 'cod' && order.advance_paid === 1
    ? 'Advance paid'
    : PAYMENT_NAMES[order.payment_status];
}

export const SOURCE_NAMES: Record<OrderSource, string> = {
  shop: 'Online',
  phone: 'Phone',
  whatsapp: 'WhatsApp',
  counter: 'Counter',
};

/** The text that replaces the timeline of an unpaid order (product.md, "Orders"). */
export const PAYMENT_PENDING = {
  heading: 'Payment Pending',
  message: 'Your order is waiting for payment confirmation. We are keeping the items for you for a short while.',
} as const;

/** The text for a cash order that the customer has not confirmed yet. */
export const CONFIRMATION_PENDING = {
  heading: 'Please confirm your order',
  message: 'We pack it as soon as you have confirmed that you want it.',
} as const;

const PLACED_MESSAGE = 'Your order has been placed. We are getting it ready.';

export const STATUS_MESSAGES: Record<OrderStatus, string> = {
  pending: PLACED_MESSAGE,
  placed: PLACED_MESSAGE,
  processing: 'Your order is being prepared for shipping.',
  shipped: 'Your order has been shipped and is on its way to you.',
  in_transit: 'Your order is on its way to you.',
  out_for_delivery: 'Your order is out for delivery and should reach you today.',
  delivered: 'Your order has been delivered. Thank you for shopping with us.',
  cancelled: 'Your order has been cancelled.',
  returned: 'Your order has been returned.',
};

/** Returns the text for the customer about the state of the order. */
export function statusMessage({
  order_status,
  payment_status,
  awaits_confirmation,
}: OrderWith<'order_status' | 'payment_status' | 'awaits_confirmation'>): string {
  if (payment_status === 'unpaid') return PAYMENT_PENDING.message;
  if (awaits_confirmation === 1) return `${CONFIRMATION_PENDING.heading}. ${CONFIRMATION_PENDING.message}`;
  return STATUS_MESSAGES[order_status];
}

export interface TrackingStep {
  name: TrackingStepName;
  label: string;
  state: 'completed' | 'current' | 'pending' | 'cancelled';
}

/** Returns the steps of the timeline (product.md, "Orders"); undefined if the order is unpaid. */
export function trackingSteps(orderStatus: OrderStatus, paymentStatus: PaymentStatus): TrackingStep[] | undefined {
  if (paymentStatus === 'unpaid') return undefined;
  const isClosed = orderStatus === 'cancelled' || orderStatus === 'returned';
  const steps: readonly OrderStatus[] = TRACKING_STEPS;
  const currentIndex = steps.indexOf(orderStatus);
  return TRACKING_STEPS.map((name, index) => {
    const label = STATUS_NAMES[name];
    if (isClosed) return { name, label, state: index === 0 ? 'completed' : 'cancelled' };
    return {
      name,
      label,
      state: index <= currentIndex ? 'completed' : index === currentIndex + 1 ? 'current' : 'pending',
    };
  });
}

export function parcelText({
  carrier,
  tracking_number,
  tracking_url,
}: OrderWith<'carrier' | 'tracking_number' | 'tracking_url'>): string | undefined {
  if (carrier && tracking_number) return `${carrier}, tracking number ${tracking_number}`;
  if (tracking_number) return `Tracking number ${tracking_number}`;
  return carrier ? `Sent by ${carrier}` : tracking_url ? 'Your parcel is on its way' : undefined;
}

/** Returns the amount that is paid on delivery, in paise; 0 if the order is closed or is not paid in cash. */
export function dueAtDoorPaise(order: OrderWith<'order_status' | 'payment_status'>, toPayPaise: number): number {
  const isClosed = ['cancelled', 'returned', 'delivered'].includes(order.order_status);
  return order.payment_status === 'cod' && !isClosed ? toPayPaise : 0;
}

/**
 * Returns the time at which the hold of an unpaid order ends, in epoch ms; null if the items were released, or if the
 * order is not waiting for a payment.
 */
export function heldUntil({ stock_held, hold_until }: OrderWith<'stock_held' | 'hold_until'>): number | null {
  return stock_held === 1 ? hold_until : null;
}

/** Returns whether this is a cash order that was neither shipped nor collected. A courier may already be booked. */
export function isUnshippedCashOrder(order: OrderWith<'order_status' | 'payment_status' | 'collected'>): boolean {
  return order.payment_status === 'cod' && isBeingPrepared(order.order_status) && order.collected === 0;
}

/** Returns whether the order is pending or being prepared. Only then can it be cancelled or changed. */
export function mayCancel(orderStatus: OrderStatus): boolean {
  return CANCELLABLE.includes(orderStatus);
}

/** Returns whether the carrier has the parcel. An undeliverable parcel is returned to the shop (RTO). */
export function isOnTheWay(status: OrderStatus): boolean {
  return ON_THE_WAY.includes(status);
}

/** Returns whether the parcel is on its way or delivered, and has not come back. */
export function hasShipped(status: OrderStatus): boolean {
  return isOnTheWay(status) || status === 'delivered';
}

export function isBeingPrepared(status: OrderStatus): boolean {
  return BEING_PREPARED.some((name) => name === status);
}

/** Returns whether an order may change to this status. Orders move forward, and shipped orders may be returned. */
export function mayMove(from: OrderStatus, to: OrderStatus): boolean {
  if (to === 'returned') return hasShipped(from);
  const steps: readonly OrderStatus[] = TRACKING_STEPS;
  return steps.includes(from) && steps.indexOf(to) > steps.indexOf(from);
}

/** Returns the message that an order can't change to this status. It may name the step that must come first. */
export function moveRefusal(from: OrderStatus, to: OrderStatus): string {
  const name = (status: OrderStatus) => STATUS_NAMES[status].toLowerCase();
  if (from === 'pending') return `This order is pending. It can be changed to “${STATUS_NAMES[to]}” once it is paid.`;
  if (to === 'returned' && mayCancel(from)) {
    return `This order is ${name(from)}, so nothing can come back yet. Ship it first, or cancel it.`;
  }
  if (to === 'cancelled' && hasShipped(from)) {
    return `This order is ${name(from)}. Take its goods back instead.`;
  }
  return `An order that is ${name(from)} can't be changed to “${STATUS_NAMES[to]}”.`;
}

export const CONFIRM_FIRST =
  'The customer has not confirmed this cash order yet. Confirm it by phone first, then it can be packed.';

/** Returns the reason that an order can't change to this status; undefined if it can. */
export function orderMoveRefusal(
  { order_status, awaits_confirmation }: OrderWith<'order_status' | 'awaits_confirmation'>,
  to: OrderStatus,
): string | undefined {
  if (!mayMove(order_status, to)) return moveRefusal(order_status, to);
  return awaits_confirmation === 1 ? CONFIRM_FIRST : undefined;
}

/** The instruction for a refund that the gateway can't send. */
export const RECORD_MANUAL_REFUND = 'record it as refunded manually';

export const CANCEL_REFUSED = 'This order can no longer be cancelled.';

export function soldOutMessage(name: string): string {
  return `${name} has just sold out, or less of it is left than you want. Please check your cart.`;
}

export const SHIP_DATE_CHANGED = 'The shipping date has changed since you saw it. Please check your order again.';

export const ORDER_NOT_FOUND = 'We could not find this order.';

export const NOTE_MAX_CHARACTERS = 500;

export const ORDER_MESSAGES = {
  email: 'Please enter a valid email address.',
  mobile: MOBILE_MESSAGE,
  address: 'Please choose or enter an address.',
  payment: 'Please choose a way to pay.',
  note: `A note can have at most ${NOTE_MAX_CHARACTERS} characters.`,
  total: 'The total is not a valid amount.',
  noGiftWrap: 'Gift wrap is no longer offered. Please check your order again.',
  contact: 'Please enter your email and mobile.',
  placed: 'Your order has been placed.',
  toPay: 'Your order is waiting for payment.',
  cancelled: 'Your order has been cancelled.',
  logIn: 'Please log in to place your order.',
  codeMailed:
    'We have emailed a code to your email address. Send it to /public/checkout/verify, then send your order again.',
} as const;
