import { stringify } from 'csv-stringify/sync';
import { EXPORT_COLUMNS } from '#lib/catalog/import/csv/shopify-columns.ts';
import { readCatalogue } from '#lib/catalog/import/export/read-catalogue.server.ts';
import { shopifyRows } from '#lib/catalog/import/export/shopify-rows.ts';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/**
 * Yields the products as Shopify's product CSV, in chunks. The stock of cloth is rounded down to whole metres. Data
 * that has no column in the format is left out. Adds the number of products to `report.recordCount`.
 */
export async function* shopifyCsv(db: ShopDatabase, report: { recordCount: number }): AsyncGenerator<string> {
  const names = new Map<string, string>();
  yield csvHeader();
  for await (const record of readCatalogue(db)) {
    if (record.type === 'review') break;
    if (record.type !== 'product') {
      names.set(`${record.type}:${record.slug}`, record.name);
      continue;
    }
    report.recordCount++;
    yield csvLines(record, names);
  }
}

export function csvHeader(): string {
  return stringify([EXPORT_COLUMNS], { record_delimiter: 'windows' });
}

/**
 * Returns the CSV lines of a product. `names` contains the names of brands and categories, with keys such as
 * `brand:kora`. With `escape_formulas`, cells that a spreadsheet would evaluate get an apostrophe, which an import
 * removes.
 */
export function csvLines(
  record: ProductRecord,
  names: ReadonlyMap<string, string>,
  options: { escape_formulas?: boolean } = {},
): string {
  const rows = shopifyRows(record, (kind, slug) => names.get(`${kind}:${slug}`) ?? slug);
  return stringify(rows, { columns: [...EXPORT_COLUMNS], record_delimiter: 'windows', ...options });
}
