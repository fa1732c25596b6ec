import { cardsByIds } from '#lib/catalog/product-cards.server.ts';
import { fullBitset } from '#lib/facets/bitset.ts';
import { type FoundPart, type ListFilter, resolveFilter } from '#lib/facets/facet-values.ts';
import type { ListQuery } from '#lib/facets/facets.ts';
import { ListingIndex } from '#lib/facets/listing-index.server.ts';
import { catalogueVersion } from '#lib/facets/listing-rows.server.ts';
import { countsInOrder, facetsOf, type OrderedValues } from '#lib/facets/ordered-values.ts';
import { type ListPage, type ListView, PER_PAGE } from '#lib/listing/list-query.ts';
import { type PriceEnds, type PriceRange, pricesOver, pricesUnder } from '#lib/listing/price-range.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Askers } from '#lib/platform/jobs/in-turns.server.ts';
import type { SearchNote } from '#lib/search/search.ts';
import { type NamedPlaces, PlaceNames } from '#lib/search/search-places.ts';
import { articlesWithSku } from '#lib/search/sku-search.server.ts';
import { type SearchAnswer, WordIndex } from '#lib/search/word-index.server.ts';

const NAME = 'listing';

/** A page of a list, without the counts of its filters. */
export interface PickedGoods {
  ids: number[];
  total: number;
  page: number;
  lastPage: number;
}

export interface FoundList extends Omit<ListPage, 'cards'> {
  ids: number[];
}

/** A list whose counts are numbers only, in the order of `ordered`. */
export interface CountedList extends Omit<FoundList, 'facets'> {
  counts: Uint32Array;
  ordered: OrderedValues;
}

export interface FoundGoods {
  ids: number[];
  places: NamedPlaces;
  searched: SearchNote;
}

export interface Listing {
  find(query: ListQuery, view: ListView): Promise<FoundList>;
  pick(query: ListQuery, perPage: number): Promise<PickedGoods>;
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
      async pick(query, perPage) {
        await index.catchUp(query.search !== undefined);
        return index.pick(query, perPage);
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

/** What lists and searches are answered from, in this process or in the thread of the lists. */
export class GoodsIndex implements Listing {
  readonly listing: ListingIndex;
  readonly words: WordIndex;
  readonly #db: ShopDatabase;
  readonly #places = new PlaceNames();

  constructor(db: ShopDatabase, askers?: Askers) {
    this.#db = db;
    this.listing = new ListingIndex(db, askers);
    this.words = new WordIndex(db, askers);
  }

  /** With a version that was just read, at least to that. */
  async catchUp(isSearch: boolean, known?: number): Promise<void> {
    const version = known ?? (await catalogueVersion(this.#db));
    await this.listing.catchUp(version);
    if (isSearch) await this.words.catchUp(version);
  }

  isAt(isSearch: boolean, version: number): boolean {
    return this.listing.isAt(version) && (!isSearch || this.words.isAt(version));
  }

  isReadFor(isSearch: boolean): boolean {
    return this.listing.isRead && (!isSearch || this.words.isRead);
  }

  async find(query: ListQuery, view: ListView): Promise<FoundList> {
    return withFacets(await this.count(query, view));
  }

  /** Of what was read last: call `catchUp` first. */
  async count(query: ListQuery, { perPage, priceRange }: ListView): Promise<CountedList> {
    const found = await this.#foundFor(query);
    // No await from here on, so that total, counts and page are of one state of the index.
    const { values, ordered } = this.listing;
    const filter = resolveFilter(query, values, found);
    const { total, counts } = this.listing.totals(filter);
    const picked = this.#page(filter, query, total, perPage);
    const beyond = priceRange && this.#beyond(filter, priceRange);
    return {
      ...picked,
      beyond,
      counts: countsInOrder(ordered, counts),
      ordered,
      ...(found && { searched: noteOf(found) }),
    };
  }

  /** The same page as `find` gives, for who shows no filters: their counts take half of its time. */
  async pick(query: ListQuery, perPage: number): Promise<PickedGoods> {
    const found = await this.#foundFor(query);
    const filter = resolveFilter(query, this.listing.values, found);
    return this.#page(filter, query, this.listing.matching(filter), perPage);
  }

  async #foundFor({ search, isExact }: ListQuery): Promise<SearchAnswer | undefined> {
    return search === undefined ? undefined : this.#answer(search, isExact);
  }

  #page(filter: ListFilter, { sort, page: asked }: ListQuery, total: number, perPage: number): PickedGoods {
    const lastPage = Math.max(1, Math.ceil(total / perPage));
    const page = Math.min(Math.max(1, asked), lastPage);
    const ids = total === 0 ? [] : this.listing.page(filter, sort, (page - 1) * perPage, perPage);
    return { ids, total, page, lastPage };
  }

  #beyond(filter: ListFilter, range: PriceRange): ListPage['beyond'] {
    const countOf = ({ minPricePaise: minPaise, maxPricePaise: maxPaise }: PriceEnds) =>
      this.listing.total({ ...filter, minPaise, maxPaise });
    return { under: countOf(pricesUnder(range)), over: countOf(pricesOver(range)) };
  }

  async search(term: string, most: number): Promise<FoundGoods> {
    const found = await this.#answer(term, false);
    const places: NamedPlaces = this.#places.named(found.groups, [...this.listing.values.byId.values()]);
    return { ids: this.listing.best(found, most), places, searched: noteOf(found) };
  }

  async #answer(term: string, isExact = false): Promise<SearchAnswer> {
    const articles = await articlesWithSku(this.#db, term);
    if (articles.length === 0) return this.words.find(term, isExact);
    const ids = Uint32Array.from(articles).sort();
    const part: FoundPart = { ids, bits: fullBitset(ids.length), scored: (use) => use(() => 1) };
    return { key: `sku ${ids.join()}`, parts: [part], groups: [], isPartial: false };
  }
}

export function withFacets({ counts, ordered, ...list }: CountedList): FoundList {
  return { ...list, facets: facetsOf(ordered, counts) };
}

function noteOf({ shownFor, isPartial }: SearchAnswer): SearchNote {
  return { shownFor, isPartial };
}
