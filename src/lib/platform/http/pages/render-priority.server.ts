import type { Networks } from '#lib/platform/http/network/network.ts';
import { NetworkCounts } from '#lib/platform/http/network/network-counts.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';

const WINDOW_MS = 10 * MINUTE_MS;
/** The number of pages for one home in ten minutes that only bots exceed, even if people reload and filter pages. */
const MANY_PAGES = 100;
/** The limit for visitors with a cart. They have a limit because a bot can also send a cart cookie. */
const MANY_PAGES_WITH_CART = 1_000;

/**
 * `first`: the visitor has the cookie of a cart. `last`: the visitor's network has requested many pages, so this page
 * is rendered only when no other client is waiting. `normal`: neither.
 */
export type Priority = 'first' | 'normal' | 'last';

/** Decides the order in which uncached pages are rendered (product.md, "Limits for visitors"). */
export class RenderPriority {
  readonly #pageCounts = new NetworkCounts(WINDOW_MS);

  /** Counts the next page and returns its priority. */
  next(networks: Networks, hasCartCookie: boolean): Priority {
    const manyPages = hasCartCookie ? MANY_PAGES_WITH_CART : MANY_PAGES;
    const hasRequestedManyPages = this.#pageCounts.hasReached(networks, manyPages);
    this.#pageCounts.add(networks);
    if (hasRequestedManyPages) return 'last';
    return hasCartCookie ? 'first' : 'normal';
  }
}
