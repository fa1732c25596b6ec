import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { toMetres } from '#lib/primitives/metres.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { type PreOrderWait, preOrderWait } from '#lib/sales/cart/delivery/delivery-time.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { heldUntil, mayCancel, statusMessage, trackingSteps } from '#lib/sales/orders/record/orders.ts';
import { paiseToRupees } from '#lib/shop/money/money.ts';

// Orders in API responses, with amounts in rupees, quantities in pieces or metres, and times in ISO 8601.

export const SUMMARY_COLUMNS = [
  'id',
  'number',
  'order_status',
  'payment_status',
  'payment_method',
  'created_at',
  'delivered_at',
  'total_paise',
] as const satisfies (keyof OrderRow)[];
export const SUMMARY_LINE_COLUMNS = [
  'order_id',
  'product_id',
  'variant_id',
  'slug',
  'name',
  'variant',
  'color',
  'picture_hash',
  'pre_order_at',
  'sell_unit',
  'quantity',
  'price_paise',
  'discount_paise',
  'total_paise',
] as const satisfies (keyof OrderLineTable)[];

export type OrderSummary = Pick<OrderRow, (typeof SUMMARY_COLUMNS)[number]>;
export type SummaryLine = Pick<OrderLineTable, (typeof SUMMARY_LINE_COLUMNS)[number]>;
export type WithPicture<Line> = Line & { picture: string | null };
export type LineWithPicture = WithPicture<OrderLineTable>;

/** Returns the wait until an order with pre-ordered lines can be shipped; undefined if no line is pre-ordered. */
export function preOrderWaitOfLines(lines: readonly Pick<OrderLineTable, 'pre_order_at'>[]): PreOrderWait | undefined {
  return preOrderWait(lines.map(({ pre_order_at }) => pre_order_at));
}

export function orderSummaryJson(order: OrderSummary, lines: readonly WithPicture<SummaryLine>[]) {
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

export function orderJson(order: OrderRow, lines: readonly LineWithPicture[]) {
  const isUnpaid = order.payment_status === 'unpaid';
  return {
    ...orderSummaryJson(order, lines),
    contact: { email: order.email, mobile: order.mobile },
    address: JSON.parse(order.address_json) as OrderAddress,
    subtotal: paiseToRupees(order.subtotal_paise),
    /** The total discount, including `prepaid_discount`. */
    discount: paiseToRupees(order.discount_paise),
    /** The discount for paying online. */
    prepaid_discount: paiseToRupees(order.prepaid_discount_paise),
    /** The part of a cash order that is paid online in advance; null if no advance is required. */
    advance: advanceJson(order),
    /** The delivery amount. It includes `cod_fee` and the price of `gift_wrap`. */
    delivery: paiseToRupees(order.delivery_paise),
    cod_fee: paiseToRupees(order.cod_fee_paise),
    gift_wrap: order.gift_wrap === 1 ? { price: paiseToRupees(order.gift_wrap_paise), note: order.gift_note } : null,
    tax: paiseToRupees(order.tax_paise),
    /** The tax scheme. For `composition` and `unregistered`, the tax is 0, and the document is a bill of supply. */
    taxScheme: order.tax_scheme,
    coupon: order.coupon_code,
    note: order.note,
    holdUntil: isoOf(heldUntil(order)),
    message: statusMessage(order),
    /** The steps of the timeline; null while the payment is pending. */
    steps: trackingSteps(order.order_status, order.payment_status) ?? null,
    parcel: parcelJson(order),
    canCancel: mayCancel(order.order_status),
    canPay: isUnpaid && order.order_status === 'pending',
    hasInvoice: hasInvoice(order),
  };
}

function advanceJson({ payment_method, advance_paise, advance_paid }: OrderRow) {
  if (payment_method !== 'cod' || advance_paise === 0) return null;
  return { amount: paiseToRupees(advance_paise), paid: advance_paid === 1 };
}

function parcelJson({ carrier, tracking_number: number, tracking_url: url }: OrderRow) {
  return carrier || number || url ? { carrier, number, url } : null;
}

export function hasInvoice({ invoice_number }: Pick<OrderRow, 'invoice_number'>): boolean {
  return invoice_number !== null;
}

function lineJson(line: WithPicture<SummaryLine>) {
  return {
    product: String(line.product_id),
    variant: String(line.variant_id),
    slug: line.slug,
    name: line.name,
    /** The option values, joined by a slash. */
    options: line.variant,
    color: line.color,
    featured_image: line.picture,
    pre_order: line.pre_order_at === null ? null : new Date(line.pre_order_at).toISOString().slice(0, 10),
    sell_unit: line.sell_unit,
    quantity: line.sell_unit === 'metre' ? toMetres(line.quantity) : line.quantity,
    price: paiseToRupees(line.price_paise),
    discount: paiseToRupees(line.discount_paise),
    total: paiseToRupees(line.total_paise),
  };
}

function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
