import { performance } from 'node:perf_hooks';
import type { Networks } from '#lib/platform/http/network/network.ts';

const MAX_NETWORKS = 100_000;

/**
 * Counts uses by network, in the memory of this process, for the current time window. If there are more than 100,000
 * networks, a new window begins. The clock is monotonic.
 */
export class NetworkCounts {
  readonly #windowMs: number;
  readonly #now: () => number;
  #counts = new Map<string, number>();
  #windowStart = Number.NEGATIVE_INFINITY;

  constructor(windowMs: number, now = () => performance.now()) {
    this.#windowMs = windowMs;
    this.#now = now;
  }

  add({ levels }: Networks): void {
    this.#beginWindowIfOver();
    for (const { network } of levels) this.#counts.set(network, this.#countOf(network) + 1);
  }

  /**
   * Returns whether one of the networks has reached its limit: `limit` for one home, and a multiple of `limit` for
   * larger networks (`NetworkLevel.limitFactor`).
   */
  hasReached({ levels }: Networks, limit: number): boolean {
    this.#beginWindowIfOver();
    return levels.some(({ network, limitFactor }) => this.#countOf(network) >= limit * limitFactor);
  }

  /**
   * Adds a use unless the limit is reached, and returns whether it was added. Refused uses are not counted, so that one
   * home that floods the shop does not use up the limit of its neighbours.
   */
  tryAdd(networks: Networks, limit: number): boolean {
    if (this.hasReached(networks, limit)) return false;
    this.add(networks);
    return true;
  }

  #countOf(network: string): number {
    return this.#counts.get(network) ?? 0;
  }

  #beginWindowIfOver(): void {
    const now = this.#now();
    if (now - this.#windowStart < this.#windowMs && this.#counts.size <= MAX_NETWORKS) return;
    this.#windowStart = now;
    this.#counts = new Map();
  }
}
