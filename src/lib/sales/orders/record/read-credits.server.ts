import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { preparedQuery } from '#lib/platform/db/prepared-query.server.ts';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { type OrderAmounts, type OrderCredit, orderAmounts } from '#lib/sales/orders/record/order-amounts.ts';

type Reader = Pick<ShopDatabase['write'], 'selectFrom'>;

export function creditsOf(db: Reader, orderId: string): Promise<OrderCredit[]> {
  return creditsOfOrders(db, [orderId]);
}

/** Reads the credits of several orders, the oldest first. */
export async function creditsOfOrders(db: Reader, orderIds: readonly string[]): Promise<OrderCredit[]> {
  const query = db.selectFrom('order_credit').selectAll().where('order_id', 'in', orderIds);
  const credits = await query.orderBy('created_at').orderBy('id').execute();
  if (credits.length === 0) return [];
  const lines = await db
    .selectFrom('order_credit_line')
    .innerJoin('order_credit', 'order_credit.id', 'order_credit_line.credit_id')
    .selectAll('order_credit_line')
    .where('order_id', 'in', orderIds)
    .orderBy('credit_id')
    .orderBy('position')
    .execute();
  const byCredit = Map.groupBy(lines, ({ credit_id }) => credit_id);
  return credits.map((credit) => ({ ...credit, lines: byCredit.get(credit.id) ?? [] }));
}

/**
 * Reads the amounts of an order after all its credits. `lines` contains the lines as they were when the order was
 * placed.
 */
export async function amountsOf(db: Reader, order: OrderRow, lines: readonly OrderLineTable[]): Promise<OrderAmounts> {
  return orderAmounts(order, lines, await creditsOf(db, order.id));
}

const selectLines = preparedQuery((db, { orderId }: { orderId: string }) =>
  db.selectFrom('order_line').selectAll().where('order_id', '=', orderId).orderBy('position'),
);

export async function readOrderLines(db: ShopDatabase['write'], orderId: string): Promise<OrderLineTable[]> {
  return (await selectLines(db, { orderId })).rows;
}
