import type { Networks } from '#lib/platform/http/network.ts';

/** For one home: a family or an office must still be able to shop (product.md, "Limits of visitors"). Each process counts for itself. */
const WRITES_A_MINUTE = 600;
const MOST_NETWORKS = 100_000;

export class WriteLimit {
  #windowStart = 0;
  #counts = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Counts only allowed writes, so that one flooding home does not use up the limit of its neighbours. */
  allows({ levels }: Networks): boolean {
    const now = this.#now();
    if (now - this.#windowStart >= 60_000 || this.#counts.size > MOST_NETWORKS) {
      this.#windowStart = now;
      this.#counts = new Map();
    }
    const countOf = (network: string) => this.#counts.get(network) ?? 0;
    if (levels.some(({ network, times }) => countOf(network) >= WRITES_A_MINUTE * times)) return false;
    for (const { network } of levels) this.#counts.set(network, countOf(network) + 1);
    return true;
  }
}
