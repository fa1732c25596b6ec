import { saleTitle, type TaxDocument } from '#lib/sales/invoices/tax-document.ts';
import { type OrderViewer, orderPath } from '#lib/sales/orders/own-order.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import type { OrderCredit } from '#lib/sales/orders/record/order-amounts.ts';
import { collectsTax } from '#lib/shop/money/tax-scheme.ts';

export interface DocumentLink {
  label: string;
  href: string;
}

/** Returns the name of an order's invoice or bill of supply in links and messages to customers. */
export function documentName(order: Pick<OrderRow, 'tax_scheme'>): string {
  return collectsTax(order.tax_scheme) ? 'Invoice' : saleTitle(order);
}

export function invoicePath(
  orderId: string,
  token: string | undefined,
  parameters: Record<string, string> = {},
): string {
  return withQuery(`/public/orders/invoice/${orderId}`, token, parameters);
}

export function creditNotePath(
  orderId: string,
  token: string | undefined,
  number: string,
  parameters: Record<string, string> = {},
): string {
  return withQuery(`/public/orders/credit-note/${orderId}`, token, { number, ...parameters });
}

function withQuery(path: string, token: string | undefined, parameters: Record<string, string>): string {
  const query = new URLSearchParams({ ...(token === undefined ? {} : { token }), ...parameters }).toString();
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
  const isCreditNote = title === 'Credit note';
  const asPdf = { format: 'pdf' };
  const otherNoteNumbers = credits.flatMap(({ note_number: noteNumber }) =>
    noteNumber === null || (isCreditNote && noteNumber === number) ? [] : noteNumber,
  );
  return [
    { label: 'Back to the order', href: orderPath(orderId, viewer) },
    {
      label: 'Download as PDF',
      href: isCreditNote ? creditNotePath(orderId, token, number, asPdf) : invoicePath(orderId, token, asPdf),
    },
    ...(isCreditNote ? [{ label: saleTitle({ tax_scheme: scheme }), href: invoicePath(orderId, token) }] : []),
    ...otherNoteNumbers.map((noteNumber) => ({
      label: `Credit note ${noteNumber}`,
      href: creditNotePath(orderId, token, noteNumber),
    })),
  ];
}
