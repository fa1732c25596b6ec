import type { CatalogueEntry, ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { generateRecords } from '../bench/generate-catalogue.ts';

const BATCH_SIZE = 400;

/**
 * Imports the first `products` products of a generated catalogue again, in batches as in a real import. `price` is the
 * new price of each variant, in rupees. By default, the variants have their original prices.
 */
export async function editPrices(db: ShopDatabase, products: number, price?: number): Promise<void> {
  const records: CatalogueEntry[] = [];
  for await (const record of generateRecords(products)) {
    if (record.type === 'product') records.push(price === undefined ? record : withPrice(record, price));
  }
  for (let from = 0; from < products; from += BATCH_SIZE) {
    await saveCatalogueBatch(db, records.slice(from, from + BATCH_SIZE));
  }
}

function withPrice(record: ProductRecord, price: number): CatalogueEntry {
  return { ...record, variants: record.variants.map((variant) => ({ ...variant, price, sale_price: null })) };
}
