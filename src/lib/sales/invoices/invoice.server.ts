import type { APIContext } from 'astro';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { httpStatus, isShopError, ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { documentLinks, documentName } from '#lib/sales/invoices/document-links.server.ts';
import { creditNoteOf, invoiceOf } from '#lib/sales/invoices/invoice.ts';
import type { TaxDocument } from '#lib/sales/invoices/tax-document.ts';
import { taxDocumentPdf } from '#lib/sales/invoices/tax-document-pdf.server.ts';
import { type OrderViewer, orderViewer, ownOrder } from '#lib/sales/orders/own-order.server.ts';
import { linesOf } from '#lib/sales/orders/read-orders.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import type { OrderCredit } from '#lib/sales/orders/record/order-amounts.ts';
import { hasInvoice } from '#lib/sales/orders/record/order-json.ts';
import { creditsOf } from '#lib/sales/orders/record/read-credits.server.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';
import { shopSettingsAt } from '#lib/shop/settings/shop-settings.server.ts';

type InvoiceShop = Pick<Shop, 'db' | 'secretKey'>;

/**
 * Reads an order's invoice, and all credits of the order. Throws `not_found` if the order is not the viewer's or has no
 * invoice yet.
 */
export async function readInvoice(shop: InvoiceShop, orderId: string, viewer: OrderViewer) {
  const order = await ownOrder(shop, orderId, viewer);
  const refusal = invoiceRefusal(order);
  if (refusal !== undefined) throw new ShopError('not_found', refusal);
  const credits = await creditsOf(shop.db.write, orderId);
  return { document: await invoiceOfOrder(shop.db, order, await linesOf(shop.db, orderId), credits), credits };
}

/** Returns why an order has no invoice, or undefined if it has an invoice. */
export function invoiceRefusal(order: OrderRow): string | undefined {
  if (hasInvoice(order)) return undefined;
  return `This order has no ${documentName(order).toLowerCase()} yet: it comes with the parcel.`;
}

/** Returns the invoice of an order, with the seller's details on the invoice date. The order must have an invoice. */
export async function invoiceOfOrder(
  db: Shop['db'],
  order: OrderRow,
  lines: readonly OrderLineTable[],
  credits: readonly OrderCredit[],
): Promise<TaxDocument> {
  const seller = await sellerAt(db, order, order.invoice_at ?? order.created_at);
  return invoiceOf(order, lines, credits, seller);
}

/**
 * Reads a credit note, and all credits of its order. Throws `not_found` if the order is not the viewer's or has no such
 * credit note.
 */
export async function readCreditNote(shop: InvoiceShop, orderId: string, viewer: OrderViewer, number: string) {
  const order = await ownOrder(shop, orderId, viewer);
  const credits = await creditsOf(shop.db.write, orderId);
  const credit = credits.find(({ note_number }) => note_number !== null && note_number === number);
  if (!credit) throw new ShopError('not_found', 'This order has no such credit note.');
  return { document: await creditNoteOfOrder(shop.db, order, await linesOf(shop.db, orderId), credit), credits };
}

/** Returns the credit note of a credit that has a note, with the seller's details on the date of the note. */
export async function creditNoteOfOrder(
  db: Shop['db'],
  order: OrderRow,
  lines: readonly OrderLineTable[],
  credit: OrderCredit,
): Promise<TaxDocument> {
  return creditNoteOf(order, lines, credit, await sellerAt(db, order, credit.note_at ?? credit.created_at));
}

/**
 * Reads the seller's details on the date of the document. A GST registration that has ended since the order was placed
 * still applies to the order.
 */
async function sellerAt(db: Shop['db'], order: OrderRow, at: number): Promise<ShopSettings> {
  const seller = await shopSettingsAt(db, at);
  return seller.gstin ? seller : { ...seller, gstin: (await shopSettingsAt(db, order.created_at)).gstin };
}

/**
 * Returns the document and the links for its page, or a response that contains the PDF or an error. If
 * `creditNoteNumber` is undefined, the document is the invoice.
 */
export async function openDocument(context: APIContext, creditNoteNumber?: string) {
  const { url, params, locals } = context;
  const { orderId = '' } = params;
  const viewer = orderViewer(context);
  try {
    const { document, credits } = await (creditNoteNumber === undefined
      ? readInvoice(locals.shop, orderId, viewer)
      : readCreditNote(locals.shop, orderId, viewer, creditNoteNumber));
    if (url.searchParams.get('format') === 'pdf') return await pdfResponse(document);
    return { document, links: documentLinks(orderId, viewer, document, credits) };
  } catch (error) {
    if (!isShopError(error)) throw error;
    return Response.json({ status: 'error', message: error.message, data: null }, { status: httpStatus(error.code) });
  }
}

const FILE_NAMES: Record<TaxDocument['title'], string> = {
  'Tax invoice': 'invoice',
  'Bill of supply': 'bill-of-supply',
  'Credit note': 'credit-note',
};

async function pdfResponse(document: TaxDocument): Promise<Response> {
  const name = `${FILE_NAMES[document.title]}-${document.number.replaceAll(/[^\w-]/g, '-')}.pdf`;
  const headers = { 'content-type': 'application/pdf', 'content-disposition': `attachment; filename="${name}"` };
  return new Response(new Uint8Array(await taxDocumentPdf(document)), { headers });
}
