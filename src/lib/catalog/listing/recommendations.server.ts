import { facetValueIdQuery } from '#lib/catalog/listing/facet-value-id.ts';
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

/** The best-selling available products of the same category, and of its parent if they are fewer than `n`. */
export async function relatedProducts(db: ShopDatabase, product: ProductDetail, n: number): Promise<ProductCard[]> {
  const slugs = product.breadcrumb.map((step) => step.slug).reverse();
  const soldById = new Map<number, number>();
  for (const slug of slugs) {
    const rows = await db.read
      .selectFrom('product_facet as f')
      .innerJoin('product', 'product.id', 'f.product_id')
      .innerJoin('product_listing', 'product_listing.product_id', 'f.product_id')
      .select(['f.product_id', 'product_listing.sold'])
      .where('f.value_id', '=', facetValueIdQuery(db.read, 'category', slug))
      .where((eb) => eb.or([eb('in_stock', '=', 1), eb('pre_order', '=', 1)]))
      .orderBy('f.product_id', 'desc')
      .limit(MAX_RELATED_CANDIDATES)
      .execute();
    for (const row of rows) if (row.product_id !== product._id) soldById.set(row.product_id, row.sold);
    if (soldById.size >= n) break;
  }
  const ids = [...soldById.keys()].sort((a, b) => (soldById.get(b) ?? 0) - (soldById.get(a) ?? 0) || b - a);
  return cardsByIds(db, ids.slice(0, n));
}

/** Only the newest products of a category are candidates, to keep product pages of a large shop fast. */
const MAX_RELATED_CANDIDATES = 100;

function cardsOf(db: ShopDatabase, rows: { product_id: number }[]): Promise<ProductCard[]> {
  return cardsByIds(
    db,
    rows.map((row) => row.product_id),
  );
}
