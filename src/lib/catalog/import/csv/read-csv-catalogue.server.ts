import { TaxonomyNames } from '#lib/catalog/import/csv/shopify-taxonomy.ts';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { recordOf } from '#lib/catalog/import/record/product-record.ts';
import { loadProducts } from '#lib/catalog/products/stored-products.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** Returns the stored taxonomy, and a function that reads stored products, to which the rows of a CSV file refer. */
export async function readCsvCatalogue({ read }: ShopDatabase) {
  const rows = await read
    .selectFrom('facet_value')
    .select(['id', 'kind as type', 'slug', 'name', 'parent_id'])
    .execute();
  const slugById = new Map(rows.map(({ id, slug }) => [id, slug]));
  const names = new TaxonomyNames(
    rows.map(({ parent_id, ...row }) => ({ ...row, parent: parent_id === null ? null : slugById.get(parent_id) })),
  );
  async function readStoredProducts(slugs: readonly string[]): Promise<Map<string, ProductRecord>> {
    const uniqueSlugs = [...new Set(slugs)].filter((slug) => slug !== '');
    if (uniqueSlugs.length === 0) return new Map();
    const products = await loadProducts(read, { slugs: uniqueSlugs });
    return new Map(products.map((product) => [product.row.slug, recordOf(product, (id) => slugById.get(id))]));
  }
  return { names, readStoredProducts };
}
