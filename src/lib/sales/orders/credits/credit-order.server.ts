import type { Selectable } from 'kysely';
import { addLedgerLines, type StockCause } from '#lib/catalog/inventory/stock-ledger.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { CreditKind, OrderCreditTable, OrderLineTable, ReturnReason } from '#lib/platform/db/tables/orders.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import type { Payment } from '#lib/sales/orders/credits/refund-status.ts';
import { addDueRefunds } from '#lib/sales/orders/credits/refunds.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import type { CreditDraft, ReturnDestination } from '#lib/sales/orders/record/credit.ts';
import { nextDocumentNumber } from '#lib/sales/orders/record/number-series.server.ts';
import { type OrderCredit, taxColumns } from '#lib/sales/orders/record/order-amounts.ts';
import { returnStock } from '#lib/sales/orders/record/order-stock.server.ts';
import { amountsOf } from '#lib/sales/orders/record/read-credits.server.ts';
import { amountWithTax } from '#lib/shop/money/tax-share.ts';
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
    row.note_number = await nextDocumentNumber(tx, 'credit-note', shopSettings(db).numbers.creditNote, at);
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

export interface ReturnedParcel {
  /** The reason that the parcel came back; null if the reason is unknown. */
  returnReason: ReturnReason | null;
  /** The amount that the courier charged for the return; null if the amount is unknown. */
  costPaise: number | null;
}

export interface NewCredit {
  kind: CreditKind;
  /** The reason that the customer sees. */
  reason?: string | undefined;
  /** Who cancelled the order. */
  cancelledBy?: 'customer' | 'shop' | undefined;
  /** The details of a parcel that was not delivered; undefined for other credits. */
  parcel?: ReturnedParcel | undefined;
  draft: CreditDraft;
  at: number;
  /** The payment from which the gateway has already refunded the amount; undefined if nothing has been refunded yet. */
  refundOf?: Payment | undefined;
}

export function creditRow(
  id: string,
  orderId: string,
  owedPaise: number,
  { kind, reason, parcel, draft, at }: NewCredit,
): Selectable<OrderCreditTable> {
  return {
    id,
    order_id: orderId,
    kind,
    reason: reason ?? null,
    return_reason: parcel?.returnReason ?? null,
    return_cost_paise: parcel?.costPaise ?? null,
    delivery_paise: amountWithTax(draft.delivery),
    delivery_tax_json: JSON.stringify(draft.delivery),
    tax_paise: draft.taxPaise,
    total_paise: draft.totalPaise,
    owed_paise: owedPaise,
    note_number: null,
    note_at: null,
    created_at: at,
  };
}

/**
 * Returns the part of a credit that must be refunded, in paise. A credit first reduces the amount that is still to be
 * paid.
 */
export function refundDuePaise(
  { totalPaise }: Pick<CreditDraft, 'totalPaise'>,
  { toPayPaise }: { toPayPaise: number },
): number {
  return Math.max(0, totalPaise - toPayPaise);
}

/** Returns the order lines whose credited items have this destination, with the credited quantities. */
export function returnedLines<Line extends Pick<OrderLineTable, 'position' | 'quantity' | 'taken'>>(
  lines: readonly Line[],
  draft: Pick<CreditDraft, 'lines'>,
  returnedTo: ReturnDestination,
): Line[] {
  return draft.lines.flatMap(({ position, quantity, destination }) => {
    const line = lines.find((orderLine) => orderLine.position === position);
    // This also includes pre-ordered items: they took nothing from the stock, but they add to it when they are
    // returned.
    return line && destination === returnedTo && quantity > 0 ? [{ ...line, quantity, taken: 1 }] : [];
  });
}

export function creditLines(creditId: string, draft: Pick<CreditDraft, 'lines'>): OrderCredit['lines'] {
  return draft.lines.map(({ position, quantity, destination, tax }) => ({
    credit_id: creditId,
    position,
    quantity,
    destination,
    ...taxColumns(tax),
    total_paise: amountWithTax(tax),
  }));
}
