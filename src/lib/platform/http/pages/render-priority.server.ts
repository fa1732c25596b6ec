import type { Networks } from '#lib/platform/http/network/network.ts';
import { NetworkCounts } from '#lib/platform/http/network/network-counts.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';

const WINDOW_MS = 10 * MINUTE_MS;
/** Of one home in ten minutes. People reload and filter; robots ask for more. */
const MANY_PAGES = 100;
/** A robot can send the cookie of a cart, too. */
const MANY_PAGES_WITH_CART = 1_000;

/** `first`: has a cart. `last`: its network has had many pages rendered, and they are rendered when nobody else waits. */
export type Priority = 'first' | 'usual' | 'last';

/** Decides who waits for whom where pages that are in no cache are rendered (product.md, "Limits of visitors"). */
export class RenderPriority {
  readonly #pages: NetworkCounts;

  constructor(now?: () => number) {
    this.#pages = new NetworkCounts(WINDOW_MS, now);
  }

  /** Counts this page. */
  next(networks: Networks, hasCart: boolean): Priority {
    const isMany = this.#pages.hasReached(networks, hasCart ? MANY_PAGES_WITH_CART : MANY_PAGES);
    this.#pages.add(networks);
    if (isMany) return 'last';
    return hasCart ? 'first' : 'usual';
  }
}
