import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { orderTerms } from '#lib/sales/orders/list/order-terms.ts';

const AT_ONCE = 100;

/**
 * Makes orders searchable that are new, or whose address or tracking number has changed. It works in small transactions,
 * so that a shop with many orders can sell meanwhile. Returns the number of orders.
 */
export async function indexOrders(db: ShopDatabase, signal?: AbortSignal): Promise<number> {
  // Usually they are, and then no transaction is needed.
  if (await areAllIndexed({ read: db.write })) return 0;
  for (let indexed = 0; ; ) {
    const count = await transaction(db, indexSome);
    indexed += count;
    if (count < AT_ONCE || signal?.aborted) return indexed;
  }
}

/** Whether the search finds all orders. */
export async function areAllIndexed({ read }: Pick<ShopDatabase, 'read'>): Promise<boolean> {
  const waiting = await read.selectFrom('orders').select('id').where('searchable', '=', 0).limit(1).executeTakeFirst();
  return waiting === undefined;
}

async function indexSome(tx: Tx): Promise<number> {
  // Marked before they are read, so that a change in between marks them again.
  const orders = await tx
    .updateTable('orders')
    .set({ searchable: 1 })
    .where('id', 'in', (of) =>
      of.selectFrom('orders').select('id').where('searchable', '=', 0).orderBy('created_at').limit(AT_ONCE),
    )
    .returning(['id', 'number', 'email', 'mobile', 'tracking_number', 'total_paise', 'address_json', 'created_at'])
    .execute();
  if (orders.length === 0) return 0;
  const ids = orders.map(({ id }) => id);
  const lines = await tx.selectFrom('order_line').select(['order_id', 'sku']).where('order_id', 'in', ids).execute();
  const skus = Map.groupBy(lines, ({ order_id }) => order_id);
  await tx.deleteFrom('order_term').where('order_id', 'in', ids).execute();
  const rows = orders.flatMap((order) => {
    const address = JSON.parse(order.address_json) as OrderAddress;
    const terms = orderTerms({ ...order, address, skus: (skus.get(order.id) ?? []).map(({ sku }) => sku) });
    return terms.map((term) => ({ term, order_id: order.id, created_at: order.created_at }));
  });
  await tx.insertInto('order_term').values(rows).execute();
  return orders.length;
}
