import type { OutgoingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { type Compressor, compress } from '#lib/platform/http/encoding/compressor.server.ts';
import { BROTLI, type ContentCoding, IDENTITY, ZSTD } from '#lib/platform/http/encoding/content-coding.server.ts';
import { readTagHeader } from '#lib/platform/http/pages/cache-tags.ts';
import type { RenderedResponse } from '#lib/platform/http/pages/rendered-response.server.ts';
import {
  type CacheDirectives,
  encodedBody,
  finishPage,
  newBody,
  plainBody,
  type StoredPage,
} from '#lib/platform/http/pages/stored-page.server.ts';

const HITS_BEFORE_BEST_COMPRESSION = 3;
const MAX_REMEMBERED_TAGS = 50_000;
/**
 * A page's size is counted as this many times its largest body, which reserves space for bodies in other codings. Those
 * bodies are added later, and together are about twice as large as the largest body, but the cache measures a page only
 * when the page is stored.
 */
const SIZE_FACTOR = 3;
const HEADER_BYTES = 4_000;
const MAX_BYTES = 24 * 1024 * 1024;

/** Returns the directives in the headers of a response, or undefined if the response must not be cached. */
export function cacheDirectives(headers: OutgoingHttpHeaders): CacheDirectives | undefined {
  const cacheControl = headers['cdn-cache-control'];
  const maxAge = typeof cacheControl === 'string' ? /max-age=(\d+)/.exec(cacheControl)?.[1] : undefined;
  if (maxAge === undefined || headers['set-cookie']) return undefined;
  const swr = /stale-while-revalidate=(\d+)/.exec(String(cacheControl))?.[1] ?? '0';
  return { maxAge: Number(maxAge), swr: Number(swr), tags: readTagHeader(String(headers['cache-tag'] ?? '')) };
}

interface StoreOptions {
  /** The cache's `dropCount` before the page was rendered. */
  dropCount: number;
  /** The coding of the client that waits for the page. */
  coding: ContentCoding;
  extraHeaders: string[];
}

export class PageCache {
  readonly #pages: LRUCache<string, StoredPage>;
  /** The number of the last drop of each tag. */
  readonly #lastDropByTag = new Map<string, number>();
  readonly #compressor: Compressor;
  readonly #now: () => number;
  #dropCount = 0;
  /**
   * The number of the last drop whose tags are no longer recorded. Every tag without a record is treated as dropped in
   * this drop.
   */
  #forgottenUntil = -1;
  #isImproving = false;

  constructor(compressor: Compressor, options: { maxBytes?: number; now?: () => number } = {}) {
    this.#compressor = compressor;
    this.#pages = new LRUCache({ maxSize: options.maxBytes ?? MAX_BYTES, sizeCalculation: bytesOf });
    // A monotonic clock: if a wall clock were set back, pages would stay fresh for too long.
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
    if (page.hits === HITS_BEFORE_BEST_COMPRESSION && !this.#isImproving) void this.#improve(key, page);
    return page;
  }

  isFresh(page: StoredPage): boolean {
    return page.freshUntil > this.#now();
  }

  /**
   * The number of drops so far. Read it before a page is rendered: if one of the page's tags is dropped afterwards,
   * `isOutdated` returns true for this number.
   */
  get dropCount(): number {
    return this.#dropCount;
  }

  isOutdated(tags: readonly string[], dropCount: number): boolean {
    return tags.some((tag) => (this.#lastDropByTag.get(tag) ?? this.#forgottenUntil) > dropCount);
  }

  /**
   * Stores a page, unless it must not be cached or is outdated already, and returns the page in any case. If `coding`
   * does not compress, a body compressed with zstd is stored instead.
   */
  async store(
    key: string,
    response: RenderedResponse,
    { dropCount, coding, extraHeaders }: StoreOptions,
  ): Promise<StoredPage> {
    const directives = cacheDirectives(response.headers);
    const page = finishPage(response, directives, this.#now(), extraHeaders);
    if (!directives) return page;
    await encodedBody(page, coding === IDENTITY ? ZSTD : coding, this.#compressor);
    if (this.isOutdated(page.tags, dropCount)) return page;
    page.bodies.delete(IDENTITY.key);
    this.#pages.set(key, page);
    return page;
  }

  /** Deletes all pages with at least one of the tags. */
  dropTags(tags: ReadonlySet<string>): void {
    this.#dropCount += 1;
    for (const tag of tags) this.#lastDropByTag.set(tag, this.#dropCount);
    if (this.#lastDropByTag.size > MAX_REMEMBERED_TAGS) {
      this.#lastDropByTag.clear();
      this.#forgottenUntil = this.#dropCount;
    }
    for (const [key, page] of this.#pages) {
      if (page.tags.some((tag) => tags.has(tag))) this.#pages.delete(key);
    }
  }

  /** Compresses the page again at the highest level. Only one page at a time is improved, because this is slow. */
  async #improve(key: string, page: StoredPage): Promise<void> {
    this.#isImproving = true;
    // After a failure, the page just stays a little larger.
    const bodies = await bestBodies(page).catch(() => undefined);
    this.#isImproving = false;
    if (!bodies || this.#pages.peek(key) !== page) return;
    // A new object, because the cache measures a page only when it is stored.
    this.#pages.set(key, { ...page, bodies });
  }
}

/** Returns bodies in brotli, and with each dictionary that visitors have used so far. */
async function bestBodies(page: StoredPage): Promise<StoredPage['bodies']> {
  const plainBytes = await plainBody(page);
  const dictionaryCodings = [...page.bodies.values()]
    .map(({ coding }) => coding)
    .filter(({ dictionary }) => dictionary);
  const bodies: StoredPage['bodies'] = new Map();
  for (const coding of [BROTLI, ...dictionaryCodings])
    bodies.set(coding.key, newBody(page, coding, await compress(plainBytes, coding, 'best')));
  return bodies;
}

function bytesOf({ bodies }: StoredPage, key: string): number {
  const largestBytes = Math.max(...[...bodies.values()].map(({ body }) => body.length));
  return largestBytes * SIZE_FACTOR + HEADER_BYTES + key.length;
}
