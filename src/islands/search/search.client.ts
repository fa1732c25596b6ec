import { getFromApi } from '#islands/ui/api-response.ts';
import type { ProductSummaryJson } from '#lib/catalog/products/product-json.ts';
import type { SearchHit, SearchNote } from '#lib/catalog/search/search.ts';

export interface SearchResponse extends SearchNote {
  product: ProductSummaryJson[];
  category: SearchHit[];
  brand: SearchHit[];
  blog: SearchHit[];
  /** The page to which the search term redirects. */
  redirect?: { path: string; name: string };
}

/** Returns the search results. Rejects if the request is aborted, the search fails, or the shop can't be reached. */
export async function fetchSearch(term: string, signal: AbortSignal): Promise<SearchResponse> {
  const response = await getFromApi<SearchResponse>(
    `/public/search/all?${new URLSearchParams({ search: term })}`,
    signal,
  );
  if (response.status !== 'success') throw new Error(response.message);
  return response.data;
}
