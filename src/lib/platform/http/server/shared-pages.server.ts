import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { TIMED_OUT } from '#lib/platform/concurrency/fair-semaphore.ts';
import { type ContentCoding, pageCoding } from '#lib/platform/http/encoding/content-coding.server.ts';
import { clientNetworks } from '#lib/platform/http/network/client-networks.server.ts';
import { type Networks, UNKNOWN_NETWORKS } from '#lib/platform/http/network/network.ts';
import { NetworkCounts } from '#lib/platform/http/network/network-counts.server.ts';
import { EVERY_PAGE_TAG } from '#lib/platform/http/pages/cache-tags.ts';
import { isLightMode } from '#lib/platform/http/pages/light-mode.ts';
import { cacheDirectives } from '#lib/platform/http/pages/page-cache.server.ts';
import { sharedRequest } from '#lib/platform/http/pages/rendered-response.server.ts';
import { type Priority, sharedRenderer } from '#lib/platform/http/pages/shared-renders.server.ts';
import { encodedBody, finishPage, type StoredPage } from '#lib/platform/http/pages/stored-page.server.ts';
import { isApiPath } from '#lib/platform/http/route-table.ts';
import { logFrontFailure } from '#lib/platform/http/server/front-failure.server.ts';
import type { FrontOptions } from '#lib/platform/http/server/front-options.server.ts';
import type { HeaderPairs } from '#lib/platform/http/server/security-headers.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';

const MAX_REMEMBERED_URLS = 4_000;
/** Longer URLs are not remembered. This limits the memory for all remembered URLs to 4 MB. */
const MAX_REMEMBERED_LENGTH = 512;
const PAGE_COUNT_MS = 10 * MINUTE_MS;
/** The number of pages for one home in ten minutes that only bots exceed, even if people reload and filter pages. */
const MANY_PAGES = 100;
/** The limit for visitors with a cart. They have a limit because a bot can also send a cart cookie. */
const MANY_PAGES_WITH_CART = 1_000;

/** The prefix of the keys of pages in light mode. */
const LIGHT_PREFIX = 'light ';

/**
 * Forbids CDNs to cache a page. Used for a page in light mode, and for a page whose data changed while the page was
 * rendered: only the clients that are waiting for it may get this page.
 */
const NO_CDN_CACHE = ['cdn-cache-control', 'max-age=0'];

export class SharedPages {
  readonly #options: FrontOptions;
  readonly #commonHeaders: string[];
  readonly #host: string;
  readonly #renderPage: ReturnType<typeof sharedRenderer>;
  readonly #pageCounts = new NetworkCounts(PAGE_COUNT_MS);
  readonly #canonicalUrls = new LRUCache<string, string>({ max: MAX_REMEMBERED_URLS });

  constructor(options: FrontOptions, commonHeaders: HeaderPairs) {
    this.#options = options;
    this.#commonHeaders = ['cache-control', 'no-cache', 'vary', options.dictionaries.vary, ...commonHeaders.flat()];
    this.#host = new URL(options.shop.settings.siteUrl).host;
    const { shop, traffic, compressor } = options;
    this.#renderPage = sharedRenderer(async (key, coding) => {
      const render = () => traffic.measureRender('shared', () => this.#renderAndStore(key, coding));
      const page = await shop.upstreams.inRenderSlot(render);
      // Compresses inside the semaphore, so that pages are not rendered faster than they are compressed.
      await encodedBody(page, coding, compressor);
      return page;
    });
  }

  /**
   * Returns the key of a page: its canonical URL, with a prefix for light mode. Responses of the API are the same
   * in both modes.
   */
  #keyOf({ url = '/', headers }: IncomingMessage): string {
    const pageUrl = this.#canonicalUrlOf(url);
    return isLightMode(headers) && !isApiPath(pageUrl) ? LIGHT_PREFIX + pageUrl : pageUrl;
  }

  #canonicalUrlOf(url: string): string {
    const rememberedUrl = this.#canonicalUrls.get(url);
    if (rememberedUrl !== undefined) return rememberedUrl;
    const pageUrl = this.#options.routes.sharedUrl(url);
    if (url.length <= MAX_REMEMBERED_LENGTH) this.#canonicalUrls.set(url, pageUrl);
    return pageUrl;
  }

  /**
   * Returns the cached page, even if it is stale, or undefined if the page is not cached. Also starts to render a stale
   * page again, for the next visitor.
   */
  findCached(req: IncomingMessage): StoredPage | undefined {
    const { pageCache, shop, routes, traffic, dictionaries } = this.#options;
    if (!shop.settings.isPageCacheOn) return undefined;
    const key = this.#keyOf(req);
    const page = pageCache.get(key);
    if (page && !pageCache.isFresh(page)) {
      traffic.staleCount += 1;
      const refresh = this.#renderPage(key, {
        network: UNKNOWN_NETWORKS.widest,
        coding: pageCoding(req, dictionaries),
        priority: 'normal',
      });
      void refresh.catch((error) => logFrontFailure(shop.log, req, error, { routes }));
    }
    return page;
  }

  /**
   * Returns the rendered page. Returns undefined if the visitor's network requests too much, and `TIMED_OUT` if the
   * client would wait too long. Throws if rendering fails.
   */
  render(req: IncomingMessage): Promise<StoredPage | undefined | typeof TIMED_OUT> {
    const { shop, hasCartCookie, dictionaries } = this.#options;
    const networks = clientNetworks(req, shop.settings.trustedProxies);
    const priority = this.#nextPriority(networks, hasCartCookie(req));
    return this.#renderPage(this.#keyOf(req), {
      network: networks.widest,
      coding: pageCoding(req, dictionaries),
      priority,
    });
  }

  /** Counts the next page and returns its priority (product.md, "Limits for visitors"). */
  #nextPriority(networks: Networks, hasCartCookie: boolean): Priority {
    const manyPages = hasCartCookie ? MANY_PAGES_WITH_CART : MANY_PAGES;
    const hasRequestedManyPages = this.#pageCounts.hasReached(networks, manyPages);
    this.#pageCounts.add(networks);
    if (hasRequestedManyPages) return 'last';
    return hasCartCookie ? 'first' : 'normal';
  }

  async #renderAndStore(key: string, coding: ContentCoding): Promise<StoredPage> {
    const { shop, routes, pageRenderer, pageCache } = this.#options;
    // The page may have been rendered for another request while this request waited.
    const cachedPage = shop.settings.isPageCacheOn ? pageCache.get(key) : undefined;
    if (cachedPage && pageCache.isFresh(cachedPage)) return cachedPage;
    const { dropCount } = pageCache;
    const isLight = key.startsWith(LIGHT_PREFIX);
    const pageUrl = isLight ? key.slice(LIGHT_PREFIX.length) : key;
    const locals = { shop, routes, requestId: randomUUID(), networks: UNKNOWN_NETWORKS, isLight };
    const render = await pageRenderer;
    const response = await shop.db.context.withStaleReads(() => render(sharedRequest(pageUrl, this.#host), locals));
    if (!response) throw new Error('No page was rendered, not even the 404 page.');
    if (shop.settings.isPageCacheOn)
      return pageCache.store(key, response, { dropCount, coding, extraHeaders: this.#commonHeaders });
    const directives = cacheDirectives(response.headers);
    const isCurrent = directives !== undefined && !pageCache.isOutdated(directives.tags, dropCount);
    const cdnHeaders = isCurrent ? headersForCdn(response.headers, isLight) : directives && NO_CDN_CACHE;
    return finishPage(response, undefined, shop.now(), [...this.#commonHeaders, ...(cdnHeaders ?? [])]);
  }
}

/**
 * Returns headers with the lifetime and the tags of a page, for the CDN that caches pages if `PAGE_CACHE` is `off`.
 * Many CDNs ignore `Vary`, so only Varnish, which respects it, caches pages in light mode (RFC 9213 allows a header for
 * one kind of cache).
 */
function headersForCdn(headers: OutgoingHttpHeaders, isLight: boolean): string[] {
  const tags = [headers['cache-tag'], EVERY_PAGE_TAG].filter(Boolean).join(',');
  const lifetime = String(headers['cdn-cache-control']);
  const control = isLight ? [...NO_CDN_CACHE, 'varnish-cache-control', lifetime] : ['cdn-cache-control', lifetime];
  return [...control, 'cache-tag', tags];
}
