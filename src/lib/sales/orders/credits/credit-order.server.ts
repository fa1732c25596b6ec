import { addLedgerLines, type StockCause } from '#lib/catalog/inventory/stock-ledger.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import {
  creditLines,
  creditRow,
  type NewCredit,
  refundDuePaise,
  returnedLines,
} from '#lib/sales/orders/credits/credit-rows.ts';
import { addDueRefunds } from '#lib/sales/orders/credits/refunds.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { nextCreditNoteNumber } from '#lib/sales/orders/record/number-series.server.ts';
import type { OrderCredit } from '#lib/sales/orders/record/order-amounts.ts';
import { returnStock } from '#lib/sales/orders/record/order-stock.server.ts';
import { amountsOf } from '#lib/sales/orders/record/read-credits.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/**
 * Writes a credit, gives it a credit note number if the order has an invoice, returns items to stock, and adds the
 * refunds that become due. Returns the credit. The transaction must have locked the order's row. Throws `invalid` if
 * the credit exceeds the order's total.
 */
export async function writeCredit(
  tx: Tx,
  { db }: Pick<Shop, 'db'>,
  order: OrderRow,
  lines: readonly OrderLineTable[],
  newCredit: NewCredit,
): Promise<OrderCredit> {
  const { kind, reason, cancelledBy, draft, at } = newCredit;
  const before = await amountsOf(tx, order, lines);
  if (draft.totalPaise > before.totalPaise) throw new ShopError('invalid', 'The refund exceeds the order total.');
  const cause: StockCause = {
    why: kind === 'cancelled' ? 'cancelled' : 'returned',
    at,
    orderId: order.id,
    note: cancelledBy ?? reason,
  };
  await returnStock(tx, returnedLines(lines, draft, 'stock'), cause);
  await recordSpoiltItems(tx, returnedLines(lines, draft, 'spoilt'), cause);
  const owedPaise = newCredit.refundOf ? draft.totalPaise : refundDuePaise(draft, before);
  const row = creditRow(newId(), order.id, owedPaise, newCredit);
  if (order.invoice_number !== null) {
    row.note_number = await nextCreditNoteNumber(tx, shopSettings(db).numbers.creditNote, at);
    row.note_at = at;
  }
  await tx.insertInto('order_credit').values(row).execute();
  const credit = { ...row, lines: creditLines(row.id, draft) };
  if (credit.lines.length > 0) await tx.insertInto('order_credit_line').values(credit.lines).execute();
  await addDueRefunds(tx, order, credit, at, newCredit.refundOf);
  return credit;
}

/** Records the items as returned and then as removed, so that the stock ledger shows that they came back. */
async function recordSpoiltItems(tx: Tx, lines: readonly OrderLineTable[], cause: StockCause): Promise<void> {
  const moves = lines.map(({ variant_id: variantId, quantity: change }) => ({ variantId, change }));
  await addLedgerLines(tx, moves, cause);
  const removals = moves.map(({ variantId, change }) => ({ variantId, change: -change }));
  await addLedgerLines(tx, removals, { ...cause, why: 'correction', note: 'can’t be sold again' });
}
