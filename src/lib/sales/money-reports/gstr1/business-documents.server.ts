import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { BusinessDocument, ListedDocument } from '#lib/sales/money-reports/gstr1/gstr1.ts';
import { byNumber, invoiceDocument, noteDocuments } from '#lib/sales/money-reports/gstr1/large-documents.server.ts';
import type { Period } from '#lib/sales/money-reports/month.ts';
import { type OrderParts, partsOfOrders } from '#lib/sales/money-reports/order-parts.server.ts';
import { businessBuyerOf } from '#lib/sales/orders/record/business-buyer.ts';

/** Reads a period's invoices to buyers with a GSTIN, and the period's credit notes for such invoices. */
export async function businessDocuments(db: ShopDatabase, { from, to }: Period) {
  const [invoicedOrders, notes] = await Promise.all([
    db.read
      .selectFrom('orders')
      .select('id')
      .where('tax_scheme', '=', 'regular')
      .where('buyer_gstin', 'is not', null)
      .where('invoice_at', '>=', from)
      .where('invoice_at', '<', to)
      .execute(),
    db.read
      .selectFrom('order_credit')
      .select(['order_id as id', 'note_number'])
      .where('note_at', '>=', from)
      .where('note_at', '<', to)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.id', '=', 'order_credit.order_id')
            .where('tax_scheme', '=', 'regular')
            .where('buyer_gstin', 'is not', null),
        ),
      )
      .execute(),
  ]);
  const orderParts = await partsOfOrders(db, [...new Set([...invoicedOrders, ...notes].map(({ id }) => id))]);
  const partsById = new Map(orderParts.map((parts) => [parts.order.id, parts] as const));
  return {
    businessInvoices: invoicedOrders
      .flatMap(({ id }) => withBuyer(partsById.get(id), (parts) => [invoiceDocument(parts)]))
      .sort(byNumber),
    businessNotes: notes
      .flatMap(({ id, note_number }) => withBuyer(partsById.get(id), (parts) => noteDocuments(parts, note_number)))
      .sort(byNumber),
  };
}

/**
 * Adds the buyer's business to the documents. Leaves out documents without a taxed amount. Returns an empty list if the
 * buyer is not a business.
 */
function withBuyer(
  parts: OrderParts | undefined,
  documentsOf: (parts: OrderParts) => ListedDocument[],
): BusinessDocument[] {
  const buyer = parts && businessBuyerOf(parts.order);
  if (!parts || !buyer) return [];
  return documentsOf(parts).flatMap((document) => (document.rates.length > 0 ? [{ ...document, ...buyer }] : []));
}
