import { type PriceRange, priceBounds } from '#lib/catalog/listing/price-range.ts';
import {
  byFacet,
  FACETS,
  type Facets,
  type FixedSort,
  type ListQuery,
  SORTS,
  type Sort,
} from '#lib/catalog/listing-index/facets/facets.ts';
import { valueSlug } from '#lib/catalog/listing-index/facets/value-slug.ts';
import type { ProductCard } from '#lib/catalog/products/catalog.ts';
import type { SearchNote } from '#lib/catalog/search/search.ts';

/** The number of products per page in responses of the API. */
export const API_PRODUCTS_PER_PAGE = 10;
/** The number of products per page of a list on the website. Twelve cards fill rows of two, three and four cards. */
const CARDS_PER_PAGE = 12;
const MAX_VALUES_PER_FACET = 30;
const MAX_VALUE_CHARACTERS = 80;
const MAX_SEARCH_CHARACTERS = 100;
const MAX_PAGE = 1_000_000;
const MAX_PAISE = 10_000_000_000;

export interface ListView {
  perPage: number;
  /** If set, the result includes the number of products below and above this range. */
  priceRange?: PriceRange;
}

export interface ListPage {
  cards: ProductCard[];
  total: number;
  page: number;
  lastPage: number;
  facets: Facets;
  searchNote?: SearchNote;
  /**
   * If the search term limits price, size or age: the query with the limits that are applied as filters, for headings,
   * chips and links.
   */
  interpretedQuery?: ListQuery;
  /** The number of products below and above the price range that match all other filters. */
  outsideRange?: { under: number; over: number };
}

/** The labels of the sort orders, in the order in which they are offered. */
const SORT_LABELS: Record<FixedSort, string> = {
  latest: 'Latest',
  top_sale: 'Top selling',
  lowtohigh: 'Price: low to high',
  hightolow: 'Price: high to low',
};
const FIXED_SORTS = Object.entries(SORT_LABELS).map(([value, label]) => ({ value: value as FixedSort, label }));

/**
 * Returns the sort orders. "Best match" is offered, as the first choice, only if there is a search term (product.md,
 * "Search").
 */
export function sortChoices({ search }: Pick<ListQuery, 'search'>): { value: Sort; label: string }[] {
  return search ? [{ value: 'best', label: 'Best match' }, ...FIXED_SORTS] : FIXED_SORTS;
}

export function defaultSort({ search }: Pick<ListQuery, 'search'>): Sort {
  return search ? 'best' : 'latest';
}

export function webPageView(priceRange: PriceRange): ListView {
  return { perPage: CARDS_PER_PAGE, priceRange };
}

/** Returns the query in the parameters. Ignores or clamps malformed values, and truncates long values; never throws. */
export function parseListQuery(params: URLSearchParams, priceRange: PriceRange): ListQuery {
  const query: ListQuery = {
    ...byFacet((name) => parseSlugs(params.getAll(name))),
    ...priceBounds(parsePaise(params.get('minprice')), parsePaise(params.get('maxprice')), priceRange),
    sort: 'latest',
    page: parseWholeNumber(params.get('page'), 1, MAX_PAGE) ?? 1,
  };
  const search = params.get('search')?.replace(/\s+/g, ' ').trim().slice(0, MAX_SEARCH_CHARACTERS);
  if (search) query.search = search;
  if (search && params.get('exact') === 'true') query.isExact = true;
  query.sort = parseSort(params) ?? defaultSort(query);
  return query;
}

/** Returns the URL of a query with a change. After any change other than to the page, the URL is that of page 1. */
export function listHref(query: ListQuery, change: Partial<ListQuery> = {}, path = '/products'): string {
  const changesOnlyPage = Object.keys(change).every((name) => name === 'page');
  const newQuery: ListQuery = { ...query, ...(changesOnlyPage ? {} : { page: 1 }), ...change };
  const params = listParams(newQuery).toString();
  return params ? `${path}?${params.replaceAll('%2C', ',')}` : path;
}

export function withParam(href: string, name: 'open_filter' | 'quickView', value: string): string {
  return `${href}${href.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
}

/** Returns the URL of a list with an open filter panel: the list that the page shows; elsewhere, all products. */
export function filterHref({ pathname, searchParams }: URL, priceRange: PriceRange): string {
  const isList = pathname === '/products' || (pathname === '/search' && searchParams.has('search'));
  const query = parseListQuery(isList ? searchParams : new URLSearchParams(), priceRange);
  return withParam(listHref(query, {}, isList ? pathname : '/products'), 'open_filter', 'true');
}

/** Returns the canonical parameters of a query: equal for equal queries, because caches use them as keys. */
export function listParams(query: ListQuery): URLSearchParams {
  const params = new URLSearchParams();
  for (const { name } of FACETS) {
    if (query[name].length > 0) params.set(name, [...new Set(query[name])].sort().join(','));
  }
  if (query.minPricePaise !== undefined) params.set('minprice', String(query.minPricePaise / 100));
  if (query.maxPricePaise !== undefined) params.set('maxprice', String(query.maxPricePaise / 100));
  if (query.search) params.set('search', query.search);
  if (query.search && query.isExact) params.set('exact', 'true');
  if (query.sort === 'top_sale') params.set('filter', 'top_sale');
  else if (query.sort !== defaultSort(query)) params.set('sort', query.sort);
  if (query.page > 1) params.set('page', String(query.page));
  return params;
}

function parseSlugs(texts: string[]): string[] {
  const slugs = texts
    .slice(0, MAX_VALUES_PER_FACET)
    // The text is truncated before it is split, to limit the work.
    .flatMap((text) => text.slice(0, MAX_VALUES_PER_FACET * MAX_VALUE_CHARACTERS).split(','))
    .slice(0, MAX_VALUES_PER_FACET * 2)
    .map((text) => valueSlug(text.slice(0, MAX_VALUE_CHARACTERS)))
    .filter((slug) => slug !== '');
  return [...new Set(slugs)].sort().slice(0, MAX_VALUES_PER_FACET);
}

function parseSort(params: URLSearchParams): Sort | undefined {
  const sort = params.get('sort');
  const knownSort = SORTS.find((candidate) => candidate === sort);
  if (knownSort) return knownSort;
  return params.get('filter') === 'top_sale' ? 'top_sale' : undefined;
}

function parseWholeNumber(text: string | null, min: number, max: number): number | undefined {
  const number = parseDecimal(text);
  return number === undefined ? undefined : Math.min(Math.max(Math.floor(number), min), max);
}

function parsePaise(rupeesText: string | null): number | undefined {
  const number = parseDecimal(rupeesText);
  return number === undefined ? undefined : Math.min(Math.round(number * 100), MAX_PAISE);
}

function parseDecimal(text: string | null): number | undefined {
  return text === null || text.length > 100 || !/^\d+(\.\d*)?$/.test(text) ? undefined : Number(text);
}
