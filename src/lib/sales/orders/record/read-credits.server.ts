import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import type { OrderCredit } from '#lib/sales/orders/record/order-amounts.ts';

export async function creditsOf(
  db: Pick<ShopDatabase['write'], 'selectFrom'>,
  orderId: string,
): Promise<OrderCredit[]> {
  const query = db.selectFrom('order_credit').selectAll().where('order_id', '=', orderId);
  const credits = await query.orderBy('created_at').orderBy('id').execute();
  if (credits.length === 0) return [];
  const lines = await db
    .selectFrom('order_credit_line')
    .innerJoin('order_credit', 'order_credit.id', 'order_credit_line.credit_id')
    .selectAll('order_credit_line')
    .where('order_id', '=', orderId)
    .orderBy('credit_id')
    .orderBy('position')
    .execute();
  const byCredit = Map.groupBy(lines, ({ credit_id }) => credit_id);
  return credits.map((credit) => ({ ...credit, lines: byCredit.get(credit.id) ?? [] }));
}

export function allLines(tx: Tx, orderId: string): Promise<OrderLineTable[]> {
  return tx.selectFrom('order_line').selectAll().where('order_id', '=', orderId).orderBy('position').execute();
}
