import type { Logger } from 'pino';
import { GoodsFollower } from '#lib/catalog/listing/goods-follower.server.ts';
import type { ListView } from '#lib/catalog/listing/list-query.ts';
import {
  type FoundGoods,
  type FoundList,
  GoodsIndex,
  type Listing,
  type PickedGoods,
  putListing,
} from '#lib/catalog/listing/listing.server.ts';
import type { ThreadSettings } from '#lib/catalog/listing/listing-thread.server.ts';
import { LISTS_ARE_PREPARED, LISTS_WITHIN_MS, ListingThread } from '#lib/catalog/listing/listing-worker.server.ts';
import type { ListQuery } from '#lib/catalog/listing-index/facets/facets.ts';
import { catalogueVersion } from '#lib/catalog/listing-index/listing-rows.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { deadlineIn, within } from '#lib/platform/db/query/deadline.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Settings } from '#lib/platform/settings.server.ts';

/** So many are read in milliseconds, when the first visitor asks for a list. */
const MOST_READ_WHEN_ASKED = 5_000;

interface Parts {
  db: ShopDatabase;
  settings: ThreadSettings & Pick<Settings, 'listsThreadFrom'>;
  log: Logger;
}

export class ServerListing implements Listing {
  readonly #parts: Parts;
  #index: GoodsIndex;
  #follower: GoodsFollower | undefined;
  #thread: ListingThread | undefined;
  #isStopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#index = new GoodsIndex(parts.db);
    putListing(parts.db, this);
  }

  /** Begins to read a large catalogue. A small one is read by `prepare`, when the first page is out of the way. */
  async start(): Promise<void> {
    const version = await catalogueVersion(this.#parts.db);
    if (!(await this.#isWithin(this.#parts.settings.listsThreadFrom, version))) this.#hire();
    else if (!(await this.#isWithin(MOST_READ_WHEN_ASKED, version))) this.#follow();
  }

  /** Resolves when lists and searches are answered as fast as later. Call `start` before. */
  prepare(): Promise<void> {
    if (!this.#thread && !this.#follower) this.#follow(true);
    return this.#thread?.read ?? this.#follower?.read ?? Promise.resolve();
  }

  /** Whether both are answered. */
  get isReady(): boolean {
    return this.#isReadFor(true);
  }

  /** Whether a visitor has to wait before one can be answered: until a large catalogue is read. */
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

  async pick(query: ListQuery, perPage: number): Promise<PickedGoods> {
    if (this.#thread?.isReadFor(query.search !== undefined)) return this.#thread.pick(query, perPage);
    return (await this.#ownIndex(query.search !== undefined)).pick(query, perPage);
  }

  async search(term: string, most: number): Promise<FoundGoods> {
    if (this.#thread?.isReadFor(true)) return this.#thread.search(term, most);
    return (await this.#ownIndex(true)).search(term, most);
  }

  /** Shows its last state while more is read than anyone would wait for, and while a thread reads. */
  async #ownIndex(isSearch: boolean): Promise<GoodsIndex> {
    const version = await catalogueVersion(this.#parts.db);
    if (this.#thread || !(await this.#isWithin(this.#parts.settings.listsThreadFrom, version))) this.#hire();
    else if (!this.#index.isAt(isSearch, version)) {
      await within(deadlineIn(LISTS_WITHIN_MS), (this.#follower ?? this.#index).catchUp(isSearch, version));
    }
    if (!this.#index.isReadFor(isSearch)) throw new ShopError('busy', LISTS_ARE_PREPARED);
    return this.#index;
  }

  #isWithin(most: number, version: number): Promise<boolean> {
    return this.#index.listing.isWithin(most, version);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#follower?.stop();
    await this.#thread?.stop();
  }

  #follow(isReadOnce = false): void {
    if (this.#isStopped) return;
    this.#follower = new GoodsFollower(this.#parts.db, this.#index, isReadOnce);
  }

  #hire(): void {
    if (this.#thread || this.#isStopped) return;
    const { db, settings, log } = this.#parts;
    this.#thread = new ListingThread(settings, log, db.standby);
    this.#follower?.stop();
    // If the thread ends, what the server read before is too old to show.
    void this.#thread.read.then(() => {
      this.#index = new GoodsIndex(db);
    });
  }
}
