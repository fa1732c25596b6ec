import type { Logger } from 'pino';
import type { ListQuery } from '#lib/facets/facets.ts';
import type { ListView } from '#lib/listing/list-query.ts';
import {
  type FoundGoods,
  type FoundList,
  GoodsIndex,
  type Listing,
  type PickedGoods,
  putListing,
} from '#lib/listing/listing.server.ts';
import type { ThreadSettings } from '#lib/listing/listing-thread.server.ts';
import { LISTS_ARE_PREPARED, ListingThread } from '#lib/listing/listing-worker.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

/** So many are indexed in milliseconds; a thread takes 250 ms and 40 MB to start. */
const MOST_WITHOUT_THREAD = 5_000;

interface Parts {
  db: ShopDatabase;
  settings: ThreadSettings;
  log: Logger;
}

export class ServerListing implements Listing {
  readonly #parts: Parts;
  #index: GoodsIndex;
  #thread: ListingThread | undefined;
  #isStopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#index = new GoodsIndex(parts.db);
    putListing(parts.db, this);
  }

  async start(): Promise<void> {
    if (!(await this.#index.listing.isWithin(MOST_WITHOUT_THREAD))) this.#hire();
  }

  get isReady(): boolean {
    return this.#thread === undefined || this.#thread.isReady || this.#index.listing.isRead;
  }

  async ready(): Promise<void> {
    if (!this.isReady) await this.#thread?.ready;
  }

  /** Of a large catalogue, whose words are read after its lists: until then nobody can search. */
  get threadReady(): Promise<void> | undefined {
    return this.#thread?.ready;
  }

  async find(query: ListQuery, view: ListView): Promise<FoundList> {
    if (this.#thread?.isReady) return this.#thread.find(query, view);
    return (await this.#ownIndex(query.search !== undefined)).find(query, view);
  }

  async pick(query: ListQuery, perPage: number): Promise<PickedGoods> {
    if (this.#thread?.isReady) return this.#thread.pick(query, perPage);
    return (await this.#ownIndex(query.search !== undefined)).pick(query, perPage);
  }

  async search(term: string, most: number): Promise<FoundGoods> {
    if (this.#thread?.isReady) return this.#thread.search(term, most);
    return (await this.#ownIndex(true)).search(term, most);
  }

  /** Shows the old state until the thread has read the catalogue. */
  async #ownIndex(isSearch: boolean): Promise<GoodsIndex> {
    const isSmall = !this.#thread && (await this.#index.listing.isWithin(MOST_WITHOUT_THREAD));
    if (isSmall) await this.#index.catchUp(isSearch);
    else this.#hire();
    if (!this.#index.isReadFor(isSearch)) throw new ShopError('busy', LISTS_ARE_PREPARED);
    return this.#index;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#thread?.stop();
  }

  #hire(): void {
    if (this.#thread || this.#isStopped) return;
    const { db, settings, log } = this.#parts;
    this.#thread = new ListingThread(settings, log, db.standby);
    // If the thread ends, what the server read before is too old to show.
    void this.#thread.ready.then(() => {
      this.#index = new GoodsIndex(db);
    });
  }
}
