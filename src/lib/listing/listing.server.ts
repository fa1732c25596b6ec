import type { ListQuery } from '#lib/catalog/catalog.ts';
import { ListingIndex } from '#lib/facets/listing-index.server.ts';
import { type FoundList, findList } from '#lib/listing/find-list.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** Who finds the products of a list. */
export interface Listing {
  find(query: ListQuery): Promise<FoundList>;
}

const NAME = 'listing';

/** The listing of this database: the one that was put there, else an index of its own, which is built by the first list. */
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

/** Lets all lists of this database be found by this one; before the first of them is asked for. */
export function putListing(db: ShopDatabase, listing: Listing): void {
  if (db.memo(NAME, () => listing) !== listing) throw new Error('A list was asked for before its listing was set.');
}
