/** A family or an office behind one address must still be able to shop (product.md, "Limits of visitors"). Each process counts for itself. */
const WRITES_A_MINUTE = 600;
const MOST_ADDRESSES = 100_000;

export class WriteLimit {
  #windowStart = 0;
  #counts = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  allows(address: string): boolean {
    const now = this.#now();
    if (now - this.#windowStart >= 60_000 || this.#counts.size > MOST_ADDRESSES) {
      this.#windowStart = now;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(address) ?? 0) + 1;
    this.#counts.set(address, count);
    return count <= WRITES_A_MINUTE;
  }
}
