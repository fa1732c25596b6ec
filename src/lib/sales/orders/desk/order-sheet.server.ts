import type { Selectable } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { OrderEventTable, OrderStatus, RefundTable } from '#lib/platform/db/tables/orders.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { refundsOf } from '#lib/sales/orders/credits/refunds.server.ts';
import { linesOf } from '#lib/sales/orders/read-orders.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { type OrderAmounts, type OrderCredit, orderAmounts } from '#lib/sales/orders/record/order-amounts.ts';
import type { ShownLine } from '#lib/sales/orders/record/order-json.ts';
import { inScope, type OrderScope } from '#lib/sales/orders/record/order-scope.ts';
import { creditsOf } from '#lib/sales/orders/record/read-credits.server.ts';

const OTHER_ORDERS = 5;

export interface OrderSheet {
  order: OrderRow;
  address: OrderAddress;
  lines: ShownLine[];
  credits: OrderCredit[];
  refunds: RefundTable[];
  amounts: OrderAmounts;
  /** The oldest first. */
  events: Pick<Selectable<OrderEventTable>, 'at' | 'kind' | 'detail' | 'author'>[];
  /** The latest other orders of the same email address. */
  others: Pick<OrderRow, 'id' | 'number' | 'created_at' | 'order_status' | 'total_paise'>[];
  nextStep: OrderStatus | undefined;
}

/** All of an order, for the people who pack and send it. Undefined if there is no such order that they may see. */
export async function readOrderSheet(
  db: ShopDatabase,
  orderId: string,
  scope: OrderScope = 'all',
): Promise<OrderSheet | undefined> {
  const query = db.write.selectFrom('orders').selectAll().where('id', '=', orderId);
  const order = await inScope(query, scope).executeTakeFirst();
  if (!order) return undefined;
  const [lines, credits, refunds, events, others] = await Promise.all([
    linesOf(db, orderId),
    creditsOf(db.write, orderId),
    refundsOf(db.write, orderId),
    db.write
      .selectFrom('order_event')
      .select(['at', 'kind', 'detail', 'author'])
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute(),
    inScope(db.write.selectFrom('orders'), scope)
      .select(['id', 'number', 'created_at', 'order_status', 'total_paise'])
      .where('email', '=', order.email)
      .where('id', '!=', orderId)
      .orderBy('created_at', 'desc')
      .limit(OTHER_ORDERS)
      .execute(),
  ]);
  const address = JSON.parse(order.address_json) as OrderAddress;
  const amounts = orderAmounts(order, lines, credits);
  return { order, address, lines, credits, refunds, amounts, events, others, nextStep: NEXT_STEP[order.order_status] };
}

/** The step that usually follows. */
const NEXT_STEP: Partial<Record<OrderStatus, OrderStatus>> = {
  placed: 'processing',
  processing: 'shipped',
  shipped: 'delivered',
  in_transit: 'delivered',
  out_for_delivery: 'delivered',
};
