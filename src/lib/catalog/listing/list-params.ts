import { FACETS } from '#lib/catalog/listing-index/facets/facets.ts';

const OTHERS = ['exact', 'filter', 'maxprice', 'minprice', 'page', 'search', 'sort'];

export const LIST_PARAMS: readonly string[] = [...FACETS.map(({ name }) => name), ...OTHERS];
