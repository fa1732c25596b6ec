import { MINUTE_MS } from '#lib/fields/durations.ts';

interface Entry {
  value: Promise<unknown>;
  expiresAt: number;
  tags: string[];
}

/** How long brand counts, category counts and variants are kept (specification, section 7). */
export const CACHE_LIFETIME_MS = 5 * MINUTE_MS;

/** A bounded map of answers that are forgotten after a while, or at once when a tag of theirs is dropped. */
export class TaggedCache {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;
  readonly #maxEntries: number;

  constructor(options: { now?: () => number; maxEntries?: number } = {}) {
    this.#now = options.now ?? Date.now;
    this.#maxEntries = options.maxEntries ?? 2_000;
  }

  /** The kept answer, or a new one; several askers at once share one computation, and a failure is not kept. */
  remember<T>(key: string, tags: string[], compute: () => Promise<T>, lifetimeMs = CACHE_LIFETIME_MS): Promise<T> {
    const kept = this.#entries.get(key);
    if (kept && kept.expiresAt > this.#now()) return kept.value as Promise<T>;
    const value = compute();
    const entry: Entry = { value, expiresAt: this.#now() + lifetimeMs, tags };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    // Who waits for the value gets the error; the next one computes it anew.
    value.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    });
    const oldest = this.#entries.size > this.#maxEntries ? this.#entries.keys().next() : undefined;
    if (oldest && !oldest.done) this.#entries.delete(oldest.value);
    return value;
  }

  dropTags(tags: ReadonlySet<string>): void {
    for (const [key, entry] of this.#entries) {
      if (entry.tags.some((tag) => tags.has(tag))) this.#entries.delete(key);
    }
  }
}
