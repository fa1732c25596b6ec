import { listingOf } from '#lib/catalog/listing/listing.server.ts';
import { cardsByIds } from '#lib/catalog/products/product-cards.server.ts';
import { isSearchable, type SearchResult } from '#lib/catalog/search/search.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const MAX_PRODUCTS = 8;

/**
 * Returns the best products for a term, in the order of the results page, and the matching categories and brands; empty
 * lists if the term can't be searched for. Throws a ShopError `busy` if searches are not loaded.
 */
export async function searchCatalogue(db: ShopDatabase, term: string): Promise<SearchResult> {
  if (!isSearchable(term)) return { product: [], category: [], brand: [], blog: [] };
  const { ids, matchingFacets, searchNote } = await listingOf(db).search(term, MAX_PRODUCTS);
  return { product: await cardsByIds(db, ids), ...matchingFacets, blog: [], ...searchNote };
}
