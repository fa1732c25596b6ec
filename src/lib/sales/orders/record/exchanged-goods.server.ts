import type { Tx } from '#lib/platform/db/db.server.ts';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { findOverReturnedLine, type LineQuantity } from '#lib/sales/orders/record/over-returned.ts';

/**
 * Throws `conflict` if any returned item is part of an approved or received exchange, because such an item must not be
 * restocked twice.
 */
export async function rejectExchangedItems(
  tx: Tx,
  lines: readonly Pick<OrderLineTable, 'order_id' | 'position' | 'name' | 'sku' | 'quantity'>[],
  currentQuantities: readonly LineQuantity[],
  returnedQuantities: readonly LineQuantity[],
): Promise<void> {
  const [firstLine] = lines;
  if (!firstLine) return;
  const exchangedQuantities = await tx
    .selectFrom('exchange_line')
    .innerJoin('exchange', 'exchange.id', 'exchange_line.exchange_id')
    .select(['position', 'exchange_line.quantity'])
    .where('order_id', '=', firstLine.order_id)
    .where('state', 'in', ['approved', 'received'])
    .execute();
  const line = findOverReturnedLine(lines, { currentQuantities, exchangedQuantities, returnedQuantities });
  if (!line) return;
  const cause = `${line.name} of this order was exchanged for other goods, or is being exchanged.`;
  throw new ShopError('conflict', `${cause} Refund an amount instead, and add the returned goods to the stock.`);
}
