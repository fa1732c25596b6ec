import { catalogueVersion } from '#lib/catalog/listing-index/listing-rows.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** An index or cache that is kept at the current version of the catalogue. */
export abstract class CatalogueFollower {
  protected readonly db: ShopDatabase;
  #version: number | undefined;
  #refreshInProgress: Promise<void> | undefined;

  constructor(db: ShopDatabase) {
    this.db = db;
  }

  /**
   * Reads the changes since a version, or the whole catalogue if `since` is undefined. The returned function applies
   * what was read. It is synchronous, so no caller sees a partial state.
   */
  protected abstract read(since: number | undefined): Promise<() => void>;

  get version(): number | undefined {
    return this.#version;
  }

  get isLoaded(): boolean {
    return this.#version !== undefined;
  }

  /** Updates the index to the current version. A caller that has just read this version passes it as `knownVersion`. */
  async catchUp(knownVersion?: number): Promise<void> {
    const version = knownVersion ?? (await catalogueVersion(this.db));
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
    const version = await catalogueVersion(this.db);
    const apply = await this.read(this.#version);
    apply();
    this.#version = version;
  }
}
