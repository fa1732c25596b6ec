import { setImmediate as nextTask } from 'node:timers/promises';
import { csvHeader, csvLines } from '#lib/platform/csv.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { keysetPage } from '#lib/platform/db/keyset-page.server.ts';
import { creditNoteAmounts, invoiceAmounts } from '#lib/sales/invoices/invoice.ts';
import { DOCUMENT_HEADINGS, documentLines, type ReportedDocument } from '#lib/sales/money-reports/document-csv.ts';
import type { Month } from '#lib/sales/money-reports/month.ts';
import { type OrderParts, partsOfOrders } from '#lib/sales/money-reports/order-parts.server.ts';
import { shopSettingsAt } from '#lib/shop/settings/shop-settings.server.ts';

/** The size of a chunk. Formatting a chunk takes a few ms, during which other requests wait. */
const DOCUMENTS_PER_CHUNK = 200;

/**
 * Yields all documents of a month as CSV, in chunks: first the invoices, then the credit notes. There is one line for
 * each document and tax rate. The amounts of credit notes are negative, so that the columns add up to the taxes of the
 * month.
 */
export async function* documentsCsv(db: ShopDatabase, month: Month): AsyncGenerator<string> {
  const seller = await shopSettingsAt(db, month.to - 1);
  yield csvHeader(DOCUMENT_HEADINGS);
  for await (const documents of documentsOf(db, month)) {
    yield csvLines(documents.flatMap((document) => documentLines(document, seller.state.name)));
    await nextTask();
  }
}

async function* documentsOf(db: ShopDatabase, { from, to }: Month): AsyncGenerator<ReportedDocument[]> {
  const invoicedOrders = db.read
    .selectFrom('orders')
    .select(['id', 'invoice_at'])
    .where('invoice_at', '>=', from)
    .where('invoice_at', '<', to)
    .where('invoice_number', 'is not', null);
  for await (const rows of chunksOf((after) => keysetPage(invoicedOrders, pageAfter('invoice_at', after)))) {
    const orderParts = await partsOfOrders(
      db,
      rows.map(({ id }) => id),
    );
    yield orderParts.map(reportedInvoice);
  }
  const notes = db.read
    .selectFrom('order_credit')
    .select(['id', 'order_id', 'note_at'])
    .where('note_at', '>=', from)
    .where('note_at', '<', to);
  for await (const rows of chunksOf((after) => keysetPage(notes, pageAfter('note_at', after)))) {
    const orderParts = await partsOfOrders(db, [...new Set(rows.map(({ order_id }) => order_id))]);
    const partsById = new Map(orderParts.map((parts) => [parts.order.id, parts]));
    yield rows.flatMap(({ id, order_id }) => reportedNotes(partsById.get(order_id), id));
  }
}

function pageAfter(column: 'invoice_at' | 'note_at', after: string | undefined) {
  return { sort: { column, direction: 'asc' as const }, size: DOCUMENTS_PER_CHUNK, after };
}

async function* chunksOf<Row>(
  read: (after: string | undefined) => Promise<{ rows: Row[]; next: string | undefined }>,
): AsyncGenerator<Row[]> {
  for (let after: string | undefined; ; ) {
    const { rows, next } = await read(after);
    if (rows.length > 0) yield rows;
    if (next === undefined) return;
    after = next;
  }
}

function reportedInvoice({ order, lines, credits, state }: OrderParts): ReportedDocument {
  const { invoice_number, invoice_at, created_at } = order;
  return {
    ...{ order, state, sign: 1, number: invoice_number ?? '', at: invoice_at ?? created_at },
    amounts: invoiceAmounts(order, lines, credits),
  };
}

function reportedNotes(parts: OrderParts | undefined, creditId: string): ReportedDocument[] {
  const credit = parts?.credits.find(({ id }) => id === creditId);
  if (!parts || !credit) return [];
  const { order, lines, state } = parts;
  const { note_number, note_at, created_at } = credit;
  const amounts = creditNoteAmounts(order, lines, credit);
  return [{ order, state, sign: -1, number: note_number ?? '', at: note_at ?? created_at, amounts }];
}
