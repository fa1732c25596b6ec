import { type ListPage, type ListQuery, PER_PAGE } from '#lib/catalog/catalog.ts';
import { facetsOf } from '#lib/facets/facet-values.ts';
import { resolveFilter } from '#lib/facets/listing-filter.ts';
import type { ListingIndex } from '#lib/facets/listing-index.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { findSearchDocuments } from '#lib/platform/db/search-table.server.ts';
import { queryWords } from '#lib/search/search-words.ts';

/** A search in a listing looks at this many products at most. */
const SEARCH_MATCHES = 10_000;

/** A page of a list by the ids of its products. */
export interface FoundList extends Omit<ListPage, 'cards'> {
  ids: number[];
}

/** A page past the end is the last. */
export async function findList(db: ShopDatabase, index: ListingIndex, query: ListQuery): Promise<FoundList> {
  const searched = query.search === undefined ? undefined : await searchedIds(db, query.search);
  // From here on nothing waits, so that total, counts and page are of one state of the index.
  const values = [...index.values];
  const filter = resolveFilter(query, values, searched);
  const { total, counts } = index.totals(filter);
  const lastPage = Math.max(1, Math.ceil(total / PER_PAGE));
  const page = Math.min(Math.max(1, query.page), lastPage);
  const ids = total === 0 ? [] : index.page(filter, query.sort, (page - 1) * PER_PAGE, PER_PAGE);
  return { ids, total, page, lastPage, facets: facetsOf(values, counts) };
}

async function searchedIds(db: ShopDatabase, search: string): Promise<number[]> {
  const ids = await findSearchDocuments(db, queryWords(search), SEARCH_MATCHES);
  return ids.sort((a, b) => a - b);
}
