import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { creditNoteOfOrder } from '#lib/sales/invoices/invoice.server.ts';
import { taxDocumentPdf } from '#lib/sales/invoices/tax-document-pdf.server.ts';
import { partsOfOrders } from '#lib/sales/money-reports/order-parts.server.ts';
import { recordOrderRead } from '#lib/sales/orders/admin/record-order-read.server.ts';

/**
 * Creates the PDF of a credit note, and records in the audit log that the order was read. Throws `not_found` if the
 * credit does not exist or has no note.
 */
export async function creditNotePdf(shop: Pick<Shop, 'db' | 'now'>, creditId: string): Promise<Buffer> {
  const creditRow = await shop.db.read
    .selectFrom('order_credit')
    .select('order_id')
    .where('id', '=', creditId)
    .executeTakeFirst();
  const [parts] = await partsOfOrders(shop.db, creditRow ? [creditRow.order_id] : []);
  const credit = parts?.credits.find(({ id }) => id === creditId);
  if (!parts || !credit || credit.note_number === null)
    throw new ShopError('not_found', 'There is no such credit note.');
  const document = await creditNoteOfOrder(shop.db, parts.order, parts.lines, credit);
  await recordOrderRead(shop, parts.order.id);
  return taxDocumentPdf(document);
}
