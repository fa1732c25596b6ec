import type { CatalogueRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';

/** Creates a database with one product, so that servers with this database do not load the demo catalogue. */
export async function smallShop(dataDir: string, databaseUrl?: string): Promise<ShopDatabase> {
  const db = await openDatabase({ dataDir, databaseUrl });
  await migrate(db);
  const category: CatalogueRecord = { type: 'category', slug: 'women', name: 'Women' };
  await saveCatalogueBatch(db, [category, oneProduct('loom-kurta', 1_250)], new Map());
  return db;
}

/** Returns a product in size M with five pieces in stock. `price` is in rupees. */
export function oneProduct(slug: string, price: number): CatalogueRecord {
  return {
    type: 'product',
    slug,
    name: `Handwoven ${slug}`,
    categories: ['women'],
    content: 'Woven on a pit loom.',
    sell_unit: 'piece',
    created_at: '2026-01-05',
    options: ['size'],
    variants: [{ values: { size: 'M' }, price, quantity: 5, hsn: '6206' }],
  };
}
