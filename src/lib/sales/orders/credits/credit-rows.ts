import type { Selectable } from 'kysely';
import type { CreditKind, OrderCreditTable, OrderLineTable, ReturnReason } from '#lib/platform/db/tables/orders.ts';
import type { Payment } from '#lib/sales/orders/credits/refund-status.ts';
import type { CreditDraft, ReturnDestination } from '#lib/sales/orders/record/credit.ts';
import type { OrderCredit } from '#lib/sales/orders/record/order-amounts.ts';
import { amountWithTax } from '#lib/shop/money/tax-share.ts';

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
    taxable_paise: tax.taxablePaise,
    cgst_paise: tax.cgstPaise,
    sgst_paise: tax.sgstPaise,
    igst_paise: tax.igstPaise,
    total_paise: amountWithTax(tax),
  }));
}
