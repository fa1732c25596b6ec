import type { CatalogueIndex } from '#lib/catalog/listing/listing.server.ts';
import { warmUp } from '#lib/catalog/listing/warm-up.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const POLL_MS = 500;

/** Loads the listing index, then the word index, then polls for changes, so that visitors rarely wait for an update. */
export class CatalogueIndexer {
  readonly #db: ShopDatabase;
  readonly #index: CatalogueIndex;
  readonly #stopsOnceLoaded: boolean;
  readonly #listsLoaded = Promise.withResolvers<void>();
  readonly #allLoaded = Promise.withResolvers<void>();
  #warmUp: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  /**
   * With `stopsOnceLoaded`, the indexer does not poll after loading: `catchUp` reads later changes, which takes
   * milliseconds.
   */
  constructor(db: ShopDatabase, index: CatalogueIndex, stopsOnceLoaded = false) {
    this.#db = db;
    this.#index = index;
    this.#stopsOnceLoaded = stopsOnceLoaded;
    void this.#poll();
  }

  /** Resolves when lists are ready. Searches may not be ready yet. */
  get listsLoaded(): Promise<void> {
    return this.#listsLoaded.promise;
  }

  /** Resolves when lists and searches are ready and warmed up. */
  get allLoaded(): Promise<void> {
    return this.#allLoaded.promise;
  }

  async catchUp(isSearch: boolean, version?: number): Promise<void> {
    await this.#index.catchUp(isSearch, version);
    if (!isSearch) return;
    // A failure of the warm-up is ignored, because its results are not needed.
    this.#warmUp ??= warmUp(this.#index).catch(() => {});
    await this.#warmUp;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #poll(): Promise<void> {
    let isLoaded = false;
    try {
      await this.#db.context.withStaleReads(async () => {
        await this.catchUp(false);
        this.#listsLoaded.resolve();
        await this.catchUp(true);
      });
      isLoaded = true;
      this.#allLoaded.resolve();
    } catch {
      // The next poll retries the loading. Until then, requests report the error themselves.
    }
    if (isLoaded && this.#stopsOnceLoaded) return;
    if (!this.#isStopped) this.#timer = setTimeout(() => this.#poll(), POLL_MS);
  }
}
