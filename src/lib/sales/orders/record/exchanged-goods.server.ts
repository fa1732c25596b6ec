import type { Tx } from '#lib/platform/db/db.server.ts';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { findOverReturnedLine, type LineQuantity } from '#lib/sales/orders/record/over-returned.ts';

/** Throws `conflict` if items of an approved or received exchange are returned: they must not go into stock twice. */
export async function rejectExchangedItems(
  tx: Tx,
  lines: readonly Pick<OrderLineTable, 'order_id' | 'position' | 'name' | 'sku' | 'quantity'>[],
  current: readonly LineQuantity[],
  returned: readonly LineQuantity[],
): Promise<void> {
  const [first] = lines;
  if (!first) return;
  const exchanged = await tx
    .selectFrom('exchange_line')
    .innerJoin('exchange', 'exchange.id', 'exchange_line.exchange_id')
    .select(['position', 'exchange_line.quantity'])
    .where('order_id', '=', first.order_id)
    .where('state', 'in', ['approved', 'received'])
    .execute();
  const line = findOverReturnedLine(lines, { current, exchanged, returned });
  if (!line) return;
  const cause = `${line.name} of this order was exchanged for other goods, or is being exchanged.`;
  throw new ShopError('conflict', `${cause} Refund an amount instead, and add what comes back to the stock.`);
}
