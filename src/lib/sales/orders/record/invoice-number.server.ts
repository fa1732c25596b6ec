import type { Tx } from '#lib/platform/db/db.server.ts';
import { changeOrder, type OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { nextInvoiceNumber } from '#lib/sales/orders/record/number-series.server.ts';

/** Assigns the invoice number. Call it only at shipping, so that cancelled orders leave no gaps. Idempotent. */
export async function assignInvoiceNumber(tx: Tx, order: OrderRow, prefix: string, at: number): Promise<OrderRow> {
  const locked = await changeOrder(tx, order.id, {}, { updated_at: at });
  if (!locked) throw new Error(`order ${order.id} does not exist`);
  if (locked.invoice_number !== null) return locked;
  const invoice_number = await nextInvoiceNumber(tx, prefix, at);
  return (await changeOrder(tx, order.id, {}, { invoice_number, invoice_at: at, updated_at: at })) ?? locked;
}
