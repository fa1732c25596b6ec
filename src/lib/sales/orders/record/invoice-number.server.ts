import type { Tx } from '#lib/platform/db/db.server.ts';
import { changeOrderOrThrow, lockOrder, type OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { nextInvoiceNumber } from '#lib/sales/orders/record/number-series.server.ts';

/**
 * Assigns an invoice number if the order has none, and returns the order. Must not be called before shipping, so that
 * cancelled orders leave no gaps.
 */
export async function assignInvoiceNumber(tx: Tx, order: OrderRow, prefix: string, at: number): Promise<OrderRow> {
  const lockedOrder = await lockOrder(tx, order.id, at);
  if (lockedOrder.invoice_number !== null) return lockedOrder;
  const invoice_number = await nextInvoiceNumber(tx, prefix, at);
  return changeOrderOrThrow(tx, order.id, {}, { invoice_number, invoice_at: at, updated_at: at });
}
