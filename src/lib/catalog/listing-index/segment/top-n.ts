export interface Ranked {
  key: number;
  position: number;
  id: number;
}

/** Largest key first, then newest product. */
export function compareRanks(a: Ranked, b: Ranked): number {
  return b.key - a.key || b.id - a.id;
}

/** Keeps the `max` largest keys; of equal keys, those at the last positions. A heap with the smallest key on top. */
export class TopN {
  readonly #keys: Float64Array;
  readonly #positions: Uint32Array;
  #count = 0;

  constructor(max: number) {
    this.#keys = new Float64Array(max);
    this.#positions = new Uint32Array(max);
  }

  /** A smaller key is not among the largest; 0 until `max` keys were offered. */
  get minKey(): number {
    return this.#count < this.#keys.length ? 0 : this.#keys[0]!;
  }

  offer(key: number, position: number): void {
    if (this.#count < this.#keys.length) this.#put(this.#siftUp(this.#count++, key, position), key, position);
    else if (this.#isLess(0, key, position)) this.#put(this.#siftDown(key, position), key, position);
  }

  sorted(ids?: ArrayLike<number>): Ranked[] {
    const ranked: Ranked[] = [];
    for (let at = 0; at < this.#count; at++) {
      const position = this.#positions[at]!;
      ranked.push({ key: this.#keys[at]!, position, id: ids ? ids[position]! : position });
    }
    return ranked.sort(compareRanks);
  }

  #put(at: number, key: number, position: number): void {
    this.#keys[at] = key;
    this.#positions[at] = position;
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#keys[from]!, this.#positions[from]!);
  }

  #siftUp(from: number, key: number, position: number): number {
    let at = from;
    while (at > 0) {
      const above = (at - 1) >>> 1;
      if (this.#isLess(above, key, position)) break;
      this.#move(above, at);
      at = above;
    }
    return at;
  }

  #siftDown(key: number, position: number): number {
    const keys = this.#keys;
    let at = 0;
    for (let below = 1; below < keys.length; below = at * 2 + 1) {
      const right = below + 1;
      if (right < keys.length && this.#isLess(right, keys[below]!, this.#positions[below]!)) below = right;
      if (!this.#isLess(below, key, position)) break;
      this.#move(below, at);
      at = below;
    }
    return at;
  }

  #isLess(at: number, key: number, position: number): boolean {
    const own = this.#keys[at]!;
    return own < key || (own === key && this.#positions[at]! < position);
  }
}
