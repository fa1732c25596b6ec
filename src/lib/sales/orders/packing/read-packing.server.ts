import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { ordersWithStatus } from '#lib/sales/orders/list/filter-orders.server.ts';
import type { PackLine } from '#lib/sales/orders/packing/pack-lines.ts';
import { linesOfOrders } from '#lib/sales/orders/read-orders.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { type OrderAmounts, orderAmounts } from '#lib/sales/orders/record/order-amounts.ts';
import { limitToScope, type OrderScope } from '#lib/sales/orders/record/order-scope.ts';
import { BEING_PREPARED } from '#lib/sales/orders/record/orders.ts';
import { creditsOfOrders } from '#lib/sales/orders/record/read-credits.server.ts';

export type PackableOrder = Awaited<ReturnType<typeof readPackableOrders>>[number];

/**
 * Reads orders with their lines for packing, in the sequence of `orderIds`. `placedLines` contains the lines as they
 * were when the order was placed, before credits. Leaves out orders that do not exist or are outside `scope`.
 */
export async function readPackableOrders(db: ShopDatabase, orderIds: readonly string[], scope: OrderScope) {
  const ids = [...new Set(orderIds)];
  if (ids.length === 0) return [];
  const [orders, lines, credits] = await Promise.all([
    limitToScope(db.write.selectFrom('orders').selectAll().where('id', 'in', ids), scope).execute(),
    linesOfOrders(db, ids),
    creditsOfOrders(db.write, ids),
  ]);
  const byId = new Map(orders.map((order) => [order.id, order]));
  const linesByOrder = Map.groupBy(lines, ({ order_id }) => order_id);
  const creditsByOrder = Map.groupBy(credits, ({ order_id }) => order_id);
  const ordersWithAmounts = ids.flatMap((id) => {
    const order = byId.get(id);
    if (!order) return [];
    const [placedLines, orderCredits] = [linesByOrder.get(id) ?? [], creditsByOrder.get(id) ?? []];
    return [{ order, placedLines, credits: orderCredits, amounts: orderAmounts(order, placedLines, orderCredits) }];
  });
  const linesToPack = await packableLines(db.write, ordersWithAmounts);
  return ordersWithAmounts.map((packableOrder) => ({
    ...packableOrder,
    lines: linesToPack.get(packableOrder.order.id) ?? [],
  }));
}

type Reader = Pick<Tx, 'selectFrom'>;

interface PlacedOrder {
  order: Pick<OrderRow, 'id'>;
  /** The lines as they were when the order was placed, before credits. */
  placedLines: readonly (OrderLineTable & { picture?: string | null })[];
  amounts: Pick<OrderAmounts, 'lines'>;
}

/**
 * Reads the lines of each order with the packed quantity, the shelf and the bolts, by order id. Leaves out lines that
 * were removed from the order, unless some of their items are in the parcel.
 */
export async function packableLines(db: Reader, orders: readonly PlacedOrder[]): Promise<Map<string, PackLine[]>> {
  const ids = orders.map(({ order }) => order.id);
  const variantIds = [...new Set(orders.flatMap(({ placedLines }) => placedLines.map(({ variant_id }) => variant_id)))];
  const [packedQuantities, variants, bolts] = await Promise.all([
    packedQuantitiesOf(db, ids),
    variantsOf(db, variantIds),
    boltsOf(db, variantIds),
  ]);
  return new Map(
    orders.map(({ order, placedLines, amounts }) => {
      const lines = placedLines.map((line) => {
        const variant = variants.get(line.variant_id);
        return {
          position: line.position,
          variantId: line.variant_id,
          name: line.name,
          variant: line.variant,
          sku: line.sku,
          codes: [line.sku, variant?.sku, variant?.barcode].filter((code): code is string => Boolean(code)),
          shelf: variant?.shelf ?? null,
          picture: line.picture ?? null,
          sellUnit: line.sell_unit,
          quantity: amounts.lines.find(({ position }) => position === line.position)?.quantity ?? 0,
          packedQuantity: packedQuantities.get(`${order.id} ${line.position}`) ?? 0,
          boltPosition: line.bolt_position,
          bolts: bolts.get(line.variant_id) ?? [],
          isPreOrdered: line.taken === 0,
        };
      });
      return [order.id, lines.filter(({ quantity, packedQuantity }) => quantity > 0 || packedQuantity > 0)];
    }),
  );
}

async function packedQuantitiesOf(db: Reader, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('packed_line').selectAll().where('order_id', 'in', ids).execute();
  return new Map(rows.map(({ order_id, position, quantity }) => [`${order_id} ${position}`, quantity]));
}

async function variantsOf(db: Reader, ids: readonly number[]) {
  const rows = await db
    .selectFrom('variant')
    .select(['id', 'sku', 'barcode', 'shelf'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function boltsOf(db: Reader, ids: readonly number[]): Promise<Map<number, PackLine['bolts']>> {
  const rows = await db.selectFrom('bolt').selectAll().where('variant_id', 'in', ids).orderBy('position').execute();
  const bolts = rows.map(({ variant_id, position, length_cm: lengthCm }) => ({ variant_id, position, lengthCm }));
  return Map.groupBy(bolts, ({ variant_id }) => variant_id);
}

/** Returns the ids of the orders in `processing` that are not packed, the oldest order first. */
export async function ordersToPack({ read }: Pick<ShopDatabase, 'read'>, limit: number): Promise<string[]> {
  const orders = await ordersWithStatus(read.selectFrom('orders').select('id'), 'to_pack')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return orders.map(({ id }) => id);
}

interface NextToPack {
  next: Pick<OrderRow, 'id' | 'number'> | undefined;
  /** The number of orders in the selection that can still be packed, excluding the order that is open. */
  remainingCount: number;
}

/**
 * Finds the next order in the selection that can be packed. After the last order of the selection, the search continues
 * with the first.
 */
export async function nextToPack(
  { write }: Pick<ShopDatabase, 'write'>,
  selection: readonly string[],
  openOrderId: string,
): Promise<NextToPack> {
  const otherIds = selection.filter((id) => id !== openOrderId);
  if (otherIds.length === 0) return { next: undefined, remainingCount: 0 };
  const packableOrders = await write
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('id', 'in', otherIds)
    .where('order_status', 'in', BEING_PREPARED)
    .where('packed_at', 'is', null)
    .where('awaits_confirmation', '=', 0)
    .execute();
  const openIndex = selection.indexOf(openOrderId);
  const followingIds = [...selection.slice(openIndex + 1), ...selection.slice(0, Math.max(0, openIndex))];
  const nextId = followingIds.find((id) => packableOrders.some((order) => order.id === id));
  return { next: packableOrders.find(({ id }) => id === nextId), remainingCount: packableOrders.length };
}
