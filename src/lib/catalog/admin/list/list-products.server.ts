import { filteredProducts } from '#lib/catalog/admin/list/filter-products.server.ts';
import type { ProductQuery } from '#lib/catalog/admin/list/product-query.schema.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { type KeysetPage, type KeysetSort, keysetPage } from '#lib/platform/db/keyset-page.server.ts';

export const PRODUCTS_PER_PAGE = 40;

export type ProductListRow = Awaited<ReturnType<typeof readRows>>[number];

/**
 * Returns one page of products. The page begins after a given product or ends before a given product, so that new
 * products do not shift its rows.
 */
export async function listProductRows(
  db: ShopDatabase,
  query: ProductQuery,
  at: number,
): Promise<KeysetPage<ProductListRow>> {
  const { after, before } = query;
  const sort = PRODUCT_SORT_COLUMNS[query.sort];
  const { products } = await filteredProducts(db.read.selectFrom('product_summary'), query, db, at);
  // This query selects no other columns, so that a search reads only the index of the sort.
  const rowQuery = products.select(['id', sort.column]);
  const page = await keysetPage(rowQuery, { sort, size: PRODUCTS_PER_PAGE, after, before });
  const ids = page.rows.map(({ id }) => id);
  return { ...page, rows: await readRows(db, ids) };
}

type ProductSort = KeysetSort & { column: 'created_at' | 'name_key' | 'min_paise' | 'stock' };

export const PRODUCT_SORT_COLUMNS: Readonly<Record<ProductQuery['sort'], ProductSort>> = {
  newest: { column: 'created_at', direction: 'desc' },
  oldest: { column: 'created_at', direction: 'asc' },
  name: { column: 'name_key', direction: 'asc', isText: true },
  name_desc: { column: 'name_key', direction: 'desc', isText: true },
  cheapest: { column: 'min_paise', direction: 'asc' },
  dearest: { column: 'min_paise', direction: 'desc' },
  least_stock: { column: 'stock', direction: 'asc' },
  most_stock: { column: 'stock', direction: 'desc' },
};

/** Reads the rows of products, in the order of `ids`. Omits products that no longer exist. */
async function readRows({ read }: ShopDatabase, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const [products, stocks, pictures] = await Promise.all([
    read
      .selectFrom('product')
      .innerJoin('product_summary', 'product_summary.id', 'product.id')
      .select(['product.id', 'product.slug', 'name', 'product_summary.status', 'product.min_paise as minPaise'])
      .select(['max_paise as maxPaise', 'sell_unit as sellUnit', 'product.created_at as createdAt'])
      .where('product.id', 'in', ids)
      .execute(),
    read
      .selectFrom('variant')
      .select(({ fn }) => [
        'product_id',
        fn.sum<number>('quantity').as('stock'),
        fn.countAll<number>().as('variantCount'),
      ])
      .where('product_id', 'in', ids)
      .groupBy('product_id')
      .execute(),
    read
      .selectFrom('picture')
      .select(['product_id', 'hash'])
      .where('product_id', 'in', ids)
      .where('hash', 'is not', null)
      .orderBy('position', 'desc')
      .execute(),
  ]);
  const productById = new Map(products.map((product) => [product.id, product]));
  const stockById = new Map(stocks.map((stock) => [stock.product_id, stock]));
  // The first picture of a product comes last, so it replaces the product's other pictures in the map.
  const pictureHashById = new Map(pictures.map(({ product_id, hash }) => [product_id, hash]));
  return ids.flatMap((id) => {
    const product = productById.get(id);
    if (!product) return [];
    const { stock = 0, variantCount = 0 } = stockById.get(id) ?? {};
    return {
      ...product,
      /** The hash of the first picture, for its URL, or null if no picture of the product is stored. */
      pictureHash: pictureHashById.get(id) ?? null,
      /** The stock of all variants, in pieces or cm. */
      stock: Number(stock),
      variantCount: Number(variantCount),
    };
  });
}
