import type { GoodsIndex } from '#lib/listing/listing.server.ts';
import { warmUp } from '#lib/listing/warm-up.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const LOOK_EVERY_MS = 500;

/** Reads the goods, then their words, and from then on what changed, so that who asks seldom waits for it. */
export class GoodsFollower {
  readonly #db: ShopDatabase;
  readonly #index: GoodsIndex;
  readonly #read = Promise.withResolvers<void>();
  #warmedUp: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(db: ShopDatabase, index: GoodsIndex) {
    this.#db = db;
    this.#index = index;
    void this.#look();
  }

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
    try {
      await this.#db.context.allowingStale(() => this.catchUp(this.#index.listing.isRead));
      this.#read.resolve();
    } catch {
      // The database will be back; lists asked for meanwhile tell why they fail.
    }
    if (!this.#isStopped) this.#timer = setTimeout(() => this.#look(), LOOK_EVERY_MS);
  }
}
