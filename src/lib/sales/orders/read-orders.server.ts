import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { PictureTable } from '#lib/platform/db/query/tables.ts';
import { pictureUrl } from '#lib/platform/files/pictures/pictures.ts';
import { boughtPictureHash, colorOfVariant } from '#lib/sales/orders/record/bought-picture.ts';
import {
  type LineWithPicture,
  type OrderSummary,
  SUMMARY_COLUMNS,
  SUMMARY_LINE_COLUMNS,
  type SummaryLine,
  type WithPicture,
} from '#lib/sales/orders/record/order-json.ts';

export const ORDERS_PER_PAGE = 10;
const PICTURE_WIDTH = 240;

/**
 * Reads a page of the orders in an account with their lines, the newest order first, and the total number of orders.
 */
export async function listCustomerOrders(
  db: ShopDatabase,
  customerId: string,
  page: number,
): Promise<{ orders: { order: OrderSummary; lines: WithPicture<SummaryLine>[] }[]; total: number }> {
  const customerOrders = db.write.selectFrom('orders').where('customer_id', '=', customerId);
  const { total } = await customerOrders.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const orders = await customerOrders
    .select(SUMMARY_COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(ORDERS_PER_PAGE)
    .offset((page - 1) * ORDERS_PER_PAGE)
    .execute();
  const ids = orders.map(({ id }) => id);
  const lines = ids.length === 0 ? [] : await selectLines(db, ids).select(SUMMARY_LINE_COLUMNS).execute();
  const linesByOrder = Map.groupBy(await withPictures(db, lines), (line) => line.order_id);
  return { orders: orders.map((order) => ({ order, lines: linesByOrder.get(order.id) ?? [] })), total: Number(total) };
}

export function linesOf(db: ShopDatabase, orderId: string): Promise<LineWithPicture[]> {
  return linesOfOrders(db, [orderId]);
}

export async function linesOfOrders(db: ShopDatabase, orderIds: readonly string[]): Promise<LineWithPicture[]> {
  return withPictures(db, await selectLines(db, orderIds).selectAll().execute());
}

function selectLines(db: ShopDatabase, orderIds: readonly string[]) {
  return db.write.selectFrom('order_line').where('order_id', 'in', orderIds).orderBy('order_id').orderBy('position');
}

/**
 * Adds the colour and the URL of the picture to each line. A line without a stored picture, for example in an old
 * order, gets a picture from the current catalogue, if there is one. Modifies the lines in place, because copying them
 * is expensive.
 */
async function withPictures<Line extends SummaryLine>(db: ShopDatabase, lines: Line[]): Promise<WithPicture<Line>[]> {
  const linesWithoutPicture = lines.filter(({ picture_hash }) => picture_hash === null);
  const currentPictures = await readPictures(db, [...new Set(linesWithoutPicture.map(({ product_id }) => product_id))]);
  return lines.map((line) => {
    const pictures = currentPictures.get(line.product_id) ?? [];
    const color = line.color ?? colorOfVariant(pictures, line.variant);
    const hash = line.picture_hash ?? boughtPictureHash(pictures, color);
    return Object.assign(line, { color, picture: hash === null ? null : pictureUrl(hash, PICTURE_WIDTH, 'webp') });
  });
}

async function readPictures(db: ShopDatabase, productIds: number[]): Promise<Map<number, PictureTable[]>> {
  if (productIds.length === 0) return new Map();
  const pictures = await db.write
    .selectFrom('picture')
    .selectAll()
    .where('product_id', 'in', productIds)
    .orderBy('product_id')
    .orderBy('position')
    .execute();
  return Map.groupBy(pictures, ({ product_id }) => product_id);
}
