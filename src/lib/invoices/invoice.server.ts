import { createHash } from 'node:crypto';
import { creditNoteOf, invoiceOf } from '#lib/invoices/invoice.ts';
import { INVOICE_STYLE, invoicePage } from '#lib/invoices/invoice-page.ts';
import { invoicePdf } from '#lib/invoices/invoice-pdf.server.ts';
import type { TaxDocument } from '#lib/invoices/tax-document.ts';
import type { OrderCredit } from '#lib/orders/order-amounts.ts';
import { hasInvoice } from '#lib/orders/order-json.ts';
import { type OrderViewer, orderPath, ownOrder } from '#lib/orders/own-order.server.ts';
import { creditsOf } from '#lib/orders/read-credits.server.ts';
import { linesOf } from '#lib/orders/read-orders.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

type Parts = Pick<Shop, 'db' | 'secretKey'>;

interface Read {
  document: TaxDocument;
  credits: OrderCredit[];
}

/** The invoice of one's own order. Looking at it changes nothing: throws `not_found` until the order is shipped. */
export async function readInvoice(shop: Parts, orderId: string, viewer: OrderViewer): Promise<Read> {
  const order = await ownOrder(shop, orderId, viewer);
  if (!hasInvoice(order)) throw new ShopError('not_found', 'This order has no invoice yet: it comes with the parcel.');
  const credits = await creditsOf(shop.db.write, orderId);
  return { document: invoiceOf(order, await linesOf(shop.db, [orderId]), credits), credits };
}

/** One of the credit notes of one's own order. Throws `not_found`. */
export async function readCreditNote(shop: Parts, orderId: string, viewer: OrderViewer, number: string): Promise<Read> {
  const order = await ownOrder(shop, orderId, viewer);
  const credits = await creditsOf(shop.db.write, orderId);
  const credit = credits.find(({ note_number }) => note_number !== null && note_number === number);
  if (!credit) throw new ShopError('not_found', 'This order has no such credit note.');
  return { document: creditNoteOf(order, await linesOf(shop.db, [orderId]), credit), credits };
}

/** The invoice, or the credit note of that number, as a page to print or as a PDF. */
export async function documentResponse(
  shop: Parts,
  orderId: string,
  viewer: OrderViewer,
  { isPdf, note }: { isPdf: boolean; note?: string },
): Promise<Response> {
  const { document, credits } =
    note === undefined ? await readInvoice(shop, orderId, viewer) : await readCreditNote(shop, orderId, viewer, note);
  if (isPdf) return pdfResponse(document);
  const token: Record<string, string> = viewer.token ? { token: viewer.token } : {};
  const invoice = (more: Record<string, string>) =>
    `/public/orders/invoice/${orderId}?${new URLSearchParams({ ...token, ...more })}`;
  const noteLink = (number: string, more: Record<string, string> = {}) =>
    `/public/orders/credit-note/${orderId}?${new URLSearchParams({ ...token, number, ...more })}`;
  const notes = credits.flatMap(({ note_number }) => note_number ?? []).filter((number) => number !== note);
  const html = invoicePage(document, {
    pdf: note === undefined ? invoice({ format: 'pdf' }) : noteLink(note, { format: 'pdf' }),
    order: orderPath(orderId, viewer),
    others: [
      ...(note === undefined ? [] : [{ label: 'Tax invoice', href: invoice({}) }]),
      ...notes.map((number) => ({ label: `Credit note ${number}`, href: noteLink(number) })),
    ],
  });
  const style = createHash('sha256').update(INVOICE_STYLE).digest('base64');
  const csp = `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return new Response(html, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': csp },
  });
}

async function pdfResponse(document: TaxDocument): Promise<Response> {
  const kind = document.title === 'Credit note' ? 'credit-note' : 'invoice';
  const name = `${kind}-${document.number.replaceAll(/[^\w-]/g, '-')}.pdf`;
  const headers = { 'content-type': 'application/pdf', 'content-disposition': `attachment; filename="${name}"` };
  return new Response(new Uint8Array(await invoicePdf(document)), { headers });
}
