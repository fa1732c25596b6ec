import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { PackLine } from '#lib/sales/orders/packing/pack-lines.ts';
import { packableLines } from '#lib/sales/orders/packing/read-pack-lines.server.ts';
import { linesOfOrders } from '#lib/sales/orders/read-orders.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { type OrderAmounts, type OrderCredit, orderAmounts } from '#lib/sales/orders/record/order-amounts.ts';
import type { LineWithPicture } from '#lib/sales/orders/record/order-json.ts';
import { limitToScope, type OrderScope } from '#lib/sales/orders/record/order-scope.ts';
import { creditsOfOrders } from '#lib/sales/orders/record/read-credits.server.ts';

export interface PackableOrder {
  order: OrderRow;
  lines: PackLine[];
  /** The lines as they were when the order was placed, before credits. */
  placedLines: LineWithPicture[];
  credits: OrderCredit[];
  amounts: OrderAmounts;
}

/**
 * Reads orders with their lines for packing, in the sequence of `orderIds`. Leaves out orders that do not exist or are
 * outside `scope`.
 */
export async function readPackableOrders(
  db: ShopDatabase,
  orderIds: readonly string[],
  scope: OrderScope,
): Promise<PackableOrder[]> {
  const ids = [...new Set(orderIds)];
  if (ids.length === 0) return [];
  const [orders, lines, credits] = await Promise.all([
    limitToScope(db.write.selectFrom('orders').selectAll().where('id', 'in', ids), scope).execute(),
    linesOfOrders(db, ids),
    creditsOfOrders(db.write, ids),
  ]);
  const byId = new Map(orders.map((order) => [order.id, order]));
  const linesByOrder = Map.groupBy(lines, ({ order_id }) => order_id);
  const creditsByOrder = Map.groupBy(credits, ({ order_id }) => order_id);
  const ordersWithAmounts = ids.flatMap((id) => {
    const order = byId.get(id);
    if (!order) return [];
    const [placedLines, orderCredits] = [linesByOrder.get(id) ?? [], creditsByOrder.get(id) ?? []];
    return [{ order, placedLines, credits: orderCredits, amounts: orderAmounts(order, placedLines, orderCredits) }];
  });
  const linesToPack = await packableLines(db.write, ordersWithAmounts);
  return ordersWithAmounts.map((packableOrder) => ({
    ...packableOrder,
    lines: linesToPack.get(packableOrder.order.id) ?? [],
  }));
}
