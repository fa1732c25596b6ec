import type { ProductCard } from '#lib/catalog/catalog.ts';

/** The term must be longer than this (product.md, "Search"). */
export const SEARCH_MIN_CHARACTERS = 2;
export const SEARCH_DEBOUNCE_MS = 500;
export const NO_RESULTS = 'No results found.';

const SEARCH_MAX_CHARACTERS = 80;

export function searchTerm(raw: string | null): string {
  return (raw ?? '').replace(/\s+/g, ' ').trim().slice(0, SEARCH_MAX_CHARACTERS);
}

export function isSearchable(term: string): boolean {
  return term.length > SEARCH_MIN_CHARACTERS;
}

export interface SearchHit {
  slug: string;
  name: string;
  parent?: string;
}

export interface SearchResult {
  product: ProductCard[];
  category: SearchHit[];
  brand: SearchHit[];
  blog: SearchHit[];
}

export function placeHref(kind: 'category' | 'brand' | 'blog', slug: string): string {
  return kind === 'blog' ? `/blogs/${slug}` : `/products?${kind}=${slug}`;
}

export function placeName(hit: SearchHit): string {
  return hit.parent ? `${hit.name}, ${hit.parent}` : hit.name;
}
