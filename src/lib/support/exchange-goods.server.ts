import { putBackStock, refreshStock, type StockChange, takeStock } from '#lib/catalog/stock.server.ts';
import type { StockCause } from '#lib/catalog/stock-ledger.server.ts';
import type { Tx } from '#lib/db/db.server.ts';
import { linesOfOrder } from '#lib/orders/order-stock.server.ts';
import { ShopError } from '#lib/shop/shop-error.ts';
import type { Exchange } from '#lib/support/read-exchanges.server.ts';

/** New goods are held from the approval of an exchange until the old ones are back. */

/** Takes the new goods out of stock, all or none, and notes them with the request. */
export async function holdNewGoods(
  tx: Tx,
  exchange: Exchange,
  swaps: ReadonlyMap<string, string>,
  at: number,
): Promise<void> {
  const cause = { why: 'exchange', at, orderId: exchange.order_id } as const;
  const changes: StockChange[] = [];
  for (const line of await newGoods(tx, exchange.order_id, swaps)) {
    const { variant_id: variantId, sell_unit: sellUnit, quantity } = line;
    const taken = await takeStock(tx, { variantId, sellUnit, quantity }, cause);
    if (!taken) throw new ShopError('conflict', `There is not enough of ${line.name}.`);
    changes.push({ productId: line.product_id, isListed: taken.left === 0 });
    await tx
      .insertInto('exchange_line')
      .values({ ...line, exchange_id: exchange.id, bolt_position: taken.boltPosition })
      .execute();
  }
  await refreshStock(tx, changes);
}

/** The goods that were held for a request go on sale again. */
export async function releaseGoods(tx: Tx, { id, order_id }: Exchange, at: number): Promise<void> {
  const lines = await tx
    .selectFrom('exchange_line')
    .selectAll()
    .where('exchange_id', '=', id)
    .orderBy('variant_id')
    .execute();
  await putBack(tx, lines, { why: 'exchange_ended', at, orderId: order_id });
  await tx.deleteFrom('exchange_line').where('exchange_id', '=', id).execute();
}

/** The old goods of the lines that were exchanged go on sale again. */
export async function putBackOldGoods(tx: Tx, { id, order_id }: Exchange, at: number): Promise<void> {
  const exchanged = await tx.selectFrom('exchange_line').select('position').where('exchange_id', '=', id).execute();
  const positions = new Set(exchanged.map(({ position }) => position));
  const lines = await linesOfOrder(tx, order_id);
  await putBack(
    tx,
    lines.filter(({ position }) => positions.has(position)),
    { why: 'returned', at, orderId: order_id },
  );
}

/** In the order of variants, so that two transactions never wait for each other. */
async function newGoods(tx: Tx, orderId: string, swaps: ReadonlyMap<string, string>) {
  const lines = await tx
    .selectFrom('order_line')
    .select(['position', 'product_id', 'variant_id', 'sku', 'name', 'sell_unit', 'quantity'])
    .where('order_id', '=', orderId)
    .execute();
  const unknown = [...swaps.keys()].find((sku) => !lines.some((line) => line.sku === sku));
  if (unknown) throw new ShopError('invalid', `There is no ${unknown} in this order.`);
  const chosen = swaps.size === 0 ? lines : lines.filter(({ sku }) => sku !== null && swaps.has(sku));
  const goods = [];
  for (const { sku, ...line } of chosen) {
    const wanted = sku === null ? undefined : swaps.get(sku);
    goods.push(wanted === undefined ? line : { ...line, ...(await variantBySku(tx, wanted, line.sell_unit)) });
  }
  return goods.toSorted((a, b) => a.variant_id - b.variant_id || a.position - b.position);
}

async function variantBySku(tx: Tx, sku: string, sellUnit: string) {
  const found = await tx
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id as variant_id', 'product.id as product_id', 'product.name', 'product.sell_unit'])
    .where('variant.sku', '=', sku)
    .executeTakeFirst();
  if (!found || found.sell_unit !== sellUnit)
    throw new ShopError('invalid', `${sku} can't take the place of that line.`);
  const { sell_unit: _same, ...variant } = found;
  return variant;
}

interface PutBack {
  product_id: number;
  variant_id: number;
  sell_unit: 'piece' | 'metre';
  quantity: number;
  bolt_position: number | null;
}

async function putBack(tx: Tx, lines: readonly PutBack[], cause: StockCause): Promise<void> {
  const changes: StockChange[] = [];
  for (const { product_id, variant_id: variantId, sell_unit: sellUnit, quantity, bolt_position } of lines) {
    const back = await putBackStock(tx, { variantId, sellUnit, quantity }, bolt_position, cause);
    if (back) changes.push({ productId: product_id, isListed: back.wasOut });
  }
  await refreshStock(tx, changes);
}
