import { LRUCache } from 'lru-cache';
import { CatalogueFollower } from '#lib/catalog/listing-index/catalogue-follower.server.ts';
import { changedIds } from '#lib/catalog/listing-index/listing-rows.server.ts';
import type { ProductCard } from '#lib/catalog/products/catalog.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const MAX_CACHED_CARDS = 3_000;

type ReadCards = (ids: readonly number[]) => Promise<ProductCard[]>;

/** Caches cards until their products change: lists with different filters mostly share products. */
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

  /** The cards of these products, in any order. */
  async byIds(ids: readonly number[]): Promise<ProductCard[]> {
    await this.#catalogue.catchUp();
    const { version } = this.#catalogue;
    const cached = ids.flatMap((id) => this.#cards.get(id) ?? []);
    const missing = ids.filter((id) => !this.#cards.has(id));
    if (missing.length === 0) return cached;
    const read = await this.#read(missing);
    // Skips caching if the catalogue changed during the read: the cards may be outdated.
    if (this.#catalogue.version === version) for (const card of read) this.#cards.set(card._id, card);
    return [...cached, ...read];
  }

  async #changesSince(since: number | undefined): Promise<() => void> {
    const changed = since === undefined ? [] : await changedIds(this.#db, since, MAX_CACHED_CARDS);
    return () => {
      if (changed.length === MAX_CACHED_CARDS) this.#cards.clear();
      else for (const id of changed) this.#cards.delete(id);
    };
  }
}
