import { type StockMismatch, stockMismatches } from '#lib/catalog/inventory/read-ledger.server.ts';
import { addLedgerLines, type StockCause } from '#lib/catalog/inventory/stock-ledger.server.ts';
import { lockStock } from '#lib/catalog/inventory/write-variants.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { bulkTransaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

export interface LedgerRepair extends StockMismatch {
  lines: { change: number; orderId?: string; orderNumber?: string }[];
}

/**
 * Returns the variants whose ledger and stock differ, with the missing ledger lines. Assumes that the stock is correct,
 * because the shop sells that stock.
 */
export async function planLedgerRepair(db: Pick<Tx, 'selectFrom'>): Promise<LedgerRepair[]> {
  const plan: LedgerRepair[] = [];
  for (const mismatch of await stockMismatches(db)) plan.push({ ...mismatch, lines: await missingLines(db, mismatch) });
  return plan;
}

/**
 * Adds the ledger lines in the plan. Throws a ShopError `conflict` if the missing lines are no longer those in the
 * plan.
 */
export function repairLedger(db: ShopDatabase, plan: readonly LedgerRepair[], at: number): Promise<void> {
  return bulkTransaction(db, async (tx) => {
    await lockStock(
      tx,
      plan.map(({ id }) => id),
    );
    if (linesJson(await planLedgerRepair(tx)) !== linesJson(plan))
      throw new ShopError(
        'conflict',
        'The stock has changed since the check. Nothing was repaired. Run the command again.',
      );
    for (const { id, lines } of plan)
      for (const { change, orderId } of lines)
        await addLedgerLines(tx, [{ variantId: id, change }], causeOf(at, orderId));
    const after = { variants: plan.length, lines: plan.reduce((sum, { lines }) => sum + lines.length, 0) };
    await recordAudit(tx, { action: 'repair stock ledger', record: { kind: 'stock', id: '' }, after }, at);
  });
}

function linesJson(plan: readonly LedgerRepair[]): string {
  return JSON.stringify(plan.map(({ id, lines }) => [id, lines]));
}

function causeOf(at: number, orderId: string | undefined): StockCause {
  const note = 'added by doctor --repair';
  return orderId === undefined ? { why: 'correction', at, note } : { why: 'order', at, orderId, note };
}

/**
 * Returns the lines that make the ledger match the stock: one for each order without a line, unless the order took more
 * stock than is still missing, and a last line for the remaining difference, if there is one.
 */
async function missingLines(
  db: Pick<Tx, 'selectFrom'>,
  { id, quantity, ledgerSum }: StockMismatch,
): Promise<LedgerRepair['lines']> {
  const lines: LedgerRepair['lines'] = [];
  let missingChange = quantity - ledgerSum;
  for (const { orderId, orderNumber, taken } of await ordersWithoutLine(db, id)) {
    if (missingChange > -taken) continue;
    lines.push({ change: -taken, orderId, orderNumber });
    missingChange += taken;
  }
  return missingChange === 0 ? lines : [...lines, { change: missingChange }];
}

async function ordersWithoutLine(db: Pick<Tx, 'selectFrom'>, variantId: number) {
  const rows = await db
    .selectFrom('order_line')
    .innerJoin('orders', 'orders.id', 'order_line.order_id')
    .select(({ fn }) => [
      'orders.id as orderId',
      'orders.number as orderNumber',
      fn.sum<number>('quantity').as('taken'),
    ])
    .where('variant_id', '=', variantId)
    // This condition excludes pre-orders.
    .where('taken', '=', 1)
    .where('orders.order_status', 'not in', ['cancelled', 'returned'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('stock_ledger')
            .select('stock_ledger.id')
            .whereRef('stock_ledger.order_id', '=', 'orders.id')
            .where('stock_ledger.variant_id', '=', variantId),
        ),
      ),
    )
    // The first ledger line of a variant already accounts for earlier orders.
    .where('orders.created_at', '>', ({ selectFrom }) =>
      selectFrom('stock_ledger')
        .select(({ fn, val }) => fn.coalesce(fn.min('stock_ledger.at'), val(0)).as('begun'))
        .where('stock_ledger.variant_id', '=', variantId),
    )
    .groupBy(['orders.id', 'orders.number'])
    .orderBy('orders.number')
    .execute();
  return rows.map((row) => ({ ...row, taken: Number(row.taken) }));
}
