import { boughtPicture, colorAmong } from '#lib/orders/bought-picture.ts';
import type { OrderRow } from '#lib/orders/change-order.server.ts';
import type { ShownLine } from '#lib/orders/order-json.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { PictureTable } from '#lib/platform/db/tables.ts';
import { pictureUrl } from '#lib/platform/files/pictures.ts';

export const ORDERS_PER_PAGE = 10;
const PICTURE_WIDTH = 240;

export async function listOrders(
  db: ShopDatabase,
  customerId: string,
  page: number,
): Promise<{ orders: { order: OrderRow; lines: ShownLine[] }[]; total: number }> {
  const own = db.write.selectFrom('orders').where('customer_id', '=', customerId);
  const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await own
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(ORDERS_PER_PAGE)
    .offset((page - 1) * ORDERS_PER_PAGE)
    .execute();
  const lines = Map.groupBy(
    await linesOf(
      db,
      rows.map(({ id }) => id),
    ),
    (line) => line.order_id,
  );
  return { orders: rows.map((order) => ({ order, lines: lines.get(order.id) ?? [] })), total: Number(total) };
}

/** Orders from before pictures were kept get those of today's catalogue. */
export async function linesOf(db: ShopDatabase, orderIds: string[]): Promise<ShownLine[]> {
  if (orderIds.length === 0) return [];
  const lines = await db.write
    .selectFrom('order_line')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('position')
    .execute();
  const without = lines.filter(({ picture_hash }) => picture_hash === null);
  const today = await picturesToday(db, [...new Set(without.map(({ product_id }) => product_id))]);
  return lines.map((line) => {
    const pictures = today.get(line.product_id) ?? [];
    const color = line.color ?? colorAmong(pictures, line.variant);
    const hash = line.picture_hash ?? boughtPicture(pictures, color);
    return { ...line, color, picture: hash === null ? null : pictureUrl(hash, PICTURE_WIDTH, 'webp') };
  });
}

async function picturesToday(db: ShopDatabase, productIds: number[]): Promise<Map<number, PictureTable[]>> {
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
