import { facetValueIdQuery } from '#lib/catalog/listing/taxonomy.server.ts';
import type { ProductCard, ProductDetail } from '#lib/catalog/products/catalog.ts';
import { cardsByIds } from '#lib/catalog/products/product-cards.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { TaggedCache } from '#lib/platform/tagged-cache.ts';

export const CARDS_PER_RAIL = 5;

/** Returns the `n` newest listed products. */
export function newArrivals(db: ShopDatabase, n: number): Promise<ProductCard[]> {
  return topBy(db, 'created_at', n);
}

/** Returns the `n` listed products that have sold the most. */
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

/**
 * Returns up to `n` best-selling available products of the same category, and of its parent if these are too few.
 * `cache` contains the best-selling products of each category, because reading them takes a tenth of the time of a
 * product page.
 */
export async function relatedProducts(
  { db, cache }: { db: ShopDatabase; cache: TaggedCache },
  product: ProductDetail,
  n: number,
): Promise<ProductCard[]> {
  const slugs = product.breadcrumb.map((step) => step.slug).reverse();
  const relatedById = new Map<number, SoldProduct>();
  for (const slug of slugs) {
    // Reads one more product, because the product itself may be among the best sellers.
    const candidates = await cache.remember(`${n + 1} best sellers of ${slug}`, ['list'], () =>
      bestSellers(db, slug, n + 1),
    );
    for (const candidate of candidates)
      if (candidate.product_id !== product._id) relatedById.set(candidate.product_id, candidate);
    if (relatedById.size >= n) break;
  }
  return cardsOf(db, [...relatedById.values()].sort(bySold).slice(0, n));
}

interface SoldProduct {
  product_id: number;
  sold: number;
}

/** Only the newest products of a category are candidates, to keep product pages of a large shop fast. */
const MAX_RELATED_CANDIDATES = 100;

async function bestSellers(db: ShopDatabase, categorySlug: string, n: number): Promise<SoldProduct[]> {
  const candidates = await db.read
    .selectFrom('product_facet as f')
    .innerJoin('product', 'product.id', 'f.product_id')
    .innerJoin('product_listing', 'product_listing.product_id', 'f.product_id')
    .select(['f.product_id', 'product_listing.sold'])
    .where('f.value_id', '=', facetValueIdQuery(db.read, 'category', categorySlug))
    .where((eb) => eb.or([eb('in_stock', '=', 1), eb('pre_order', '=', 1)]))
    .orderBy('f.product_id', 'desc')
    .limit(MAX_RELATED_CANDIDATES)
    .execute();
  return candidates.sort(bySold).slice(0, n);
}

function bySold(a: SoldProduct, b: SoldProduct): number {
  return b.sold - a.sold || b.product_id - a.product_id;
}

function cardsOf(db: ShopDatabase, rows: { product_id: number }[]): Promise<ProductCard[]> {
  return cardsByIds(
    db,
    rows.map((row) => row.product_id),
  );
}
