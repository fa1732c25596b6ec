import { deductStock, putBackStock, refreshStock, type StockChange } from '#lib/catalog/inventory/stock.server.ts';
import type { StockCause } from '#lib/catalog/inventory/stock-ledger.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';

const STOCKED_COLUMNS = [
  'order_id',
  'position',
  'product_id',
  'variant_id',
  'slug',
  'sell_unit',
  'quantity',
  'taken',
  'bolt_position',
] as const;

export type StockedLine = Pick<OrderLineTable, (typeof STOCKED_COLUMNS)[number]>;

export function stockedLines(tx: Tx, orderId: string): Promise<StockedLine[]> {
  return tx
    .selectFrom('order_line')
    .select(STOCKED_COLUMNS)
    .where('order_id', '=', orderId)
    .orderBy('variant_id')
    .orderBy('position')
    .execute();
}

/** A line of an order or an exchange. Without a slug, the current slug of the product is read. */
type ReturnedLine = Omit<StockedLine, 'order_id' | 'slug'> & { slug?: string | undefined };

/** Returns items to stock. Ignores lines for which no stock was deducted (`taken` is 0). */
export async function returnStock(tx: Tx, lines: readonly ReturnedLine[], cause: StockCause): Promise<void> {
  const changes: StockChange[] = [];
  for (const line of inVariantOrder(lines.filter(({ taken }) => taken === 1))) {
    const stock = await putBackStock(tx, stockRequestOf(line), line.bolt_position, cause);
    if (stock) changes.push({ productId: line.product_id, slug: line.slug, affectsListing: stock.wasOutOfStock });
  }
  await refreshStock(tx, changes);
}

/**
 * Deducts the stock of all lines except pre-orders, and returns true. If a line is sold out, reverses all deductions
 * and returns false.
 */
export async function deductStockAgain(tx: Tx, lines: readonly StockedLine[], cause: StockCause): Promise<boolean> {
  const reservedLines: StockedLine[] = [];
  const changes: StockChange[] = [];
  for (const line of inVariantOrder(lines.filter((line) => line.taken === 1))) {
    const stock = await deductStock(tx, stockRequestOf(line), cause);
    if (!stock) {
      await returnStock(tx, reservedLines, { ...cause, why: 'released' });
      return false;
    }
    reservedLines.push({ ...line, bolt_position: stock.boltPosition });
    changes.push({ productId: line.product_id, slug: line.slug, affectsListing: stock.remaining === 0 });
    await tx
      .updateTable('order_line')
      .set({ bolt_position: stock.boltPosition })
      .where('order_id', '=', line.order_id)
      .where('position', '=', line.position)
      .execute();
  }
  await refreshStock(tx, changes);
  return true;
}

/** Returns the lines sorted by variant id. Variants are locked in this sequence, so that two orders can't deadlock. */
function inVariantOrder<Line extends ReturnedLine>(lines: readonly Line[]): Line[] {
  return lines.toSorted((a, b) => a.variant_id - b.variant_id || a.position - b.position);
}

function stockRequestOf({ variant_id, sell_unit, quantity }: ReturnedLine) {
  return { variantId: variant_id, sellUnit: sell_unit, quantity };
}
