import type { CatalogueRecord } from '#lib/catalog/catalog-record.ts';
import type { ShopDatabase } from '#lib/db/db.server.ts';

/** The whole catalogue as records, in an order that an import can take: taxonomy, products by id, reviews. */
export async function* readCatalogue(_db: ShopDatabase): AsyncIterable<CatalogueRecord> {
  throw new Error('to come');
}
