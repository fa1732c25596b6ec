import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { filteredProducts } from '#lib/catalog/admin/list/filter-products.server.ts';
import { PRODUCT_SORT_COLUMNS } from '#lib/catalog/admin/list/list-products.server.ts';
import type { ProductQuery } from '#lib/catalog/admin/list/product-query.schema.ts';
import { csvHeader, csvLines } from '#lib/catalog/import/export/export-csv.server.ts';
import { recordOf } from '#lib/catalog/import/record/product-record.ts';
import { loadProducts } from '#lib/catalog/products/stored-products.server.ts';
import { type ExportChunk, recordedExport } from '#lib/platform/audit/recorded-export.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { keysetPage } from '#lib/platform/db/keyset-page.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** The number of products per batch. It is low, because requests wait while products are formatted. */
const PRODUCTS_PER_BATCH = 50;
/** The mark at the start of the file, which makes Excel read the file as UTF-8. */
const BYTE_ORDER_MARK = '\u{FEFF}';

/** Returns the products of a list as Shopify's product CSV, in chunks. `filters` is recorded in the audit log. */
export function exportProducts(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  query: ProductQuery,
  filters: string,
): Promise<AsyncGenerator<string>> {
  return recordedExport({ db, now }, { recordKind: 'products', filters, chunks: csvChunks(db, query, now()) });
}

async function* csvChunks(db: ShopDatabase, query: ProductQuery, at: number): AsyncGenerator<ExportChunk> {
  const facetValues = await db.read.selectFrom('facet_value').select(['id', 'kind', 'slug', 'name']).execute();
  const slugsById = new Map(facetValues.map(({ id, slug }) => [id, slug]));
  const names = new Map(facetValues.map(({ kind, slug, name }) => [`${kind}:${slug}`, name]));
  yield { text: BYTE_ORDER_MARK + csvHeader(), recordCount: 0 };
  for (let after: string | undefined; ; ) {
    const { products } = await filteredProducts(db.read.selectFrom('product_summary'), query, db, at);
    const rowQuery = products.select(['id', 'name_key', 'created_at', 'min_paise', 'stock']);
    const { rows, next } = await keysetPage(rowQuery, {
      sort: PRODUCT_SORT_COLUMNS[query.sort],
      size: PRODUCTS_PER_BATCH,
      after,
    });
    const storedProducts = await loadProducts(db.read, { ids: rows.map(({ id }) => id) });
    const storedById = new Map(storedProducts.map((product) => [product.row.id, product]));
    const sortedProducts = rows.flatMap(({ id }) => storedById.get(id) ?? []);
    const texts = sortedProducts.map((product) =>
      csvLines(
        recordOf(product, (id) => slugsById.get(id)),
        names,
        { escape_formulas: true },
      ),
    );
    if (texts.length > 0) yield { text: texts.join(''), recordCount: texts.length };
    if (next === undefined) return;
    after = next;
    await yieldToEventLoop();
  }
}
