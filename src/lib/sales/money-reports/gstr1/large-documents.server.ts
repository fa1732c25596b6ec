import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { creditNoteAmounts, invoiceAmounts } from '#lib/sales/invoices/invoice.ts';
import type { TaxedAmount } from '#lib/sales/invoices/tax-document.ts';
import { sumsByRate } from '#lib/sales/money-reports/document-amounts.ts';
import type { Gstr1, ListedDocument } from '#lib/sales/money-reports/gstr1/gstr1.ts';
import { largeLimitPaise } from '#lib/sales/money-reports/gstr1/large-limit.ts';
import type { Period } from '#lib/sales/money-reports/month.ts';
import { type OrderParts, partsOfOrders } from '#lib/sales/money-reports/order-parts.server.ts';
import { amountOf } from '#lib/shop/money/tax-share.ts';

type LargeDocuments = Pick<Gstr1, 'largeInvoices' | 'largeNotes'>;

/**
 * Reads a period's invoices above the limit to consumers in other states, and the period's credit notes for such
 * invoices. `businessDocuments` reads the documents to businesses.
 */
export async function largeDocuments(db: ShopDatabase, { from, to }: Period): Promise<LargeDocuments> {
  const candidateOrders = db.read
    .selectFrom('orders')
    .where('orders.tax_scheme', '=', 'regular')
    .where('orders.buyer_gstin', 'is', null)
    .where('orders.total_paise', '>', Math.min(largeLimitPaise(from), largeLimitPaise(to)));
  const [invoiceRows, notes] = await Promise.all([
    candidateOrders.select('orders.id').where('invoice_at', '>=', from).where('invoice_at', '<', to).execute(),
    candidateOrders
      .innerJoin('order_credit', 'order_credit.order_id', 'orders.id')
      .select(['orders.id', 'note_number'])
      .where('note_at', '>=', from)
      .where('note_at', '<', to)
      .execute(),
  ]);
  const parts = await partsOfOrders(db, [...new Set([...invoiceRows, ...notes].map(({ id }) => id))]);
  const largeParts = new Map(parts.filter(isLarge).map((part) => [part.order.id, part] as const));
  const invoices = invoiceRows.flatMap(({ id }) => largeParts.get(id) ?? []);
  return {
    largeInvoices: invoices.map(invoiceDocument).sort(byNumber),
    largeNotes: notes.flatMap(({ id, note_number }) => noteDocument(largeParts.get(id), note_number)).sort(byNumber),
  };
}

function isLarge(parts: OrderParts): boolean {
  const { order, lines, credits } = parts;
  const amounts = invoiceAmounts(order, lines, credits);
  const isInterState = amounts.some(({ tax }) => tax.igstPaise > 0);
  return isInterState && totalPaiseOf(amounts) > largeLimitPaise(order.invoice_at ?? order.created_at);
}

export function invoiceDocument({ order, lines, credits, state }: OrderParts): ListedDocument {
  const at = order.invoice_at ?? order.created_at;
  return documentOf({ number: order.invoice_number ?? '', at, state }, invoiceAmounts(order, lines, credits));
}

export function noteDocument(parts: OrderParts | undefined, number: string | null): ListedDocument[] {
  const credit = parts?.credits.find(({ note_number }) => note_number === number);
  if (!parts || !credit || number === null) return [];
  const { order, lines, state } = parts;
  const at = credit.note_at ?? credit.created_at;
  return [documentOf({ number, at, state }, creditNoteAmounts(order, lines, credit))];
}

function documentOf(
  head: Pick<ListedDocument, 'number' | 'at' | 'state'>,
  amounts: readonly TaxedAmount[],
): ListedDocument {
  const rates = sumsByRate(amounts).filter(({ rateBp }) => rateBp > 0);
  return { ...head, valuePaise: totalPaiseOf(amounts), rates };
}

function totalPaiseOf(amounts: readonly TaxedAmount[]): number {
  return amounts.reduce((sum, { tax }) => sum + amountOf(tax), 0);
}

export function byNumber(a: ListedDocument, b: ListedDocument): number {
  return a.number < b.number ? -1 : 1;
}
