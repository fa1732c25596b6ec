import { noteStock, type StockCause } from '#lib/inventory/stock-ledger.server.ts';
import { amountOf } from '#lib/money/tax-share.ts';
import type { OrderRow } from '#lib/orders/change-order.server.ts';
import type { CreditDraft, ReturnedTo } from '#lib/orders/credit.ts';
import { nextCreditNoteNumber } from '#lib/orders/number-series.server.ts';
import { type OrderCredit, orderAmounts } from '#lib/orders/order-amounts.ts';
import { returnStock } from '#lib/orders/order-stock.server.ts';
import { creditsOf } from '#lib/orders/read-credits.server.ts';
import { oweCredit } from '#lib/orders/refunds.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { CreditKind, OrderCreditTable, OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { shopSettings } from '#lib/shop/shop-settings.server.ts';

interface NewCredit {
  kind: CreditKind;
  reason?: string | undefined;
  by?: 'customer' | 'shop' | undefined;
  draft: CreditDraft;
  at: number;
}

/** Call it in the transaction that holds the order's row. */
export async function writeCredit(
  tx: Tx,
  { db }: Pick<Shop, 'db'>,
  order: OrderRow,
  lines: readonly OrderLineTable[],
  given: NewCredit,
): Promise<OrderCredit> {
  const { kind, reason, by, draft, at } = given;
  const before = orderAmounts(order, lines, await creditsOf(tx, order.id));
  if (draft.totalPaise > before.totalPaise) throw new ShopError('invalid', 'The order does not cost so much.');
  const cause: StockCause = {
    why: kind === 'cancelled' ? 'cancelled' : 'returned',
    at,
    orderId: order.id,
    note: by ?? reason,
  };
  await returnStock(tx, goodsThat(lines, draft, 'stock'), cause);
  await noteSpoilt(tx, goodsThat(lines, draft, 'spoilt'), cause);
  const row = creditRow(order, before.paidPaise > 0, given);
  // Only what has an invoice gets a credit note.
  if (order.invoice_number !== null) {
    row.note_number = await nextCreditNoteNumber(tx, shopSettings(db).numbers.creditNote, at);
    row.note_at = at;
  }
  await tx.insertInto('order_credit').values(row).execute();
  const credit = { ...row, lines: creditLines(row.id, draft) };
  if (credit.lines.length > 0) await tx.insertInto('order_credit_line').values(credit.lines).execute();
  await oweCredit(tx, order, credit, at);
  return credit;
}

function creditRow(
  { id: orderId }: OrderRow,
  isPaid: boolean,
  { kind, reason, draft, at }: NewCredit,
): OrderCreditTable {
  return {
    id: newId(),
    order_id: orderId,
    kind,
    reason: reason ?? null,
    delivery_paise: amountOf(draft.delivery),
    delivery_tax_json: JSON.stringify(draft.delivery),
    tax_paise: draft.taxPaise,
    total_paise: draft.totalPaise,
    owed_paise: isPaid ? draft.totalPaise : 0,
    note_number: null,
    note_at: null,
    created_at: at,
  };
}

/** Notes the goods as in and out again, so that the ledger shows that they came back. */
async function noteSpoilt(tx: Tx, lines: readonly OrderLineTable[], cause: StockCause): Promise<void> {
  const moves = lines.map(({ variant_id: variantId, quantity: change }) => ({ variantId, change }));
  await noteStock(tx, moves, cause);
  const away = moves.map(({ variantId, change }) => ({ variantId, change: -change }));
  await noteStock(tx, away, { ...cause, why: 'correction', note: 'can’t be sold again' });
}

function goodsThat(lines: readonly OrderLineTable[], draft: CreditDraft, are: ReturnedTo): OrderLineTable[] {
  return draft.lines.flatMap(({ position, quantity, back }) => {
    const line = lines.find((one) => one.position === position);
    // Goods that were ordered ahead took no stock, but add to it when they come back.
    return line && back === are && quantity > 0 ? [{ ...line, quantity, taken: 1 }] : [];
  });
}

function creditLines(creditId: string, draft: CreditDraft): OrderCredit['lines'] {
  return draft.lines.map(({ position, quantity, back, tax }) => ({
    credit_id: creditId,
    position,
    quantity,
    back,
    taxable_paise: tax.taxablePaise,
    cgst_paise: tax.cgstPaise,
    sgst_paise: tax.sgstPaise,
    igst_paise: tax.igstPaise,
    total_paise: amountOf(tax),
  }));
}
