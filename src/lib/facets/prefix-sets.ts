import { type Bitset, clearBit, emptyBitset, setBit } from '#lib/facets/bitset.ts';

/** Each takes as much as a value that many products have. */
const MILESTONES = 64;

export class PrefixSets {
  readonly #order: Uint32Array;
  readonly #step: number;
  readonly #sets: Bitset[] = [];

  constructor(order: Uint32Array) {
    this.#order = order;
    this.#step = Math.max(1, Math.ceil(order.length / MILESTONES));
  }

  /** A set of one's own. Adds or takes out at most half of what lies between two milestones. */
  first(count: number): Bitset {
    const nearest = Math.round(count / this.#step);
    const bits = this.#at(nearest).slice();
    const kept = Math.min(nearest * this.#step, this.#order.length);
    for (let at = kept; at < count; at++) setBit(bits, this.#order[at]!);
    for (let at = count; at < kept; at++) clearBit(bits, this.#order[at]!);
    return bits;
  }

  #at(milestone: number): Bitset {
    this.#sets[0] ??= emptyBitset(this.#order.length);
    for (let next = this.#sets.length; next <= milestone; next++) {
      const bits = this.#sets[next - 1]!.slice();
      const end = Math.min(next * this.#step, this.#order.length);
      for (let at = (next - 1) * this.#step; at < end; at++) setBit(bits, this.#order[at]!);
      this.#sets.push(bits);
    }
    return this.#sets[milestone]!;
  }
}
