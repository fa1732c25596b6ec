import { setImmediate as nextTask } from 'node:timers/promises';
import { type ExportChunk, recordedExport } from '#lib/platform/audit/recorded-export.server.ts';
import { csvHeader, csvLines } from '#lib/platform/csv.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { indianIsoMinute } from '#lib/primitives/indian-time.ts';
import type { CustomerQuery } from '#lib/sales/account/admin/customer-query.schema.ts';
import { type CustomerListRow, listCustomers } from '#lib/sales/account/admin/list-customers.server.ts';
import { paiseToRupees } from '#lib/shop/money/money.ts';

const COLUMNS: readonly (readonly [heading: string, cellOf: (row: CustomerListRow) => string])[] = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Mobile', ({ mobile }) => mobile],
  ['Account since', ({ createdAt }) => indianIsoMinute(createdAt)],
  ['Orders', ({ orderCount }) => String(orderCount)],
  ['Total', ({ totalPaise }) => paiseToRupees(totalPaise).toFixed(2)],
  ['Last order', ({ lastOrderAt }) => (lastOrderAt === null ? '' : indianIsoMinute(lastOrderAt))],
];

/** Exports the customers of a list as CSV, in chunks. Records the export in the audit log, with `filters`. */
export function exportCustomers(
  shop: Pick<Shop, 'db' | 'now'>,
  query: CustomerQuery,
  filters: string,
): Promise<AsyncGenerator<string>> {
  return recordedExport(shop, { recordKind: 'customers', filters, chunks: csvChunks(shop.db, query) });
}

async function* csvChunks(db: ShopDatabase, query: CustomerQuery): AsyncGenerator<ExportChunk> {
  yield { text: csvHeader(COLUMNS.map(([heading]) => heading)), recordCount: 0 };
  for (let after: string | undefined; ; ) {
    const { rows, next } = await listCustomers(db, { ...query, after, before: undefined });
    const text = csvLines(rows.map((row) => COLUMNS.map(([, cellOf]) => cellOf(row))));
    if (rows.length > 0) yield { text, recordCount: rows.length };
    if (next === undefined) return;
    after = next;
    await nextTask();
  }
}
