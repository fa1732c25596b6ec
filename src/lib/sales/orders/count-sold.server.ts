import { sql } from 'kysely';
import { lockCatalogue, setCatalogueVersion } from '#lib/catalog/products/catalogue-version.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { invalidate } from '#lib/platform/db/invalidation.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';

const ORDERS_PER_RUN = 500;

/**
 * Adds the sales of placed orders to the counts for "top selling" (product.md, "Orders"), and subtracts the sales of
 * counted orders that were cancelled later, up to `ORDERS_PER_RUN` orders each. Runs outside the checkout, so that
 * buyers don't wait. Returns the number of orders counted or subtracted.
 */
export function countSoldItems(db: ShopDatabase): Promise<number> {
  return transaction(db, async (tx) => {
    const placedIds = await toggleCounted(tx, 0);
    const cancelledIds = await toggleCounted(tx, 1);
    if (placedIds.length + cancelledIds.length === 0) return 0;
    const quantityChanges = await addQuantities(tx, placedIds, 1, await addQuantities(tx, cancelledIds, -1, new Map()));
    const version = (await lockCatalogue(tx)) + 1;
    for (const [productId, quantity] of [...quantityChanges].sort(([a], [b]) => a - b))
      await addSold(tx, productId, quantity, version);
    await setCatalogueVersion(tx, version);
    await invalidate(tx, ['list']);
    return placedIds.length + cancelledIds.length;
  });
}

/**
 * If `counted` is 0, marks placed orders as counted; if `counted` is 1, marks counted orders that were cancelled as not
 * counted. Returns the ids of these orders.
 */
async function toggleCounted(tx: Tx, counted: 0 | 1): Promise<string[]> {
  const dueOrders = tx
    .selectFrom('orders')
    .select('id')
    .where('counted', '=', counted)
    .where('order_status', counted === 0 ? 'not in' : 'in', counted === 0 ? ['pending', 'cancelled'] : ['cancelled'])
    .limit(ORDERS_PER_RUN);
  const rows = await tx
    .updateTable('orders')
    .set({ counted: 1 - counted })
    .where('id', 'in', dueOrders)
    .where('counted', '=', counted)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function addQuantities(
  tx: Tx,
  orderIds: string[],
  sign: 1 | -1,
  quantityChanges: Map<number, number>,
): Promise<Map<number, number>> {
  if (orderIds.length === 0) return quantityChanges;
  const lines = await tx
    .selectFrom('order_line')
    .select(['product_id', 'quantity'])
    .where('order_id', 'in', orderIds)
    .execute();
  for (const line of lines)
    quantityChanges.set(line.product_id, (quantityChanges.get(line.product_id) ?? 0) + sign * line.quantity);
  return quantityChanges;
}

async function addSold(tx: Tx, productId: number, quantity: number, version: number): Promise<void> {
  const sold = sql<number>`case when sold + ${quantity} < 0 then 0 else sold + ${quantity} end`;
  await tx.updateTable('product').set({ sold, version }).where('id', '=', productId).execute();
  await tx.updateTable('product_listing').set({ sold, version }).where('product_id', '=', productId).execute();
}
