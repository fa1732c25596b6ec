import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { orderText } from '#lib/sales/orders/commands/order-text.ts';
import { refundsOf } from '#lib/sales/orders/credits/refunds.server.ts';
import { linesOf } from '#lib/sales/orders/read-orders.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { eventsOf } from '#lib/sales/orders/record/find-order.server.ts';
import { creditsOf } from '#lib/sales/orders/record/read-credits.server.ts';

export async function formatOrder(db: ShopDatabase, order: OrderRow): Promise<string[]> {
  return orderText(order, {
    lines: await linesOf(db, order.id),
    credits: await creditsOf(db.write, order.id),
    refunds: await refundsOf(db.write, order.id),
    events: await eventsOf(db, order.id),
  });
}
