import type { OrderLineTable } from '#lib/db/tables/orders.ts';
import { paiseToRupees } from '#lib/money/money.ts';
import type { OrderRow } from '#lib/orders/change-order.server.ts';
import {
  mayCancel,
  type OrderAddress,
  PAYMENT_PENDING,
  STATUS_MESSAGES,
  type TrackingStep,
  trackingSteps,
} from '#lib/orders/orders.ts';

/** Orders as the API answers them: rupees, pieces or metres, times in ISO 8601. */

export interface OrderLineJson {
  product: string;
  variant: string;
  slug: string;
  name: string;
  /** Option values joined by a slash. */
  options: string;
  featured_image: string | null;
  sell_unit: 'piece' | 'metre';
  quantity: number;
  price: number;
  discount: number;
  total: number;
}

export interface OrderSummaryJson {
  _id: string;
  number: string;
  orderStatus: OrderRow['order_status'];
  paymentStatus: OrderRow['payment_status'];
  paymentMethod: OrderRow['payment_method'];
  createdAt: string;
  deliveredAt: string | null;
  total: number;
  lines: OrderLineJson[];
}

export interface OrderJson extends OrderSummaryJson {
  contact: { email: string; mobile: string };
  address: OrderAddress;
  subtotal: number;
  discount: number;
  delivery: number;
  /** Included in the total. */
  tax: number;
  coupon: string | null;
  note: string | null;
  /** Until when an unpaid order keeps its goods. */
  holdUntil: string | null;
  message: string;
  /** Null while the payment is awaited. */
  steps: TrackingStep[] | null;
  parcel: { carrier: string; number: string | null; url: string | null } | null;
  canCancel: boolean;
  canPay: boolean;
  hasInvoice: boolean;
}

/** An order line with the picture that its product has now. */
export type ShownLine = OrderLineTable & { picture: string | null };

export function orderSummaryJson(order: OrderRow, lines: readonly ShownLine[]): OrderSummaryJson {
  return {
    _id: order.id,
    number: order.number,
    orderStatus: order.order_status,
    paymentStatus: order.payment_status,
    paymentMethod: order.payment_method,
    createdAt: new Date(order.created_at).toISOString(),
    deliveredAt: isoOf(order.delivered_at),
    total: paiseToRupees(order.total_paise),
    lines: lines.map(lineJson),
  };
}

export function orderJson(order: OrderRow, lines: readonly ShownLine[]): OrderJson {
  const isUnpaid = order.payment_status === 'unpaid';
  return {
    ...orderSummaryJson(order, lines),
    contact: { email: order.email, mobile: order.mobile },
    address: JSON.parse(order.address_json),
    subtotal: paiseToRupees(order.subtotal_paise),
    discount: paiseToRupees(order.discount_paise),
    delivery: paiseToRupees(order.delivery_paise),
    tax: paiseToRupees(order.tax_paise),
    coupon: order.coupon_code,
    note: order.note,
    holdUntil: isoOf(order.stock_held === 1 ? order.hold_until : null),
    message: isUnpaid ? PAYMENT_PENDING.message : STATUS_MESSAGES[order.order_status],
    steps: trackingSteps(order.order_status, order.payment_status) ?? null,
    parcel: order.carrier ? { carrier: order.carrier, number: order.tracking_number, url: order.tracking_url } : null,
    canCancel: mayCancel(order.order_status),
    canPay: isUnpaid && order.order_status === 'pending',
    hasInvoice: hasInvoice(order),
  };
}

/** It comes with the parcel: an order that is cancelled before has none. */
export function hasInvoice({ invoice_number }: Pick<OrderRow, 'invoice_number'>): boolean {
  return invoice_number !== null;
}

function lineJson(line: ShownLine): OrderLineJson {
  const unit = line.sell_unit === 'metre' ? 100 : 1;
  return {
    product: String(line.product_id),
    variant: String(line.variant_id),
    slug: line.slug,
    name: line.name,
    options: line.variant,
    featured_image: line.picture,
    sell_unit: line.sell_unit,
    quantity: line.quantity / unit,
    price: paiseToRupees(line.price_paise),
    discount: paiseToRupees(line.discount_paise),
    total: paiseToRupees(line.total_paise),
  };
}

function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
