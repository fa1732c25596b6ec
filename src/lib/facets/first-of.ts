export interface Ranked {
  key: number;
  position: number;
  id: number;
}

/** The largest key first; of equals the newest product. */
export function compareRanks(a: Ranked, b: Ranked): number {
  return b.key - a.key || b.id - a.id;
}

/**
 * Keeps those with the largest keys of many, in a heap whose top is the least of them. Offer them from the last position
 * to the first: of equal keys the last positions stay.
 */
export class FirstOf {
  readonly #keys: Float64Array;
  readonly #positions: Uint32Array;
  #count = 0;

  constructor(most: number) {
    this.#keys = new Float64Array(most);
    this.#positions = new Uint32Array(most);
  }

  offer(key: number, position: number): void {
    if (this.#count < this.#keys.length) this.#put(this.#raised(this.#count++, key), key, position);
    else if (key > this.#keys[0]!) this.#put(this.#sunk(key), key, position);
  }

  inOrder(ids: ArrayLike<number>): Ranked[] {
    const ranked: Ranked[] = [];
    for (let at = 0; at < this.#count; at++) {
      const position = this.#positions[at]!;
      ranked.push({ key: this.#keys[at]!, position, id: ids[position]! });
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

  /** Where a new key belongs, after larger ones above it were let down. */
  #raised(from: number, key: number): number {
    let at = from;
    while (at > 0) {
      const above = (at - 1) >>> 1;
      if (this.#keys[above]! < key) break;
      this.#move(above, at);
      at = above;
    }
    return at;
  }

  /** Where a key belongs that comes in place of the least one. */
  #sunk(key: number): number {
    const keys = this.#keys;
    let at = 0;
    for (let below = 1; below < keys.length; below = at * 2 + 1) {
      if (below + 1 < keys.length && this.#isLess(below + 1, below)) below++;
      if (keys[below]! >= key) break;
      this.#move(below, at);
      at = below;
    }
    return at;
  }

  #isLess(a: number, b: number): boolean {
    const [keyA, keyB] = [this.#keys[a]!, this.#keys[b]!];
    return keyA < keyB || (keyA === keyB && this.#positions[a]! < this.#positions[b]!);
  }
}
