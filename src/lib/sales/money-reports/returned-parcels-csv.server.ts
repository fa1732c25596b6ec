import { type ExportChunk, recordedExport } from '#lib/platform/audit/recorded-export.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import type { ParcelView } from '#lib/sales/money-reports/money-query.schema.ts';
import type { Month } from '#lib/sales/money-reports/month.ts';
import { type ReportTable, reportCsv } from '#lib/sales/money-reports/report-table.ts';
import { returnedParcels } from '#lib/sales/money-reports/returned-parcels.server.ts';
import { parcelTable } from '#lib/sales/money-reports/returned-parcels.ts';

/**
 * Exports the returned cash parcels of a month as CSV. If the parcels are grouped by customer, records the export in
 * the audit log.
 */
export async function returnedParcelsCsv(
  shop: Pick<Shop, 'db' | 'now'>,
  view: ParcelView,
  month: Month,
): Promise<AsyncGenerator<string>> {
  const table = parcelTable(view, await returnedParcels(shop.db, view, month));
  if (view !== 'customer') return reportCsv(table);
  return recordedExport(shop, {
    recordKind: 'returned parcels',
    filters: `month=${month.key}`,
    chunks: chunksOf(table),
  });
}

async function* chunksOf(table: ReportTable): AsyncGenerator<ExportChunk> {
  for await (const text of reportCsv(table)) yield { text, recordCount: 0 };
  yield { text: '', recordCount: table.rows.length };
}
