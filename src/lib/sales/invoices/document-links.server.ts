import { saleTitle, type TaxDocument } from '#lib/sales/invoices/tax-document.ts';
import { type OrderViewer, orderPath } from '#lib/sales/orders/own-order.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import type { OrderCredit } from '#lib/sales/orders/record/order-amounts.ts';
import { collectsTax } from '#lib/shop/money/tax-scheme.ts';

export interface DocumentLink {
  label: string;
  href: string;
}

/** Returns the name of the document in links and messages to customers. */
export function documentName(order: Pick<OrderRow, 'tax_scheme'>): string {
  return collectsTax(order.tax_scheme) ? 'Invoice' : saleTitle(order);
}

export function invoicePath(orderId: string, token: string | undefined, more: Record<string, string> = {}): string {
  return withQuery(`/public/orders/invoice/${orderId}`, token, more);
}

export function creditNotePath(
  orderId: string,
  token: string | undefined,
  number: string,
  more: Record<string, string> = {},
): string {
  return withQuery(`/public/orders/credit-note/${orderId}`, token, { number, ...more });
}

function withQuery(path: string, token: string | undefined, more: Record<string, string>): string {
  const query = new URLSearchParams({ ...(token === undefined ? {} : { token }), ...more }).toString();
  return query ? `${path}?${query}` : path;
}

/** Returns the links on a document's page: to the order, to the PDF and to the order's other documents. */
export function documentLinks(
  orderId: string,
  viewer: OrderViewer,
  { title, number, scheme }: TaxDocument,
  credits: readonly OrderCredit[],
): DocumentLink[] {
  const { token } = viewer;
  const isNote = title === 'Credit note';
  const asPdf = { format: 'pdf' };
  const otherNotes = credits.flatMap(({ note_number: note }) =>
    note === null || (isNote && note === number) ? [] : note,
  );
  return [
    { label: 'Back to the order', href: orderPath(orderId, viewer) },
    {
      label: 'Download as PDF',
      href: isNote ? creditNotePath(orderId, token, number, asPdf) : invoicePath(orderId, token, asPdf),
    },
    ...(isNote ? [{ label: saleTitle({ tax_scheme: scheme }), href: invoicePath(orderId, token) }] : []),
    ...otherNotes.map((note) => ({ label: `Credit note ${note}`, href: creditNotePath(orderId, token, note) })),
  ];
}
