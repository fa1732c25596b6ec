import { EVERY_PAGE_TAG } from '#lib/platform/http/pages/cache-tags.ts';

/** If there are more tags than this, purging every page is cheaper. */
const MAX_TAGS = 500;
/**
 * How long after the first purge a tag is sent again. A page that was rendered before the change may reach the CDN
 * after the first purge.
 */
const REPEAT_AFTER_MS = 2_000;

/**
 * Tags that a CDN must still purge: each tag immediately, and again once pages that are on their way to the CDN have
 * arrived.
 */
export class PendingTags {
  readonly #unsentTags = new Set<string>();
  readonly #repeatTimes = new Map<string, number>();

  add(tags: Iterable<string>): void {
    for (const tag of tags) this.#unsentTags.add(tag);
    if (this.#unsentTags.size <= MAX_TAGS && !this.#unsentTags.has(EVERY_PAGE_TAG)) return;
    this.#unsentTags.clear();
    this.#repeatTimes.clear();
    this.#unsentTags.add(EVERY_PAGE_TAG);
  }

  /** Returns the tags to send now. */
  dueTags(nowMs: number): string[] {
    const repeats = [...this.#repeatTimes].filter(([tag, time]) => time <= nowMs && !this.#unsentTags.has(tag));
    return [...this.#unsentTags, ...repeats.map(([tag]) => tag)];
  }

  markSent(tags: Iterable<string>, nowMs: number): void {
    for (const tag of tags) {
      const isFirstTime = this.#unsentTags.delete(tag);
      if (isFirstTime) this.#repeatTimes.set(tag, nowMs + REPEAT_AFTER_MS);
      else this.#repeatTimes.delete(tag);
    }
  }
}
