import type { CatalogueIndex } from '#lib/catalog/listing/listing.server.ts';
import { warmUp } from '#lib/catalog/listing/warm-up.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const POLL_MS = 500;

/** Loads the listing index, then the word index, then polls for changes, so that visitors rarely wait for them. */
export class CatalogueIndexer {
  readonly #db: ShopDatabase;
  readonly #index: CatalogueIndex;
  readonly #isReadOnce: boolean;
  readonly #listsRead = Promise.withResolvers<void>();
  readonly #read = Promise.withResolvers<void>();
  #warmedUp: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  /** With `isReadOnce`, later changes are left to `catchUp`: a few products are read in milliseconds. */
  constructor(db: ShopDatabase, index: CatalogueIndex, isReadOnce = false) {
    this.#db = db;
    this.#index = index;
    this.#isReadOnce = isReadOnce;
    void this.#look();
  }

  /** Resolves when lists are ready; searches may not be. */
  get listsRead(): Promise<void> {
    return this.#listsRead.promise;
  }

  /** Resolves when lists and searches are ready and warmed up. */
  get read(): Promise<void> {
    return this.#read.promise;
  }

  async catchUp(isSearch: boolean, version?: number): Promise<void> {
    await this.#index.catchUp(isSearch, version);
    if (!isSearch) return;
    // The warm-up may fail, but its results are not needed.
    this.#warmedUp ??= warmUp(this.#index).catch(() => {});
    await this.#warmedUp;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    let isRead = false;
    try {
      await this.#db.context.allowingStale(async () => {
        await this.catchUp(false);
        this.#listsRead.resolve();
        await this.catchUp(true);
      });
      isRead = true;
      this.#read.resolve();
    } catch {
      // Retries on the next poll. Until then, requests report the error themselves.
    }
    if (isRead && this.#isReadOnce) return;
    if (!this.#isStopped) this.#timer = setTimeout(() => this.#look(), POLL_MS);
  }
}
