import { cardsByIds } from '#lib/catalog/product-cards.server.ts';
import type { ListQuery } from '#lib/facets/facets.ts';
import { GoodsIndex } from '#lib/listing/goods-index.server.ts';
import { type ListPage, type ListView, PER_PAGE } from '#lib/listing/list-query.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { SearchNote } from '#lib/search/search.ts';
import type { NamedPlaces } from '#lib/search/search-places.ts';

const NAME = 'listing';

export interface FoundList extends Omit<ListPage, 'cards'> {
  ids: number[];
}

/** The first products of a search, and the shelves that go by its words. */
export interface FoundGoods {
  ids: number[];
  places: NamedPlaces;
  searched: SearchNote;
}

export interface Listing {
  find(query: ListQuery, view: ListView): Promise<FoundList>;
  search(term: string, most: number): Promise<FoundGoods>;
}

/** A page past the end is the last. */
export async function listProducts(
  db: ShopDatabase,
  query: ListQuery,
  view: ListView = { perPage: PER_PAGE },
): Promise<ListPage> {
  const { ids, ...list } = await listingOf(db).find(query, view);
  return { cards: await cardsByIds(db, ids), ...list };
}

export function listingOf(db: ShopDatabase): Listing {
  return db.memo<Listing>(NAME, () => {
    const index = new GoodsIndex(db);
    return {
      async find(query, view) {
        await index.catchUp(query.search !== undefined);
        return index.find(query, view);
      },
      async search(term, most) {
        await index.catchUp(true);
        return index.search(term, most);
      },
    };
  });
}

/** Call it before the first list is asked for. */
export function putListing(db: ShopDatabase, listing: Listing): void {
  if (db.memo(NAME, () => listing) !== listing) throw new Error('A list was asked for before its listing was set.');
}
