import { cardsByIds } from '#lib/catalog/product-cards.server.ts';
import { facetsOf, resolveFilter } from '#lib/facets/facet-values.ts';
import type { ListQuery } from '#lib/facets/facets.ts';
import { ListingIndex } from '#lib/facets/listing-index.server.ts';
import { type ListPage, PER_PAGE } from '#lib/listing/list-query.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { findSearchDocuments } from '#lib/platform/db/search-table.server.ts';
import { queryWords } from '#lib/search/search-words.ts';

const SEARCH_MATCHES = 10_000;

const NAME = 'listing';

export interface FoundList extends Omit<ListPage, 'cards'> {
  ids: number[];
}

export interface Listing {
  find(query: ListQuery): Promise<FoundList>;
}

/** A page past the end is the last. */
export async function listProducts(db: ShopDatabase, query: ListQuery): Promise<ListPage> {
  const { ids, ...list } = await listingOf(db).find(query);
  return { cards: await cardsByIds(db, ids), ...list };
}

export async function findList(db: ShopDatabase, index: ListingIndex, query: ListQuery): Promise<FoundList> {
  const searched = query.search === undefined ? undefined : await searchedIds(db, query.search);
  // No await from here on, so that total, counts and page are of one state of the index.
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

export function listingOf(db: ShopDatabase): Listing {
  return db.memo<Listing>(NAME, () => {
    const index = new ListingIndex(db);
    return {
      async find(query) {
        await index.catchUp();
        return findList(db, index, query);
      },
    };
  });
}

/** Call it before the first list is asked for. */
export function putListing(db: ShopDatabase, listing: Listing): void {
  if (db.memo(NAME, () => listing) !== listing) throw new Error('A list was asked for before its listing was set.');
}
