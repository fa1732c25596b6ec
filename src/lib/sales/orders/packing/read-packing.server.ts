import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import type { PackLine } from '#lib/sales/orders/packing/pack-lines.ts';
import { linesOfOrders } from '#lib/sales/orders/read-orders.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { type OrderAmounts, type OrderCredit, orderAmounts } from '#lib/sales/orders/record/order-amounts.ts';
import type { LineWithPicture } from '#lib/sales/orders/record/order-json.ts';
import { limitToScope, type OrderScope } from '#lib/sales/orders/record/order-scope.ts';
import { creditsOfOrders } from '#lib/sales/orders/record/read-credits.server.ts';

export interface PackableOrder {
  order: OrderRow;
  lines: PackLine[];
  /** The lines as they were when the order was placed, before credits. */
  placedLines: LineWithPicture[];
  credits: OrderCredit[];
  amounts: OrderAmounts;
}

/**
 * Reads orders with their lines for packing, in the sequence of `orderIds`. Leaves out orders that do not exist or are
 * outside `scope`.
 */
export async function readPackableOrders(
  db: ShopDatabase,
  orderIds: readonly string[],
  scope: OrderScope,
): Promise<PackableOrder[]> {
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
