import type { CatalogueEntry, ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { generateRecords } from '../bench/generate-catalogue.ts';

const RECORDS_A_BATCH = 400;

/**
 * Imports the first `products` of a generated catalogue again, in batches like an import; without a price, with their
 * own.
 */
export async function editPrices(db: ShopDatabase, products: number, price?: number): Promise<void> {
  const edited: CatalogueEntry[] = [];
  for await (const record of generateRecords(products)) {
    if (record.type === 'product') edited.push(price === undefined ? record : withPrice(record, price));
  }
  for (let from = 0; from < products; from += RECORDS_A_BATCH) {
    await saveCatalogueBatch(db, edited.slice(from, from + RECORDS_A_BATCH));
  }
}

function withPrice(record: ProductRecord, price: number): CatalogueEntry {
  return { ...record, variants: record.variants.map((variant) => ({ ...variant, price, sale_price: null })) };
}
