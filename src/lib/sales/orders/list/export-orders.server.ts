import { setImmediate as nextTask } from 'node:timers/promises';
import { type ExportChunk, recordedExport } from '#lib/platform/audit/recorded-export.server.ts';
import { csvHeader, csvLines } from '#lib/platform/csv.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { keysetPage } from '#lib/platform/db/keyset-page.server.ts';
import type { OrderCreditTable, OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { indianIsoMinute } from '#lib/primitives/indian-time.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { filteredOrders, searchTerms, sortOf } from '#lib/sales/orders/list/filter-orders.server.ts';
import type { OrderQuery } from '#lib/sales/orders/list/order-query.schema.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { goodsText } from '#lib/sales/orders/record/goods-name.ts';
import { creditedPaise } from '#lib/sales/orders/record/order-amounts.ts';
import { PAYMENT_METHODS, paymentName, STATUS_NAMES } from '#lib/sales/orders/record/orders.ts';
import { paiseToRupees } from '#lib/shop/money/money.ts';

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

export interface ExportedOrder {
  order: OrderRow;
  lines: readonly Pick<OrderLineTable, 'sku' | 'name' | 'variant' | 'sell_unit' | 'quantity'>[];
  credits: readonly Pick<OrderCreditTable, 'total_paise'>[];
}

interface Row extends ExportedOrder {
  address: Partial<OrderAddress>;
  creditedPaise: number;
}

/** The columns of the export, in this sequence. Total = goods − discount + delivery − credited. */
const COLUMNS: readonly (readonly [heading: string, cellOf: (row: Row) => string])[] = [
  ['Number', ({ order }) => order.number],
  ['Placed', ({ order }) => indianIsoMinute(order.created_at)],
  ['Status', ({ order }) => STATUS_NAMES[order.order_status]],
  ['Payment', ({ order }) => paymentName(order)],
  ['Method', ({ order }) => PAYMENT_METHODS[order.payment_method]],
  ['Name', ({ address }) => address.name ?? ''],
  ['Email', ({ order }) => order.email],
  ['Mobile', ({ order }) => order.mobile],
  ['House', ({ address }) => address.house ?? ''],
  ['Street', ({ address }) => address.street ?? ''],
  ['Landmark', ({ address }) => address.landmark ?? ''],
  ['City', ({ address }) => address.city ?? ''],
  ['State', ({ address }) => address.state ?? ''],
  ['Pincode', ({ address }) => address.pincode ?? ''],
  ['Items', ({ lines }) => lines.map(itemText).join('; ')],
  ['Goods', ({ order }) => rupeesText(order.subtotal_paise)],
  ['Discount', ({ order }) => rupeesText(order.discount_paise)],
  ['Delivery', ({ order }) => rupeesText(order.delivery_paise)],
  ['Credited', ({ creditedPaise }) => rupeesText(creditedPaise)],
  ['Total', ({ order, creditedPaise }) => rupeesText(order.total_paise - creditedPaise)],
  ['Courier', ({ order }) => order.carrier ?? ''],
  ['Tracking number', ({ order }) => order.tracking_number ?? ''],
  ['Invoice', ({ order }) => order.invoice_number ?? ''],
  ['GSTIN', ({ order }) => order.buyer_gstin ?? ''],
  ['Business', ({ order }) => order.buyer_business ?? ''],
];

export function orderCsvHeading(): string {
  return csvHeader(COLUMNS.map(([heading]) => heading));
}

/** Returns the CSV lines, one for each order, with amounts in rupees. */
export function orderCsvLines(orders: readonly ExportedOrder[]): string {
  return csvLines(
    orders.map((exportedOrder) => {
      const address = JSON.parse(exportedOrder.order.address_json) as Partial<OrderAddress>;
      const { order, credits } = exportedOrder;
      const row = { ...exportedOrder, address, creditedPaise: creditedPaise(order, credits) };
      return COLUMNS.map(([, cellOf]) => cellOf(row));
    }),
  );
}

function itemText(line: ExportedOrder['lines'][number]): string {
  return `${goodsText(line)}${line.sku ? ` [${line.sku}]` : ''}`;
}

function rupeesText(paise: number): string {
  return paiseToRupees(paise).toFixed(2);
}
