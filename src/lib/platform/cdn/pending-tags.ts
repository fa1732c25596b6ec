import { EVERY_PAGE_TAG } from '#lib/platform/http/pages/cache-tags.ts';

/** Above this, purging every page is cheaper. */
const MAX_TAGS = 500;
/** A page that was rendered before the change may reach the CDN after the first purge. */
const AGAIN_AFTER_MS = 2_000;

/** Tags that a CDN must still purge: each one immediately, and again once pages in transit have arrived. */
export class PendingTags {
  readonly #unsent = new Set<string>();
  readonly #againAt = new Map<string, number>();

  add(tags: Iterable<string>): void {
    for (const tag of tags) this.#unsent.add(tag);
    if (this.#unsent.size <= MAX_TAGS && !this.#unsent.has(EVERY_PAGE_TAG)) return;
    this.#unsent.clear();
    this.#againAt.clear();
    this.#unsent.add(EVERY_PAGE_TAG);
  }

  /** The tags to send now. */
  due(nowMs: number): string[] {
    const again = [...this.#againAt].filter(([tag, at]) => at <= nowMs && !this.#unsent.has(tag));
    return [...this.#unsent, ...again.map(([tag]) => tag)];
  }

  markSent(tags: Iterable<string>, nowMs: number): void {
    for (const tag of tags) {
      const isFirstTime = this.#unsent.delete(tag);
      if (isFirstTime) this.#againAt.set(tag, nowMs + AGAIN_AFTER_MS);
      else this.#againAt.delete(tag);
    }
  }
}
