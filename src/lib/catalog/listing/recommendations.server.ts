import type { ProductCard, ProductDetail } from '#lib/catalog/products/catalog.ts';
import { cardsByIds } from '#lib/catalog/products/product-cards.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

export const CARDS_IN_A_RAIL = 5;

export function newArrivals(db: ShopDatabase, n: number): Promise<ProductCard[]> {
  return topBy(db, 'created_at', n);
}

export function topSellers(db: ShopDatabase, n: number): Promise<ProductCard[]> {
  return topBy(db, 'sold', n);
}

async function topBy(db: ShopDatabase, column: 'created_at' | 'sold', n: number): Promise<ProductCard[]> {
  const query = db.read
    .selectFrom('product_listing')
    .select('product_id')
    .orderBy(column, 'desc')
    .orderBy('product_id', 'desc');
  return cardsOf(db, await query.limit(n).execute());
}

/** Best-selling available products of the same category, then of its parent. */
export async function relatedProducts(db: ShopDatabase, product: ProductDetail, n: number): Promise<ProductCard[]> {
  const slugs = product.breadcrumb.map((step) => step.slug).reverse();
  const ids = new Set<number>();
  for (const slug of slugs) {
    const rows = await db.read
      .selectFrom('product_facet as f')
      .innerJoin('facet_value as value', 'value.id', 'f.value_id')
      .innerJoin('product', 'product.id', 'f.product_id')
      .select('f.product_id')
      .where('value.kind', '=', 'category')
      .where('value.slug', '=', slug)
      .where((is) => is.or([is('in_stock', '=', 1), is('pre_order', '=', 1)]))
      .orderBy('f.product_id', 'desc')
      .limit(MAX_RELATED_CANDIDATES)
      .execute();
    for (const row of rows) if (row.product_id !== product._id) ids.add(row.product_id);
    if (ids.size >= n) break;
  }
  return cardsByIds(db, await bestSelling(db, [...ids], n));
}

/** Only the newest are candidates, to keep product pages of a large shop fast. */
const MAX_RELATED_CANDIDATES = 100;

async function bestSelling(db: ShopDatabase, ids: number[], n: number): Promise<number[]> {
  if (ids.length === 0) return [];
  const query = db.read.selectFrom('product_listing').select('product_id').where('product_id', 'in', ids);
  const rows = await query.orderBy('sold', 'desc').orderBy('product_id', 'desc').limit(n).execute();
  return rows.map((row) => row.product_id);
}

function cardsOf(db: ShopDatabase, rows: { product_id: number }[]): Promise<ProductCard[]> {
  return cardsByIds(
    db,
    rows.map((row) => row.product_id),
  );
}
