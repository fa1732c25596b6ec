import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '#lib/primitives/durations.ts';

interface Entry {
  value: Promise<unknown>;
  expiresAt: number;
  tags: string[];
}

/** The default lifetime, for results such as brand counts, category counts and variants (product.md, "Catalogue"). */
export const CACHE_LIFETIME_MS = 5 * MINUTE_MS;

export class TaggedCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #now: () => number;

  /** `now` must be monotonic: if a wall clock were set back, everything would be cached for too long. */
  constructor({ now = () => performance.now(), maxEntries = 2_000 } = {}) {
    this.#entries = new LRUCache({ max: maxEntries });
    this.#now = now;
  }

  /** Returns a cached or newly computed value. Concurrent calls share one computation; a failure is not cached. */
  remember<T>(key: string, tags: string[], compute: () => Promise<T>, lifetimeMs = CACHE_LIFETIME_MS): Promise<T> {
    const cachedEntry = this.#entries.get(key);
    if (cachedEntry && cachedEntry.expiresAt > this.#now()) return cachedEntry.value as Promise<T>;
    const value = compute();
    const entry: Entry = { value, expiresAt: this.#now() + lifetimeMs, tags };
    this.#entries.set(key, entry);
    // The callers get the error; the next call computes the value again.
    value.catch(() => {
      if (this.#entries.peek(key) === entry) this.#entries.delete(key);
    });
    return value;
  }

  dropTags(tags: ReadonlySet<string>): void {
    for (const [key, entry] of this.#entries) {
      if (entry.tags.some((tag) => tags.has(tag))) this.#entries.delete(key);
    }
  }
}
