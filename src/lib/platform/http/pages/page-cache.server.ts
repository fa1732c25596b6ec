import type { OutgoingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { brotli, type Compressor } from '#lib/platform/http/encoding/compressor.server.ts';
import { readTagHeader } from '#lib/platform/http/pages/cache-tags.ts';
import type { RenderedAnswer } from '#lib/platform/http/pages/render-answer.server.ts';
import {
  type CacheTerms,
  compressedBody,
  type EncodedBody,
  encodedBody,
  finishPage,
  plainBody,
  type StoredPage,
} from '#lib/platform/http/pages/stored-page.server.ts';

const BEST_BROTLI_QUALITY = 11;
const HITS_WORTH_BEST_COMPRESSION = 3;
const MAX_REMEMBERED_TAGS = 50_000;
/** A page may get a body in gzip later, of about the same size; the cache measures it only when it is put in. */
const WITH_GZIP = 2;
const BYTES_OF_HEADERS = 4_000;
const MAX_BYTES = 24 * 1024 * 1024;

interface CachedPage extends StoredPage {
  br: EncodedBody;
}

export function cacheTerms(headers: OutgoingHttpHeaders): CacheTerms | undefined {
  const control = headers['cdn-cache-control'];
  const maxAge = typeof control === 'string' ? /max-age=(\d+)/.exec(control)?.[1] : undefined;
  if (maxAge === undefined || headers['set-cookie']) return undefined;
  const swr = /stale-while-revalidate=(\d+)/.exec(String(control))?.[1] ?? '0';
  return { maxAge: Number(maxAge), swr: Number(swr), tags: readTagHeader(String(headers['cache-tag'] ?? '')) };
}

export class PageCache {
  readonly #pages: LRUCache<string, CachedPage>;
  /** The number of the drop in which a tag was dropped last. */
  readonly #droppedIn = new Map<string, number>();
  readonly #compressor: Compressor;
  readonly #now: () => number;
  #drops = 0;
  /** Up to this drop tags are no longer remembered, so each counts as dropped in it. */
  #forgottenUntil = -1;
  #isImproving = false;

  constructor(compressor: Compressor, options: { maxBytes?: number; now?: () => number } = {}) {
    this.#compressor = compressor;
    this.#pages = new LRUCache({ maxSize: options.maxBytes ?? MAX_BYTES, sizeCalculation: bytesOf });
    // The wall clock may be set back, and pages would be fresh for as long.
    this.#now = options.now ?? (() => performance.now());
  }

  get size(): number {
    return this.#pages.size;
  }

  get(key: string): StoredPage | undefined {
    const page = this.#pages.get(key);
    if (!page) return undefined;
    if (page.staleUntil <= this.#now()) {
      this.#pages.delete(key);
      return undefined;
    }
    page.hits += 1;
    if (page.hits === HITS_WORTH_BEST_COMPRESSION && !this.#isImproving) void this.#improve(key, page);
    return page;
  }

  isFresh(page: StoredPage): boolean {
    return page.freshUntil > this.#now();
  }

  /** For `store` and `isOutdated`: a tag that is dropped after the mark means that the page has old data. */
  mark(): number {
    return this.#drops;
  }

  isOutdated(tags: readonly string[], mark: number): boolean {
    return tags.some((tag) => (this.#droppedIn.get(tag) ?? this.#forgottenUntil) > mark);
  }

  async store(key: string, answer: RenderedAnswer, mark: number, extraHeaders: string[]): Promise<StoredPage> {
    const terms = cacheTerms(answer.headers);
    const page = finishPage(answer, terms, this.#now(), extraHeaders);
    if (!terms) return page;
    const br = await encodedBody(page, 'br', this.#compressor);
    if (this.isOutdated(page.tags, mark)) return page;
    page.identity = undefined;
    this.#pages.set(key, Object.assign(page, { br }));
    return page;
  }

  dropTags(tags: ReadonlySet<string>): void {
    this.#drops += 1;
    for (const tag of tags) this.#droppedIn.set(tag, this.#drops);
    if (this.#droppedIn.size > MAX_REMEMBERED_TAGS) {
      this.#droppedIn.clear();
      this.#forgottenUntil = this.#drops;
    }
    for (const [key, page] of this.#pages) {
      if (page.tags.some((tag) => tags.has(tag))) this.#pages.delete(key);
    }
  }

  /** Compresses once more, as small as it goes. One page at a time, because it is slow. */
  async #improve(key: string, page: CachedPage): Promise<void> {
    this.#isImproving = true;
    // A failure loses nothing: the page only stays a little larger.
    const best = await plainBody(page)
      .then((body) => brotli(body, BEST_BROTLI_QUALITY))
      .catch(() => undefined);
    this.#isImproving = false;
    if (!best || this.#pages.peek(key) !== page) return;
    // A new object, because the cache measures a page when it is put in.
    this.#pages.set(key, { ...page, br: compressedBody(page, 'br', best) });
  }
}

function bytesOf(page: CachedPage, key: string): number {
  return page.br.body.length * WITH_GZIP + BYTES_OF_HEADERS + key.length;
}
