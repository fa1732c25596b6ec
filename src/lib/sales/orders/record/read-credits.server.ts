import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import type { OrderCredit } from '#lib/sales/orders/record/order-amounts.ts';

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

export function readOrderLines(tx: Tx, orderId: string): Promise<OrderLineTable[]> {
  return tx.selectFrom('order_line').selectAll().where('order_id', '=', orderId).orderBy('position').execute();
}
