import { createHash } from 'node:crypto';
import { transaction } from '#lib/db/transaction.server.ts';
import { type Invoice, invoiceOf } from '#lib/orders/invoice.ts';
import { withInvoiceNumber } from '#lib/orders/invoice-number.server.ts';
import { INVOICE_STYLE, invoicePage } from '#lib/orders/invoice-page.ts';
import { invoicePdf } from '#lib/orders/invoice-pdf.server.ts';
import { hasInvoice } from '#lib/orders/order-json.ts';
import { type OrderViewer, orderPath, ownOrder } from '#lib/orders/own-order.server.ts';
import { linesOf } from '#lib/orders/read-orders.server.ts';
import type { Shop } from '#lib/shop/shop.server.ts';
import { ShopError } from '#lib/shop/shop-error.ts';

type Parts = Pick<Shop, 'db' | 'now' | 'secretKey'>;

/** The invoice of one's own order; it is numbered when it is first asked for. Throws `not_found` while there is none. */
export async function readInvoice(shop: Parts, orderId: string, viewer: OrderViewer): Promise<Invoice> {
  const order = await ownOrder(shop, orderId, viewer);
  if (!hasInvoice(order)) throw new ShopError('not_found', 'This order has no invoice yet.');
  const numbered =
    order.invoice_number === null
      ? await transaction(shop.db, (tx) => withInvoiceNumber(tx, order, shop.now()))
      : order;
  return invoiceOf(numbered, await linesOf(shop.db, [order.id]));
}

/** The invoice as a page to print, or as a PDF. */
export async function invoiceResponse(
  shop: Parts,
  orderId: string,
  viewer: OrderViewer,
  isPdf: boolean,
): Promise<Response> {
  const invoice = await readInvoice(shop, orderId, viewer);
  if (isPdf) {
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="invoice-${invoice.number.replaceAll(/[^\w-]/g, '-')}.pdf"`,
    };
    return new Response(new Uint8Array(await invoicePdf(invoice)), { headers });
  }
  const query = new URLSearchParams({ ...(viewer.token ? { token: viewer.token } : {}), format: 'pdf' });
  const html = invoicePage(invoice, {
    pdf: `/public/orders/invoice/${orderId}?${query}`,
    order: orderPath(orderId, viewer),
  });
  const style = createHash('sha256').update(INVOICE_STYLE).digest('base64');
  const csp = `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return new Response(html, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': csp },
  });
}
