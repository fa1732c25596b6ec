import { LRUCache } from 'lru-cache';
import { CatalogueFollower } from '#lib/catalog/listing-index/catalogue-follower.server.ts';
import { changedIds } from '#lib/catalog/listing-index/listing-rows.server.ts';
import type { ProductCard } from '#lib/catalog/products/catalog.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const MAX_CACHED_CARDS = 3_000;

type ReadCards = (ids: readonly number[]) => Promise<ProductCard[]>;

/** Caches cards until their products change, because lists with different filters share many products. */
export class CardCache {
  readonly #db: ShopDatabase;
  readonly #read: ReadCards;
  readonly #cards = new LRUCache<number, ProductCard>({ max: MAX_CACHED_CARDS });
  readonly #catalogue: CatalogueFollower;

  constructor(db: ShopDatabase, read: ReadCards) {
    this.#db = db;
    this.#read = read;
    this.#catalogue = new CatalogueFollower(db, (since) => this.#changesSince(since));
  }

  /** Returns the cards of these products, in any order. */
  async byIds(ids: readonly number[]): Promise<ProductCard[]> {
    await this.#catalogue.catchUp();
    const { version } = this.#catalogue;
    const cachedCards = ids.flatMap((id) => this.#cards.get(id) ?? []);
    const missingIds = ids.filter((id) => !this.#cards.has(id));
    if (missingIds.length === 0) return cachedCards;
    const newCards = await this.#read(missingIds);
    // If the catalogue has changed during the read, the cards may be outdated, so they are not cached.
    if (this.#catalogue.version === version) for (const card of newCards) this.#cards.set(card._id, card);
    return [...cachedCards, ...newCards];
  }

  async #changesSince(since: number | undefined): Promise<() => void> {
    const ids = since === undefined ? [] : await changedIds(this.#db, since, MAX_CACHED_CARDS);
    return () => {
      if (ids.length === MAX_CACHED_CARDS) this.#cards.clear();
      else for (const id of ids) this.#cards.delete(id);
    };
  }
}
