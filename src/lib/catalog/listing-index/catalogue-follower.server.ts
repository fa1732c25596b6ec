import { catalogueVersion } from '#lib/catalog/listing-index/listing-rows.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/**
 * Reads the changes since a version, or the whole catalogue if `since` is undefined. The returned function applies what
 * was read. It is synchronous, so no caller sees a partial state.
 */
type ReadChanges = (since: number | undefined) => Promise<() => void>;

/** Keeps an index at the current version of the catalogue. */
export class CatalogueFollower {
  readonly #db: ShopDatabase;
  readonly #read: ReadChanges;
  #version: number | undefined;
  #refreshInProgress: Promise<void> | undefined;

  constructor(db: ShopDatabase, read: ReadChanges) {
    this.#db = db;
    this.#read = read;
  }

  get version(): number | undefined {
    return this.#version;
  }

  /** Updates the index to the current version. A caller that has just read this version passes it as `knownVersion`. */
  async catchUp(knownVersion?: number): Promise<void> {
    const version = knownVersion ?? (await catalogueVersion(this.#db));
    // A refresh started by another call may have read an older version.
    while (!this.isAt(version)) await this.#refresh();
  }

  isAt(version: number): boolean {
    return this.#version !== undefined && this.#version >= version;
  }

  #refresh(): Promise<void> {
    this.#refreshInProgress ??= this.#applyChanges().finally(() => {
      this.#refreshInProgress = undefined;
    });
    return this.#refreshInProgress;
  }

  async #applyChanges(): Promise<void> {
    const version = await catalogueVersion(this.#db);
    const apply = await this.#read(this.#version);
    apply();
    this.#version = version;
  }
}
