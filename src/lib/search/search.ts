import type { ProductCard } from '#lib/catalog/catalog.ts';

/** The term must be longer than this (product.md, "Search"). */
export const SEARCH_MIN_CHARACTERS = 2;
export const SEARCH_DEBOUNCE_MS = 500;
export const NO_RESULTS = 'No results found.';
export const PARTIAL_RESULTS = 'Few or none have all of these words. These come closest.';

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

export interface SearchNote {
  /** What was searched for instead, where no goods have a word of the term. */
  shownFor?: string | undefined;
  isPartial?: boolean | undefined;
}

export interface SearchResult extends SearchNote {
  product: ProductCard[];
  category: SearchHit[];
  brand: SearchHit[];
  blog: SearchHit[];
}

/** What a near word answers was found: most of it are slips of the finger. */
export function isMiss({ product, category, brand, shownFor }: SearchResult, blog: readonly SearchHit[]): boolean {
  if (shownFor !== undefined) return false;
  return product.length + category.length + brand.length + blog.length === 0;
}

export function exactSearchHref(term: string): string {
  return `/search?${new URLSearchParams({ search: term, exact: 'true' })}`;
}

export function placeHref(kind: 'category' | 'brand' | 'blog', slug: string): string {
  return kind === 'blog' ? `/blogs/${slug}` : `/products?${kind}=${slug}`;
}

export function placeName(hit: SearchHit): string {
  return hit.parent ? `${hit.name}, ${hit.parent}` : hit.name;
}
