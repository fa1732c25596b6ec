import { catalogueVersion } from '#lib/catalog/listing-index/listing-rows.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** Reads what changed since a version, or all of it, and gives what puts it in place at once: no call sees half of it. */
type ReadChanges = (since: number | undefined) => Promise<() => void>;

export class CatalogueFollower {
  readonly #db: ShopDatabase;
  readonly #read: ReadChanges;
  #version: number | undefined;
  #refreshing: Promise<void> | undefined;

  constructor(db: ShopDatabase, read: ReadChanges) {
    this.#db = db;
    this.#read = read;
  }

  get version(): number | undefined {
    return this.#version;
  }

  /** With a version that was just read, at least to that. */
  async catchUp(known?: number): Promise<void> {
    const version = known ?? (await catalogueVersion(this.#db));
    // A refresh that another call began may be too old for this one.
    while (!this.isAt(version)) await this.#refresh();
  }

  isAt(version: number): boolean {
    return this.#version !== undefined && this.#version >= version;
  }

  #refresh(): Promise<void> {
    this.#refreshing ??= this.#takeChanges().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #takeChanges(): Promise<void> {
    const version = await catalogueVersion(this.#db);
    const putInPlace = await this.#read(this.#version);
    putInPlace();
    this.#version = version;
  }
}
