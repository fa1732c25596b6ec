import type { Logger } from 'pino';
import { CatalogueIndexer } from '#lib/catalog/listing/catalogue-indexer.server.ts';
import type { ListView } from '#lib/catalog/listing/list-query.ts';
import {
  CatalogueIndex,
  type FoundList,
  type FoundProductIds,
  type ListIds,
  type Listing,
  setListing,
} from '#lib/catalog/listing/listing.server.ts';
import type { WorkerSettings } from '#lib/catalog/listing/listing-worker.server.ts';
import {
  LIST_TIMEOUT_MS,
  LISTS_LOADING,
  ListingWorkerClient,
} from '#lib/catalog/listing/listing-worker-client.server.ts';
import type { ListQuery } from '#lib/catalog/listing-index/facets/facets.ts';
import { catalogueVersion } from '#lib/catalog/listing-index/listing-rows.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { deadlineIn, within } from '#lib/platform/db/query/deadline.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { pathOf } from '#lib/platform/http/guards.server.ts';
import type { RequestHandler } from '#lib/platform/http/request-handler.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

/** Up to this many products load in milliseconds, so they are not loaded before the first request for a list. */
const MAX_LAZY_PRODUCTS = 5_000;

interface ListingOptions {
  db: ShopDatabase;
  settings: WorkerSettings & Pick<Settings, 'listsThreadFrom'>;
  log: Logger;
}

/** The listing of the server: an index in this process or, for a large catalogue, in a thread. */
export class ServerListing implements Listing {
  readonly #options: ListingOptions;
  #index: CatalogueIndex;
  #indexer: CatalogueIndexer | undefined;
  #worker: ListingWorkerClient | undefined;
  #isStopped = false;

  constructor(options: ListingOptions) {
    this.#options = options;
    this.#index = new CatalogueIndex(options.db);
    setListing(options.db, this);
  }

  /** Starts loading a large catalogue. A small catalogue is loaded by `prepare` or by the first request for a list. */
  async start(): Promise<void> {
    const version = await catalogueVersion(this.#options.db);
    if (!(await this.#hasAtMost(this.#options.settings.listsThreadFrom, version))) this.#startWorker();
    else if (!(await this.#hasAtMost(MAX_LAZY_PRODUCTS, version))) this.#startIndexer();
  }

  /**
   * Loads the catalogue if `start` did not. Resolves when lists and searches are ready and warmed up. Must be called
   * after `start`.
   */
  prepare(): Promise<void> {
    if (!this.#worker && !this.#indexer) this.#startIndexer(true);
    return this.#worker?.allLoaded ?? this.#indexer?.allLoaded ?? Promise.resolve();
  }

  /** Whether lists and searches are ready. */
  get isReady(): boolean {
    return this.#isLoadedFor(true);
  }

  /**
   * Returns whether a request for a list or a search must wait because `start` or `prepare` is still loading the
   * catalogue.
   */
  mustWait(isSearch: boolean): boolean {
    const isPreloaded = this.#worker !== undefined || this.#indexer !== undefined;
    return isPreloaded && !this.#isLoadedFor(isSearch);
  }

  async untilLoaded(isSearch: boolean): Promise<void> {
    const loader = this.#worker ?? this.#indexer;
    await (isSearch ? loader?.allLoaded : loader?.listsLoaded);
  }

  #isLoadedFor(isSearch: boolean): boolean {
    return this.#worker?.isLoadedFor(isSearch) === true || this.#index.isLoadedFor(isSearch);
  }

  async find(query: ListQuery, view: ListView): Promise<FoundList> {
    return (await this.#listing(query.search !== undefined)).find(query, view);
  }

  async findIds(query: ListQuery, perPage: number): Promise<ListIds> {
    return (await this.#listing(query.search !== undefined)).findIds(query, perPage);
  }

  async search(term: string, max: number): Promise<FoundProductIds> {
    return (await this.#listing(true)).search(term, max);
  }

  /**
   * Returns the index in the thread or, until it is loaded, the index in this process, which may be outdated while a
   * thread is loading or if an update takes too long. Throws a ShopError `busy` if neither is loaded.
   */
  async #listing(isSearch: boolean): Promise<Listing> {
    if (this.#worker?.isLoadedFor(isSearch)) return this.#worker;
    const version = await catalogueVersion(this.#options.db);
    if (this.#worker || !(await this.#hasAtMost(this.#options.settings.listsThreadFrom, version))) this.#startWorker();
    else if (!this.#index.isAt(isSearch, version)) {
      await within(deadlineIn(LIST_TIMEOUT_MS), (this.#indexer ?? this.#index).catchUp(isSearch, version));
    }
    if (!this.#index.isLoadedFor(isSearch)) throw new ShopError('busy', LISTS_LOADING);
    return this.#index;
  }

  #hasAtMost(max: number, version: number): Promise<boolean> {
    return this.#index.listingIndex.hasAtMost(max, version);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#indexer?.stop();
    await this.#worker?.stop();
  }

  #startIndexer(stopsOnceLoaded = false): void {
    if (this.#isStopped) return;
    this.#indexer = new CatalogueIndexer(this.#options.db, this.#index, stopsOnceLoaded);
  }

  #startWorker(): void {
    if (this.#worker || this.#isStopped) return;
    const { db, settings, log } = this.#options;
    this.#worker = new ListingWorkerClient(settings, log, db.standby);
    this.#indexer?.stop();
    // Frees the memory of the index in this process, which would be outdated if the thread ended later.
    void this.#worker.allLoaded.then(() => {
      this.#index = new CatalogueIndex(db);
    });
  }
}

const LIST_PATHS = new Set(['/products', '/public/product']);
const SEARCH_PATHS = new Set(['/search', '/public/search/all']);
const MAX_WAITING_REQUESTS = 1_000;

/**
 * Returns a handler that delays requests for lists and searches until the index is loaded, but for no longer than
 * `LIST_TIMEOUT_MS`, so that these requests do not occupy rendering slots that other pages need.
 */
export function listingHandler(listing: ServerListing): RequestHandler {
  let waitingCount = 0;
  return async (req) => {
    const url = req.url ?? '/';
    const path = pathOf(url);
    const isSearch = SEARCH_PATHS.has(path) || (LIST_PATHS.has(path) && /[?&]search=/.test(url));
    if (!isSearch && !LIST_PATHS.has(path)) return false;
    if (!listing.mustWait(isSearch) || waitingCount >= MAX_WAITING_REQUESTS) return false;
    waitingCount++;
    await within(deadlineIn(LIST_TIMEOUT_MS), listing.untilLoaded(isSearch));
    waitingCount--;
    return false;
  };
}
