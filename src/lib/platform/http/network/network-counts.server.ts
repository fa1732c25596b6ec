import { performance } from 'node:perf_hooks';
import type { Networks } from '#lib/platform/http/network/network.ts';

const MAX_NETWORKS = 100_000;

/**
 * Counts by network in this process's memory, for the current time window. With more than 100,000 networks, a new
 * window begins. The clock is monotonic.
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
    this.#beginWindow();
    for (const { network } of levels) this.#counts.set(network, this.#countOf(network) + 1);
  }

  /**
   * Returns whether a network has reached its limit: `limit` for one home, a multiple of it for larger networks
   * (`NetworkLevel.limitFactor`).
   */
  hasReached({ levels }: Networks, limit: number): boolean {
    this.#beginWindow();
    return levels.some(({ network, limitFactor }) => this.#countOf(network) >= limit * limitFactor);
  }

  #countOf(network: string): number {
    return this.#counts.get(network) ?? 0;
  }

  #beginWindow(): void {
    const now = this.#now();
    if (now - this.#windowStart < this.#windowMs && this.#counts.size <= MAX_NETWORKS) return;
    this.#windowStart = now;
    this.#counts = new Map();
  }
}
