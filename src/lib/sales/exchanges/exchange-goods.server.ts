import { deductStock, refreshStock, type StockChange } from '#lib/catalog/inventory/stock.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { ExchangeLine } from '#lib/platform/db/tables/exchange.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { readReplacementVariants, remainingLines } from '#lib/sales/exchanges/exchange-lines.server.ts';
import { chosenReplacements, outOfStockError, type Swaps } from '#lib/sales/exchanges/exchange-options.ts';
import type { Exchange } from '#lib/sales/exchanges/read-exchanges.server.ts';
import { returnStock, stockedLines } from '#lib/sales/orders/record/order-stock.server.ts';

// Replacements are reserved on approval, and shipped once the returned items have arrived.

/**
 * Reserves the replacements of an exchange. `swaps` overrides the customer's choice. Throws `conflict` if a replacement
 * is sold out, is no longer sold or must be chosen by staff, or if nothing is left to exchange, and `invalid` if an
 * item in `swaps` is not in the order or a replacement can't replace the ordered item.
 */
export async function reserveReplacements(tx: Tx, exchange: Exchange, swaps: Swaps, at: number): Promise<void> {
  const cause = { why: 'exchange', at, orderId: exchange.order_id } as const;
  const requestedLines = await linesOfExchange(tx, exchange.id);
  const lines = await remainingLines(tx, exchange.order_id, exchange.id);
  const goods = await readReplacementVariants(
    tx,
    lines,
    [...swaps.values()].filter((value) => typeof value === 'string'),
  );
  const unknownKey = [...swaps.keys()].find(
    (key) => !lines.some(({ sku, position }) => sku === key || position === key),
  );
  if (unknownKey !== undefined)
    throw new ShopError('invalid', `${unknownKey} is not in this order, or can no longer be exchanged.`);
  const changes: StockChange[] = [];
  await tx.deleteFrom('exchange_line').where('exchange_id', '=', exchange.id).execute();
  for (const { line, replacement, quantity } of chosenReplacements(lines, requestedLines, swaps, goods)) {
    const { variant_id: variantId, product_id: productId, sell_unit: sellUnit } = replacement;
    const stock = await deductStock(tx, { variantId, sellUnit, quantity }, cause);
    if (!stock) throw outOfStockError(line, replacement, goods);
    changes.push({ productId, affectsListing: stock.remaining === 0 });
    const { available: _stock, price_paise: _price, ...variantColumns } = replacement;
    const stockColumns = { quantity, bolt_position: stock.boltPosition, taken: 1, is_open: 0 };
    await tx
      .insertInto('exchange_line')
      .values({ ...variantColumns, ...stockColumns, exchange_id: exchange.id, position: line.position })
      .execute();
  }
  await refreshStock(tx, changes);
}

/** Returns the reserved items to stock. The lines are kept as a record of the request. */
export async function releaseReplacements(tx: Tx, { id, order_id }: Exchange, at: number): Promise<void> {
  await returnStock(tx, await linesOfExchange(tx, id), { why: 'exchange_ended', at, orderId: order_id });
  await tx.updateTable('exchange_line').set({ taken: 0, bolt_position: null }).where('exchange_id', '=', id).execute();
}

export async function restockReturnedGoods(tx: Tx, { id, order_id }: Exchange, at: number): Promise<void> {
  const exchangedQuantities = new Map(
    (await linesOfExchange(tx, id)).map(({ position, quantity }) => [position, quantity]),
  );
  const lines = await stockedLines(tx, order_id);
  const returnedLines = lines.flatMap((line) => {
    const quantity = exchangedQuantities.get(line.position);
    // Pre-ordered items took nothing from the stock, but they add to it when they are returned.
    return quantity === undefined ? [] : [{ ...line, quantity, taken: 1, slug: undefined }];
  });
  await returnStock(tx, returnedLines, { why: 'returned', at, orderId: order_id });
}

function linesOfExchange(tx: Tx, exchangeId: string): Promise<ExchangeLine[]> {
  return tx
    .selectFrom('exchange_line')
    .selectAll()
    .where('exchange_id', '=', exchangeId)
    .orderBy('variant_id')
    .orderBy('position')
    .execute();
}
