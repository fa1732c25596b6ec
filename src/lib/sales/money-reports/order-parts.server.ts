import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import type { OrderCredit } from '#lib/sales/orders/record/order-amounts.ts';
import { creditsOfOrders } from '#lib/sales/orders/record/read-credits.server.ts';

export interface OrderParts {
  order: OrderRow;
  lines: OrderLineTable[];
  credits: OrderCredit[];
  /** The place of supply. */
  state: string;
}

/** Reads the orders, lines and credits that documents consist of, in the order of `ids`. Leaves out unknown ids. */
export async function partsOfOrders(
  { read }: Pick<ShopDatabase, 'read'>,
  ids: readonly string[],
): Promise<OrderParts[]> {
  if (ids.length === 0) return [];
  const [orders, lines, credits] = await Promise.all([
    read.selectFrom('orders').selectAll().where('id', 'in', ids).execute(),
    read
      .selectFrom('order_line')
      .selectAll()
      .where('order_id', 'in', ids)
      .orderBy('order_id')
      .orderBy('position')
      .execute(),
    creditsOfOrders(read, ids),
  ]);
  const ordersById = new Map(orders.map((order) => [order.id, order]));
  const linesByOrder = Map.groupBy(lines, ({ order_id }) => order_id);
  const creditsByOrder = Map.groupBy(credits, ({ order_id }) => order_id);
  return ids.flatMap((id) => {
    const order = ordersById.get(id);
    if (!order) return [];
    const { state = '' }: Partial<OrderAddress> = JSON.parse(order.address_json);
    return [{ order, lines: linesByOrder.get(id) ?? [], credits: creditsByOrder.get(id) ?? [], state }];
  });
}
