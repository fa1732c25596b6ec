import type { OrderRow } from '#lib/orders/change-order.server.ts';
import { eventsOf } from '#lib/orders/find-order.server.ts';
import { orderText } from '#lib/orders/order-text.ts';
import { creditsOf } from '#lib/orders/read-credits.server.ts';
import { linesOf } from '#lib/orders/read-orders.server.ts';
import { refundsOf } from '#lib/orders/refunds.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

export async function formatOrder(db: ShopDatabase, order: OrderRow): Promise<string[]> {
  return orderText(order, {
    lines: await linesOf(db, order.id),
    credits: await creditsOf(db.write, order.id),
    refunds: await refundsOf(db.write, order.id),
    events: await eventsOf(db, order.id),
  });
}
