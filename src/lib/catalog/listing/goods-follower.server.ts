import type { GoodsIndex } from '#lib/catalog/listing/listing.server.ts';
import { warmUp } from '#lib/catalog/listing/warm-up.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const LOOK_EVERY_MS = 500;

/** Reads the goods, then their words, and from then on what changed, so that a visitor seldom waits for it. */
export class GoodsFollower {
  readonly #db: ShopDatabase;
  readonly #index: GoodsIndex;
  readonly #isReadOnce: boolean;
  readonly #listsRead = Promise.withResolvers<void>();
  readonly #read = Promise.withResolvers<void>();
  #warmedUp: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  /** With `isReadOnce`, later changes are left to `catchUp`: few goods are read in milliseconds. */
  constructor(db: ShopDatabase, index: GoodsIndex, isReadOnce = false) {
    this.#db = db;
    this.#index = index;
    this.#isReadOnce = isReadOnce;
    void this.#look();
  }

  /** Resolves when lists can be shown; searches can't be answered yet. */
  get listsRead(): Promise<void> {
    return this.#listsRead.promise;
  }

  /** Resolves when lists and searches are answered as fast as later. */
  get read(): Promise<void> {
    return this.#read.promise;
  }

  async catchUp(isSearch: boolean, version?: number): Promise<void> {
    await this.#index.catchUp(isSearch, version);
    if (!isSearch) return;
    // It may lose its database, but nobody needs its answers.
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
      // The database will be back; lists asked for meanwhile tell why they fail.
    }
    if (isRead && this.#isReadOnce) return;
    if (!this.#isStopped) this.#timer = setTimeout(() => this.#look(), LOOK_EVERY_MS);
  }
}
