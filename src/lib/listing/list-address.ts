import type { ListQuery, Sort } from '#lib/catalog/catalog.ts';
import { type ListChange, listHref, parseListQuery } from '#lib/listing/list-query.ts';

/** The sort dropdown, in the order of the specification (section 9). */
export const SORT_CHOICES: { value: Sort; label: string }[] = [
  { value: 'latest', label: 'Latest' },
  { value: 'top_sale', label: 'Top selling' },
  { value: 'lowtohigh', label: 'Price: low to high' },
  { value: 'hightolow', label: 'Price: high to low' },
];

/** The address of a listing with something open over it, which is no part of the query itself. */
export function listHrefWith(
  query: ListQuery,
  change: ListChange,
  path: string,
  open: { open_filter: 'true' } | { quickView: string },
): string {
  const href = listHref(query, change, path);
  return `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams(open)}`;
}

/** What a submitted form says, in the one order of addresses and without defaults. */
export function canonicalListUrl(path: string, params: URLSearchParams): string {
  return listHref(parseListQuery(params), {}, path);
}
