import type { ShopDatabase } from '#lib/db/db.server.ts';
import { pictureUrl } from '#lib/files/pictures.ts';
import type { OrderRow } from '#lib/orders/change-order.server.ts';
import type { ShownLine } from '#lib/orders/order-json.ts';

export const ORDERS_PER_PAGE = 10;
const PICTURE_WIDTH = 240;

/** A page of a customer's orders, the newest first, and how many there are. */
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

/** The lines of orders, with the first picture that each product has today. */
export async function linesOf(db: ShopDatabase, orderIds: string[]): Promise<ShownLine[]> {
  if (orderIds.length === 0) return [];
  const rows = await db.write
    .selectFrom('order_line')
    .leftJoin('picture', (on) =>
      on.onRef('picture.product_id', '=', 'order_line.product_id').on('picture.position', '=', 0),
    )
    .selectAll('order_line')
    .select('picture.hash')
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('order_line.position')
    .execute();
  return rows.map(({ hash, ...line }) => ({
    ...line,
    picture: hash === null ? null : pictureUrl(hash, PICTURE_WIDTH, 'webp'),
  }));
}
