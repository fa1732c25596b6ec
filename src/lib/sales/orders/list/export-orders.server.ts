import { setImmediate as nextTask } from 'node:timers/promises';
import { type ExportChunk, recordedExport } from '#lib/platform/audit/recorded-export.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { keysetPage } from '#lib/platform/db/keyset-page.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { filteredOrders, searchTerms, sortOf } from '#lib/sales/orders/list/filter-orders.server.ts';
import { type ExportedOrder, orderCsvHeading, orderCsvLines } from '#lib/sales/orders/list/order-csv.ts';
import type { OrderQuery } from '#lib/sales/orders/list/order-query.schema.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';

/** The number of orders in a chunk. Other requests wait for the few ms in which a chunk is read and formatted. */
const CHUNK_ORDERS = 200;

/** Returns the orders of a list as CSV, in chunks. `filters` is recorded in the audit log. */
export function exportOrders(
  shop: Pick<Shop, 'db' | 'now'>,
  query: OrderQuery,
  filters: string,
): Promise<AsyncGenerator<string>> {
  return recordedExport(shop, { recordKind: 'orders', filters, chunks: csvChunks(shop.db, query) });
}

async function* csvChunks(db: ShopDatabase, query: OrderQuery): AsyncGenerator<ExportChunk> {
  yield { text: orderCsvHeading(), recordCount: 0 };
  const terms = await searchTerms(db, query.search);
  for (let after: string | undefined; ; ) {
    const orders = filteredOrders(db.read.selectFrom('orders').selectAll(), query, terms);
    const { rows, next } = await keysetPage(orders, { sort: sortOf(query), size: CHUNK_ORDERS, after });
    if (rows.length > 0) yield { text: orderCsvLines(await withLinesAndCredits(db, rows)), recordCount: rows.length };
    if (next === undefined) return;
    after = next;
    await nextTask();
  }
}

async function withLinesAndCredits(
  { read }: Pick<ShopDatabase, 'read'>,
  orders: readonly OrderRow[],
): Promise<ExportedOrder[]> {
  const ids = orders.map(({ id }) => id);
  const [lines, credits] = await Promise.all([
    read
      .selectFrom('order_line')
      .select(['order_id', 'sku', 'name', 'variant', 'sell_unit', 'quantity'])
      .where('order_id', 'in', ids)
      .orderBy('order_id')
      .orderBy('position')
      .execute(),
    read.selectFrom('order_credit').select(['order_id', 'total_paise']).where('order_id', 'in', ids).execute(),
  ]);
  const linesByOrder = Map.groupBy(lines, ({ order_id }) => order_id);
  const creditsByOrder = Map.groupBy(credits, ({ order_id }) => order_id);
  return orders.map((order) => ({
    order,
    lines: linesByOrder.get(order.id) ?? [],
    credits: creditsByOrder.get(order.id) ?? [],
  }));
}
