import { createReview } from '#lib/customers/reviews/write-reviews.server.ts';
import { idOf, type StepContext } from '#lib/operations/demo-history/history-step.ts';
import { REVIEWS } from '#lib/operations/demo-history/texts.ts';
import type { OrderStatus } from '#lib/platform/db/tables/orders.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { cancelPart, recordReturn, refundPart } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { refundsOf } from '#lib/sales/orders/credits/refunds.server.ts';
import { cancelOverdueOrders } from '#lib/sales/orders/holds/order-hold.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { packOrder } from '#lib/sales/orders/packing/pack-order.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import type { TestOutcome } from '#lib/sales/payments/payments.ts';
import { refundOrder } from '#lib/sales/payments/refund-order.server.ts';
import { decideTestPayment } from '#lib/sales/payments/test-payment.server.ts';

/** A change to an order. `planIndex` is the index of the order in `ORDER_PLANS`. */
export type OrderAction = (context: StepContext, planIndex: number) => Promise<unknown>;

/** Returns the name of an order in `StepContext.ids`. */
export function orderName(planIndex: number): string {
  return `order ${planIndex}`;
}

/** Returns the order. Throws `SkippedStep` if it was not placed. */
export function orderOf(context: StepContext, planIndex: number): Promise<OrderRow> {
  const id = idOf(context, orderName(planIndex));
  return context.shop.db.write.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Returns the first line of an order. */
export function firstLineOf({ shop }: StepContext, { id }: OrderRow) {
  return shop.db.write
    .selectFrom('order_line')
    .select(['position', 'quantity', 'variant_id', 'product_id', 'sell_unit'])
    .where('order_id', '=', id)
    .orderBy('position')
    .limit(1)
    .executeTakeFirstOrThrow();
}

const onOrder =
  (change: (shop: Shop, id: string, planIndex: number) => Promise<unknown>): OrderAction =>
  (context, planIndex) =>
    change(context.shop, idOf(context, orderName(planIndex)), planIndex);

/** Returns an action that moves the order to a status. */
export const moveTo = (status: OrderStatus) => onOrder((shop, id) => moveOrder(shop, id, status));

const CARRIERS = [
  { carrier: 'India Post', prefix: 'ED', suffix: 'IN' },
  { carrier: 'Blue Dart', prefix: '69', suffix: '' },
  { carrier: 'Delhivery', prefix: '14', suffix: '' },
  { carrier: 'DTDC', prefix: 'H', suffix: '' },
] as const;

/** Returns a courier and an invented tracking number in the courier's format. */
export function parcelOf(planIndex: number) {
  const { carrier, prefix, suffix } = CARRIERS[planIndex % CARRIERS.length] ?? CARRIERS[0];
  const digits = String(10_007_003 + planIndex * 7_919);
  return { carrier, trackingNumber: `${prefix}${digits}${suffix}` };
}

/** Packs the whole order. */
export const pack = onOrder((shop, id) => packOrder(shop, id));

/** Ships the order with a courier and a tracking number. */
export const shipParcel = onOrder((shop, id, planIndex) => moveOrder(shop, id, 'shipped', parcelOf(planIndex)));

/** Returns an action that approves or declines the payment at the test gateway. */
export const decidePayment = (outcome: TestOutcome) => onOrder((shop, id) => decideTestPayment(shop, id, outcome));

/** Returns an action that cancels the whole order. `reason` is for the buyer. */
export const cancel = (by: 'customer' | 'shop', reason?: string) =>
  onOrder((shop, id) => cancelOrder(shop, id, by, { reason }));

/** Cancels all unpaid orders whose hold has expired. */
export const cancelOverdue: OrderAction = ({ shop }) => cancelOverdueOrders(shop);

/** The cost of freight in both directions for a refused parcel, in paise. */
const FREIGHT_PAISE = 14_200;

/** Takes back a parcel that the buyer refused at the door. */
export const returnRefused = onOrder((shop, id) =>
  recordReturn(shop, id, {
    reason: 'Nobody accepted the parcel at the door.',
    parcel: { returnReason: 'refused', costPaise: FREIGHT_PAISE },
  }),
);

/** Takes back everything that the buyer has received. */
export const returnAll = onOrder((shop, id) => recordReturn(shop, id, { reason: 'The buyer sent everything back.' }));

/** Takes back the first line of a delivered order. */
export const returnFirstLine: OrderAction = async (context, planIndex) => {
  const order = await orderOf(context, planIndex);
  const lines = [await firstLineOf(context, order)];
  return recordReturn(context.shop, order.id, { lines, reason: 'One piece did not fit.' });
};

/** Cancels the first line before it is shipped. */
export const cancelFirstLine: OrderAction = async (context, planIndex) => {
  const order = await orderOf(context, planIndex);
  return cancelPart(context.shop, order.id, [await firstLineOf(context, order)], 'The buyer changed one line.');
};

const GOODWILL_PAISE = 10_000;

/** Refunds a part of the price. The buyer keeps the goods. */
export const refundAmount = onOrder((shop, id) =>
  refundPart(shop, id, { paise: GOODWILL_PAISE }, 'A button was missing, and the buyer will sew on another.'),
);

/** Pays the refund that is due, in cash for a cash order. Does nothing if no refund is due. */
export const refund: OrderAction = async (context, planIndex) => {
  const order = await orderOf(context, planIndex);
  if ((await refundsOf(context.shop.db.write, order.id, 'due')).length === 0) return;
  await refundOrder(context.shop, order, order.payment_method === 'cod' ? 'cash' : 'gateway');
};

/** Reviews the first product of a customer's order. */
export const review: OrderAction = async (context, planIndex) => {
  const { shop } = context;
  const order = await orderOf(context, planIndex);
  const customer = await shop.db.write
    .selectFrom('customer')
    .select(['id', 'name'])
    .where('id', '=', order.customer_id ?? '')
    .executeTakeFirstOrThrow();
  const line = await firstLineOf(context, order);
  const texts = REVIEWS[line.sell_unit];
  const text = texts[planIndex % texts.length];
  if (!text) return;
  const { _id } = await createReview(shop, { ...text, product: line.product_id }, customer);
  context.ids.set(`review ${planIndex}`, _id);
};
