import type { ProductCard } from '#lib/catalog/catalog.ts';

/** Search runs only when the term is longer than this (specification, section 5). */
export const SEARCH_MIN_CHARACTERS = 2;
export const SEARCH_DEBOUNCE_MS = 500;
export const NO_RESULTS = 'No results found.';

export interface SearchHit {
  slug: string;
  name: string;
}

/** Section 3, "Search result". */
export interface SearchResult {
  product: ProductCard[];
  category: SearchHit[];
  brand: SearchHit[];
  blog: SearchHit[];
}
