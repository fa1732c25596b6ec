import type { Networks } from '#lib/platform/http/network/network.ts';
import { NetworkCounts } from '#lib/platform/http/network/network-counts.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';

/**
 * The limit for each home, in each process. A family or an office must still be able to shop (product.md, "Limits for
 * visitors").
 */
const MAX_WRITES_PER_MINUTE = 600;

export class WriteLimit {
  readonly #counts: NetworkCounts;

  constructor(now?: () => number) {
    this.#counts = new NetworkCounts(MINUTE_MS, now);
  }

  /**
   * Returns whether the visitor may write, and counts the write if so. Refused writes are not counted, so that one home
   * that floods the shop does not use up the limit of its neighbours.
   */
  allows(networks: Networks): boolean {
    if (this.#counts.hasReached(networks, MAX_WRITES_PER_MINUTE)) return false;
    this.#counts.add(networks);
    return true;
  }
}
