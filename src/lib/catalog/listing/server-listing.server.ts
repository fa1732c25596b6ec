import type { Logger } from 'pino';
import { CatalogueIndexer } from '#lib/catalog/listing/goods-follower.server.ts';
import type { ListView } from '#lib/catalog/listing/list-query.ts';
import {
  CatalogueIndex,
  type FoundList,
  type FoundProductIds,
  type ListIds,
  type Listing,
  putListing,
} from '#lib/catalog/listing/listing.server.ts';
import type { ThreadSettings } from '#lib/catalog/listing/listing-thread.server.ts';
import { LIST_TIMEOUT_MS, LISTS_ARE_PREPARED, ListingThread } from '#lib/catalog/listing/listing-worker.server.ts';
import type { ListQuery } from '#lib/catalog/listing-index/facets/facets.ts';
import { catalogueVersion } from '#lib/catalog/listing-index/listing-rows.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { deadlineIn, within } from '#lib/platform/db/query/deadline.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

/** Up to this many are read in milliseconds, on the first request for a list. */
const MAX_LAZY_PRODUCTS = 5_000;

interface Parts {
  db: ShopDatabase;
  settings: ThreadSettings & Pick<Settings, 'listsThreadFrom'>;
  log: Logger;
}

export class ServerListing implements Listing {
  readonly #parts: Parts;
  #index: CatalogueIndex;
  #follower: CatalogueIndexer | undefined;
  #thread: ListingThread | undefined;
  #isStopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#index = new CatalogueIndex(parts.db);
    putListing(parts.db, this);
  }

  /** Starts loading a large catalogue. A small one is loaded by `prepare`, after the first page is served. */
  async start(): Promise<void> {
    const version = await catalogueVersion(this.#parts.db);
    if (!(await this.#isWithin(this.#parts.settings.listsThreadFrom, version))) this.#startThread();
    else if (!(await this.#isWithin(MAX_LAZY_PRODUCTS, version))) this.#follow();
  }

  /** Resolves when lists and searches are answered as fast as later. Call `start` before. */
  prepare(): Promise<void> {
    if (!this.#thread && !this.#follower) this.#follow(true);
    return this.#thread?.read ?? this.#follower?.read ?? Promise.resolve();
  }

  /** Whether lists and searches are ready. */
  get isReady(): boolean {
    return this.#isReadFor(true);
  }

  /** Whether a visitor must wait because a large catalogue is still loading. */
  mustWait(isSearch: boolean): boolean {
    const isReadAhead = this.#thread !== undefined || this.#follower !== undefined;
    return isReadAhead && !this.#isReadFor(isSearch);
  }

  async untilRead(isSearch: boolean): Promise<void> {
    const reading = this.#thread ?? this.#follower;
    await (isSearch ? reading?.read : reading?.listsRead);
  }

  #isReadFor(isSearch: boolean): boolean {
    return this.#thread?.isReadFor(isSearch) === true || this.#index.isReadFor(isSearch);
  }

  async find(query: ListQuery, view: ListView): Promise<FoundList> {
    if (this.#thread?.isReadFor(query.search !== undefined)) return this.#thread.find(query, view);
    return (await this.#ownIndex(query.search !== undefined)).find(query, view);
  }

  async pick(query: ListQuery, perPage: number): Promise<ListIds> {
    if (this.#thread?.isReadFor(query.search !== undefined)) return this.#thread.pick(query, perPage);
    return (await this.#ownIndex(query.search !== undefined)).pick(query, perPage);
  }

  async search(term: string, max: number): Promise<FoundProductIds> {
    if (this.#thread?.isReadFor(true)) return this.#thread.search(term, max);
    return (await this.#ownIndex(true)).search(term, max);
  }

  /** Returns the last state while a thread loads, or while more changed than a visitor would wait for. */
  async #ownIndex(isSearch: boolean): Promise<CatalogueIndex> {
    const version = await catalogueVersion(this.#parts.db);
    if (this.#thread || !(await this.#isWithin(this.#parts.settings.listsThreadFrom, version))) this.#startThread();
    else if (!this.#index.isAt(isSearch, version)) {
      await within(deadlineIn(LIST_TIMEOUT_MS), (this.#follower ?? this.#index).catchUp(isSearch, version));
    }
    if (!this.#index.isReadFor(isSearch)) throw new ShopError('busy', LISTS_ARE_PREPARED);
    return this.#index;
  }

  #isWithin(max: number, version: number): Promise<boolean> {
    return this.#index.listing.isWithin(max, version);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#follower?.stop();
    await this.#thread?.stop();
  }

  #follow(isReadOnce = false): void {
    if (this.#isStopped) return;
    this.#follower = new CatalogueIndexer(this.#parts.db, this.#index, isReadOnce);
  }

  #startThread(): void {
    if (this.#thread || this.#isStopped) return;
    const { db, settings, log } = this.#parts;
    this.#thread = new ListingThread(settings, log, db.standby);
    this.#follower?.stop();
    // Frees the memory. If the thread ends later, this index would be outdated.
    void this.#thread.read.then(() => {
      this.#index = new CatalogueIndex(db);
    });
  }
}
