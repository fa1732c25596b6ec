import { FACETS } from '#lib/catalog/listing-index/facets/facets.ts';

const OTHER_PARAMS = ['exact', 'filter', 'maxprice', 'minprice', 'page', 'search', 'sort'];

/** The query parameters that `parseListQuery` reads. */
export const LIST_PARAMS: readonly string[] = [...FACETS.map(({ name }) => name), ...OTHER_PARAMS];
