import type { Tx } from '#lib/platform/db/db.server.ts';
import { changeOrder, type OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { nextInvoiceNumber } from '#lib/sales/orders/record/number-series.server.ts';

/** Assigned only at shipping, so that cancelled orders cause no gaps in a financial year. Idempotent. */
export async function withInvoiceNumber(tx: Tx, order: OrderRow, prefix: string, at: number): Promise<OrderRow> {
  const held = await changeOrder(tx, order.id, {}, { updated_at: at });
  if (!held) throw new Error(`order ${order.id} is gone`);
  if (held.invoice_number !== null) return held;
  const invoice_number = await nextInvoiceNumber(tx, prefix, at);
  return (await changeOrder(tx, order.id, {}, { invoice_number, invoice_at: at, updated_at: at })) ?? held;
}
