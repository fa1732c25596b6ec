import type { FacetValue } from '#lib/catalog/listing-index/facets/facets.ts';
import type { ProductCard } from '#lib/catalog/products/catalog.ts';
import type { ScoredProducts } from '#lib/catalog/search/scoring/search-score.ts';

/** Shorter terms are not searched for (product.md, "Search"). */
const SEARCH_MIN_CHARACTERS = 3;
export const SEARCH_DEBOUNCE_MS = 500;
export const NO_RESULTS = 'No results found.';
export const NOTHING_FOUND_FOR = 'Nothing found for';
export const SIMILAR_RESULTS = 'These results are similar.';
export const PARTIAL_RESULTS = 'Few or no products have all of these words. These products come closest.';

export const SEARCH_MAX_CHARACTERS = 80;

/** Returns the text with single spaces, cut to `SEARCH_MAX_CHARACTERS`. */
export function searchTerm(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim().slice(0, SEARCH_MAX_CHARACTERS);
}

export function isSearchable(term: string): boolean {
  return term.length >= SEARCH_MIN_CHARACTERS;
}

export type SearchHit = Omit<FacetValue, 'count'>;

export interface SearchNote extends Partial<Omit<ScoredProducts, 'parts'>> {
  /** The corrected term that was searched for; undefined if no word was corrected. */
  shownFor?: string | undefined;
  /** The limits in the term that the results meet, such as "Up to ₹1,000, size L". */
  limits?: string | undefined;
  /** The limits in the term that no relevant product meets. */
  unmetLimits?: string | undefined;
  /** The term without its limits; an empty string if it contains only limits. */
  termWithoutLimits?: string | undefined;
}

export interface SearchResult extends SearchNote {
  product: ProductCard[];
  category: SearchHit[];
  brand: SearchHit[];
  blog: SearchHit[];
}

/**
 * Returns whether a search counts as a search without results. A corrected term counts as found, because most corrected
 * terms are typos. Products that contain less than half of the term don't count as results.
 */
export function isMiss(
  { product, category, brand, shownFor, isFarOff }: SearchResult,
  blog: readonly SearchHit[],
): boolean {
  if (isFarOff && category.length + brand.length + blog.length === 0) return true;
  if (shownFor !== undefined) return false;
  return product.length + category.length + brand.length + blog.length === 0;
}

export function searchHref(term: string): string {
  return `/search?${new URLSearchParams({ search: term })}`;
}

export function exactSearchHref(term: string): string {
  return `/search?${new URLSearchParams({ search: term, exact: 'true' })}`;
}

/** Returns the URL of the same search without limits; of all products if the remaining term is too short to search. */
export function searchWithoutLimitsHref(remainingTerm: string): string {
  return isSearchable(remainingTerm) ? searchHref(remainingTerm) : '/products';
}

export function facetHref(kind: 'category' | 'brand' | 'blog', slug: string): string {
  return kind === 'blog' ? `/blogs/${slug}` : `/products?${kind}=${slug}`;
}

export function facetName(hit: SearchHit): string {
  return hit.parent ? `${hit.parent} › ${hit.name}` : hit.name;
}
