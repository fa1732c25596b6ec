import { API_PRODUCTS_PER_PAGE, type ListPage, type ListView } from '#lib/catalog/listing/list-query.ts';
import { pageByNearestPrice, scoreOf } from '#lib/catalog/listing/nearest-price.ts';
import { type PriceBounds, type PriceRange, pricesOver, pricesUnder } from '#lib/catalog/listing/price-range.ts';
import {
  catalogueLimits,
  type Interpretation,
  type InterpretedQuery,
  interpretations,
  noteOf,
} from '#lib/catalog/listing/search-interpretation.ts';
import { type FacetIndex, type ListFilter, resolveFilter } from '#lib/catalog/listing-index/facets/facet-values.ts';
import { byFacet, type ListQuery, type Sort } from '#lib/catalog/listing-index/facets/facets.ts';
import { countsInOrder, facetsOf, type OrderedValues } from '#lib/catalog/listing-index/facets/ordered-values.ts';
import { ListingIndex } from '#lib/catalog/listing-index/listing-index.server.ts';
import { catalogueVersion } from '#lib/catalog/listing-index/listing-rows.server.ts';
import { cardsByIds } from '#lib/catalog/products/product-cards.server.ts';
import { type MatchingFacets, matchingFacets } from '#lib/catalog/search/facet-labels.ts';
import type { LimitWords } from '#lib/catalog/search/limits/term-lexemes.ts';
import { type CatalogueLimits, readLimits, type TermLimits } from '#lib/catalog/search/limits/term-limits.ts';
import { isComparableScore } from '#lib/catalog/search/scoring/search-score.ts';
import type { SearchNote } from '#lib/catalog/search/search.ts';
import { findBySku } from '#lib/catalog/search/sku-search.server.ts';
import { WordIndex, type WordSearchResult } from '#lib/catalog/search/word-index.server.ts';
import { wordsOf } from '#lib/catalog/search/words/word-fields.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { WaitingQueries } from '#lib/platform/jobs/yielding-run.server.ts';

const MEMO_KEY = 'listing';
type NearestSort = Interpretation['nearestSort'];

export interface FoundList extends Omit<ListPage, 'cards'> {
  ids: number[];
}

/** A page of a list without facet counts. */
export type ListIds = Pick<FoundList, 'ids' | 'total' | 'page' | 'lastPage'>;

/** A list with the counts as a flat array, in the order of the values in `orderedValues`. */
export interface CountedList extends Omit<FoundList, 'facets'> {
  counts: Uint32Array;
  orderedValues: OrderedValues;
}

export interface FoundProductIds {
  ids: number[];
  matchingFacets: MatchingFacets;
  searchNote: SearchNote;
}

export interface Listing {
  find(query: ListQuery, view: ListView): Promise<FoundList>;
  findIds(query: ListQuery, perPage: number): Promise<ListIds>;
  search(term: string, max: number): Promise<FoundProductIds>;
}

/**
 * Returns a page of products; for a page number past the end, the last page. Throws a ShopError `busy` if lists are
 * not loaded.
 */
export async function listProducts(
  db: ShopDatabase,
  query: ListQuery,
  view: ListView = { perPage: API_PRODUCTS_PER_PAGE },
): Promise<ListPage> {
  const { ids, ...list } = await listingOf(db).find(query, view);
  return { cards: await cardsByIds(db, ids), ...list };
}

/** Returns the listing that `setListing` has set, or an index in this process, which is updated before each query. */
export function listingOf(db: ShopDatabase): Listing {
  return db.memo<Listing>(MEMO_KEY, () => {
    const index = new CatalogueIndex(db);
    const currentIndex = async (isSearch: boolean) => {
      await index.catchUp(isSearch);
      return index;
    };
    return {
      find: async (query, view) => (await currentIndex(query.search !== undefined)).find(query, view),
      findIds: async (query, perPage) => (await currentIndex(query.search !== undefined)).findIds(query, perPage),
      search: async (term, max) => (await currentIndex(true)).search(term, max),
    };
  });
}

/** Sets the listing that `listingOf` returns. Must be called before the first list is requested. */
export function setListing(db: ShopDatabase, listing: Listing): void {
  if (db.memo(MEMO_KEY, () => listing) !== listing) throw new Error('setListing must be called before the first list.');
}

const NO_FILTERS: ListQuery = { ...byFacet(() => []), sort: 'best', page: 1 };

/** The indexes of lists and searches, in this process or in the listing thread. Call `catchUp` before a query. */
export class CatalogueIndex implements Listing {
  readonly listingIndex: ListingIndex;
  readonly wordIndex: WordIndex;
  readonly #db: ShopDatabase;
  #limitsCache: { facetIndex: FacetIndex; words: LimitWords; limits: CatalogueLimits } | undefined;

  constructor(db: ShopDatabase, waitingQueries?: WaitingQueries) {
    this.#db = db;
    this.listingIndex = new ListingIndex(db, waitingQueries);
    this.wordIndex = new WordIndex(db, waitingQueries);
  }

  /** Updates the indexes to the current version. A caller that has just read this version passes it. */
  async catchUp(isSearch: boolean, knownVersion?: number): Promise<void> {
    const version = knownVersion ?? (await catalogueVersion(this.#db));
    await this.listingIndex.catchUp(version);
    if (isSearch) await this.wordIndex.catchUp(version);
  }

  isAt(isSearch: boolean, version: number): boolean {
    return this.listingIndex.isAt(version) && (!isSearch || this.wordIndex.isAt(version));
  }

  isLoadedFor(isSearch: boolean): boolean {
    return this.listingIndex.isLoaded && (!isSearch || this.wordIndex.isLoaded);
  }

  async find(query: ListQuery, view: ListView): Promise<FoundList> {
    return withFacets(await this.count(query, view));
  }

  /** Returns the same page as `find`, with the facet counts as a flat array. */
  async count(query: ListQuery, { perPage, priceRange }: ListView): Promise<CountedList> {
    const interpretedQuery = await this.#interpret(query);
    // There is no await from here on, so that total, counts and page reflect the same state of the index.
    const { orderedValues } = this.listingIndex;
    const { filter, hits, query: shownQuery } = this.#filterOf(interpretedQuery);
    const { total, counts } = this.listingIndex.totals(filter);
    const page = this.#page(filter, shownQuery, total, perPage, interpretedQuery.interpretation?.nearestSort);
    return {
      ...page,
      outsideRange: priceRange && this.#outsideRange(filter, priceRange),
      counts: countsInOrder(orderedValues, counts),
      orderedValues,
      ...(query.search !== undefined && { searchNote: noteOf(hits, interpretedQuery) }),
      ...(shownQuery !== query && { interpretedQuery: shownQuery }),
    };
  }

  /** Returns the same page as `find`, without facet counts, which take half of the time. */
  async findIds(query: ListQuery, perPage: number): Promise<ListIds> {
    const interpretedQuery = await this.#interpret(query);
    const { filter, query: shownQuery } = this.#filterOf(interpretedQuery);
    const total = this.listingIndex.countMatches(filter);
    return this.#page(filter, shownQuery, total, perPage, interpretedQuery.interpretation?.nearestSort);
  }

  #page(
    filter: ListFilter,
    { sort, page: requestedPage }: ListQuery,
    total: number,
    perPage: number,
    nearestSort: NearestSort,
  ): ListIds {
    const lastPage = Math.max(1, Math.ceil(total / perPage));
    const page = Math.min(Math.max(1, requestedPage), lastPage);
    const ids = total === 0 ? [] : this.#ids(filter, sort, nearestSort, (page - 1) * perPage, perPage);
    return { ids, total, page, lastPage };
  }

  #ids(filter: ListFilter, sort: Sort, nearestSort: NearestSort, offset: number, limit: number): number[] {
    if (nearestSort) return pageByNearestPrice(this.listingIndex, filter, nearestSort, offset, limit);
    return this.listingIndex.page(filter, sort, offset, limit);
  }

  #outsideRange(filter: ListFilter, range: PriceRange): ListPage['outsideRange'] {
    const countOf = ({ minPricePaise: minPaise, maxPricePaise: maxPaise }: PriceBounds) =>
      this.listingIndex.total({ ...filter, minPaise, maxPaise });
    return { under: countOf(pricesUnder(range)), over: countOf(pricesOver(range)) };
  }

  async search(term: string, max: number): Promise<FoundProductIds> {
    const interpretedQuery = await this.#interpret({ ...NO_FILTERS, search: term });
    const { filter, hits, query } = this.#filterOf(interpretedQuery);
    const labels = [...this.listingIndex.facetIndex.byId.values()];
    const isFiltered = query !== interpretedQuery.query || !hits;
    const ids = isFiltered
      ? this.#ids(filter, query.sort, interpretedQuery.interpretation?.nearestSort, 0, max)
      : this.listingIndex.bestMatches(hits, max);
    return {
      ids,
      matchingFacets: matchingFacets(hits?.groups ?? [], labels),
      searchNote: noteOf(hits, interpretedQuery),
    };
  }

  /** Applies the limits in a term, unless the term is a SKU. Drops limits that leave no relevant products. */
  async #interpret(query: ListQuery): Promise<InterpretedQuery> {
    const { search: term, isExact } = query;
    if (term === undefined) return { query };
    const skuHits = await this.#findBySku(term);
    if (skuHits) return { query, hits: skuHits };
    const limits = isExact ? undefined : this.#limitsOf(term);
    if (!limits) return { query, hits: this.wordIndex.find(term, isExact) };
    const hits = limits.rest ? ((await this.#findBySku(limits.rest)) ?? this.wordIndex.find(limits.rest)) : undefined;
    const candidates = interpretations(query, limits);
    const interpretation = candidates.find((c) => this.#hasRelevantProducts(c.query, hits)) ?? candidates.at(-1);
    return { query, hits, termWithoutLimits: limits.rest, interpretation };
  }

  /** Returns whether the query finds relevant products, not just products that mention the term. */
  #hasRelevantProducts(query: ListQuery, hits: WordSearchResult | undefined): boolean {
    const filter = this.#resolve(query, hits);
    if (!hits) return this.listingIndex.countMatches(filter) > 0;
    const [firstId] = this.listingIndex.page(filter, 'best', 0, 1);
    const [bestId] = this.listingIndex.bestMatches(hits, 1);
    if (firstId === undefined || bestId === undefined) return false;
    return isComparableScore(scoreOf(hits, firstId), scoreOf(hits, bestId));
  }

  #filterOf({ query, hits, interpretation }: InterpretedQuery) {
    const shownQuery = interpretation?.query ?? query;
    return { filter: this.#resolve(shownQuery, hits), ...(hits && { hits }), query: shownQuery };
  }

  #resolve(query: ListQuery, hits: WordSearchResult | undefined): ListFilter {
    return resolveFilter(query, this.listingIndex.facetIndex, hits);
  }

  #limitsOf(term: string): TermLimits | undefined {
    const { limits: words, stopWords } = this.wordIndex.language;
    const { facetIndex } = this.listingIndex;
    if (this.#limitsCache?.facetIndex !== facetIndex || this.#limitsCache.words !== words)
      this.#limitsCache = { facetIndex, words, limits: catalogueLimits(facetIndex, words) };
    const limits = readLimits(term, words, this.#limitsCache.limits);
    return limits && { ...limits, rest: wordsOf(limits.rest).every((word) => stopWords.has(word)) ? '' : limits.rest };
  }

  #findBySku(term: string): Promise<WordSearchResult | undefined> {
    return findBySku(this.#db, term, this.wordIndex.hasAllWords(term));
  }
}

export function withFacets({ counts, orderedValues, ...list }: CountedList): FoundList {
  return { ...list, facets: facetsOf(orderedValues, counts) };
}
