import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { creditNoteAmounts, invoiceAmounts } from '#lib/sales/invoices/invoice.ts';
import type { TaxedAmount } from '#lib/sales/invoices/tax-document.ts';
import type { ListedDocument } from '#lib/sales/money-reports/gstr1/gstr1.ts';
import { largeInvoiceLimitPaise } from '#lib/sales/money-reports/gstr1/large-invoice-limit.ts';
import type { Period } from '#lib/sales/money-reports/month.ts';
import { type OrderParts, partsOfOrders } from '#lib/sales/money-reports/order-parts.server.ts';
import { sumsByRate } from '#lib/sales/money-reports/tax-sum.ts';
import { amountWithTax } from '#lib/shop/money/tax-share.ts';

/**
 * Reads a period's invoices above the limit to consumers in other states, and the period's credit notes for such
 * invoices. `businessDocuments` reads the documents to businesses.
 */
export async function largeDocuments(db: ShopDatabase, { from, to }: Period) {
  const candidateOrders = db.read
    .selectFrom('orders')
    .where('orders.tax_scheme', '=', 'regular')
    .where('orders.buyer_gstin', 'is', null)
    .where('orders.total_paise', '>', Math.min(largeInvoiceLimitPaise(from), largeInvoiceLimitPaise(to)));
  const [invoiceRows, notes] = await Promise.all([
    candidateOrders.select('orders.id').where('invoice_at', '>=', from).where('invoice_at', '<', to).execute(),
    candidateOrders
      .innerJoin('order_credit', 'order_credit.order_id', 'orders.id')
      .select(['orders.id', 'note_number'])
      .where('note_at', '>=', from)
      .where('note_at', '<', to)
      .execute(),
  ]);
  const orderParts = await partsOfOrders(db, [...new Set([...invoiceRows, ...notes].map(({ id }) => id))]);
  const largePartsById = new Map(orderParts.filter(isLarge).map((parts) => [parts.order.id, parts] as const));
  const invoicedParts = invoiceRows.flatMap(({ id }) => largePartsById.get(id) ?? []);
  return {
    largeInvoices: invoicedParts.map(invoiceDocument).sort(byNumber),
    largeNotes: notes
      .flatMap(({ id, note_number }) => noteDocuments(largePartsById.get(id), note_number))
      .sort(byNumber),
  };
}

function isLarge(parts: OrderParts): boolean {
  const { order, lines, credits } = parts;
  const amounts = invoiceAmounts(order, lines, credits);
  const isInterState = amounts.some(({ tax }) => tax.igstPaise > 0);
  return isInterState && totalPaiseOf(amounts) > largeInvoiceLimitPaise(order.invoice_at ?? order.created_at);
}

export function invoiceDocument({ order, lines, credits, state }: OrderParts): ListedDocument {
  const at = order.invoice_at ?? order.created_at;
  return documentOf({ number: order.invoice_number ?? '', at, state }, invoiceAmounts(order, lines, credits));
}

export function noteDocuments(parts: OrderParts | undefined, number: string | null): ListedDocument[] {
  const credit = parts?.credits.find(({ note_number }) => note_number === number);
  if (!parts || !credit || number === null) return [];
  const { order, lines, state } = parts;
  const at = credit.note_at ?? credit.created_at;
  return [documentOf({ number, at, state }, creditNoteAmounts(order, lines, credit))];
}

function documentOf(head: Pick<ListedDocument, 'number' | 'at' | 'state'>, amounts: readonly TaxedAmount[]) {
  const rates = sumsByRate(amounts).filter(({ rateBp }) => rateBp > 0);
  return { ...head, valuePaise: totalPaiseOf(amounts), rates };
}

function totalPaiseOf(amounts: readonly TaxedAmount[]): number {
  return amounts.reduce((sum, { tax }) => sum + amountWithTax(tax), 0);
}

export function byNumber(a: ListedDocument, b: ListedDocument): number {
  return a.number < b.number ? -1 : 1;
}
