import { LRUCache } from 'lru-cache';
import { CatalogueFollower } from '#lib/catalog/listing-index/catalogue-follower.server.ts';
import { changedIds } from '#lib/catalog/listing-index/listing-rows.server.ts';
import type { ProductCard } from '#lib/catalog/products/catalog.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const CARDS_KEPT = 3_000;

type ReadCards = (ids: readonly number[]) => Promise<ProductCard[]>;

/** Cards until their products change: lists of other filters show mostly the same goods. */
export class KeptCards {
  readonly #db: ShopDatabase;
  readonly #read: ReadCards;
  readonly #cards = new LRUCache<number, ProductCard>({ max: CARDS_KEPT });
  readonly #catalogue: CatalogueFollower;

  constructor(db: ShopDatabase, read: ReadCards) {
    this.#db = db;
    this.#read = read;
    this.#catalogue = new CatalogueFollower(db, (since) => this.#changesSince(since));
  }

  async byIds(ids: readonly number[]): Promise<ProductCard[]> {
    await this.#catalogue.catchUp();
    const { version } = this.#catalogue;
    const kept = ids.flatMap((id) => this.#cards.get(id) ?? []);
    const missing = ids.filter((id) => !this.#cards.has(id));
    if (missing.length === 0) return kept;
    const read = await this.#read(missing);
    // What changed since they were asked for was let go before they came.
    if (this.#catalogue.version === version) for (const card of read) this.#cards.set(card._id, card);
    return [...kept, ...read];
  }

  async #changesSince(since: number | undefined): Promise<() => void> {
    const changed = since === undefined ? [] : await changedIds(this.#db, since, CARDS_KEPT);
    return () => {
      if (changed.length === CARDS_KEPT) this.#cards.clear();
      else for (const id of changed) this.#cards.delete(id);
    };
  }
}
