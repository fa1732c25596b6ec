import { setImmediate as nextTask } from 'node:timers/promises';
import { currentActor } from '#lib/platform/actor/actor.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { keysetPage } from '#lib/platform/db/keyset-page.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { filteredOrders, sortOf } from '#lib/sales/orders/list/filter-orders.server.ts';
import { type ExportedOrder, orderCsvHeading, orderCsvLines } from '#lib/sales/orders/list/order-csv.ts';
import type { OrderQuery } from '#lib/sales/orders/list/order-query.schema.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';

/** Reading and formatting so many takes some ms, during which shoppers wait. */
const AT_ONCE = 200;

type ExportShop = Pick<Shop, 'db' | 'now'>;

/**
 * The orders of a list as CSV, in chunks. The audit log gets an entry before the first one, and the number of orders
 * after the last one, also if the client has disconnected.
 */
export async function exportOrders(
  shop: ExportShop,
  query: OrderQuery,
  /** The filters as text, for the audit log. */
  filters: string,
): Promise<AsyncGenerator<string>> {
  const actor = currentActor();
  const record = { kind: 'export', id: newId() };
  const audit = (action: string, after: object) =>
    transaction(shop.db, (tx) => recordAudit(tx, { action, record, after }, shop.now(), actor));
  await audit('export orders', { filters });
  return counted(csvOf(shop.db, query), (orders, isComplete) =>
    audit('orders exported', { filters, orders, complete: isComplete }),
  );
}

interface CsvChunk {
  text: string;
  orders: number;
}

async function* counted(
  chunks: AsyncIterable<CsvChunk>,
  done: (orders: number, isComplete: boolean) => Promise<void>,
): AsyncGenerator<string> {
  let orders = 0;
  let isComplete = false;
  try {
    for await (const chunk of chunks) {
      orders += chunk.orders;
      yield chunk.text;
    }
    isComplete = true;
  } finally {
    await done(orders, isComplete);
  }
}

async function* csvOf(db: ShopDatabase, query: OrderQuery): AsyncGenerator<CsvChunk> {
  yield { text: orderCsvHeading(), orders: 0 };
  for (let after: string | undefined; ; ) {
    const orders = filteredOrders(db.read.selectFrom('orders').selectAll(), query);
    const { rows, next } = await keysetPage(orders, { sort: sortOf(query), size: AT_ONCE, after });
    if (rows.length > 0) yield { text: orderCsvLines(await withParts(db, rows)), orders: rows.length };
    if (next === undefined) return;
    after = next;
    await nextTask();
  }
}

async function withParts({ read }: Pick<ShopDatabase, 'read'>, orders: readonly OrderRow[]): Promise<ExportedOrder[]> {
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
  const linesOf = Map.groupBy(lines, ({ order_id }) => order_id);
  const creditsOf = Map.groupBy(credits, ({ order_id }) => order_id);
  return orders.map((order) => ({
    order,
    lines: linesOf.get(order.id) ?? [],
    credits: creditsOf.get(order.id) ?? [],
  }));
}
