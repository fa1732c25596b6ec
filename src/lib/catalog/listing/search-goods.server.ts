import { listingOf } from '#lib/catalog/listing/listing.server.ts';
import { cardsByIds } from '#lib/catalog/products/product-cards.server.ts';
import { isSearchable, type SearchResult } from '#lib/catalog/search/search.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const PRODUCTS_SHOWN = 8;

/** The top products for a term, ranked as on the results page, and the matching categories and brands. */
export async function searchGoods(db: ShopDatabase, term: string): Promise<SearchResult> {
  if (!isSearchable(term)) return { product: [], category: [], brand: [], blog: [] };
  const { ids, matchingFacets, searched } = await listingOf(db).search(term, PRODUCTS_SHOWN);
  return { product: await cardsByIds(db, ids), ...matchingFacets, blog: [], ...searched };
}
