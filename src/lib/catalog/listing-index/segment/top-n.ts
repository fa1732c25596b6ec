export interface RankedProduct {
  key: number;
  position: number;
  id: number;
}

/** Compares by descending key, then by newest product. */
export function compareRanks(a: RankedProduct, b: RankedProduct): number {
  return b.key - a.key || b.id - a.id;
}

/**
 * Keeps the `max` largest keys; of equal keys, those at the last positions. A heap with the smallest key at the top.
 */
export class TopN {
  readonly #keys: Float64Array;
  readonly #positions: Uint32Array;
  #count = 0;

  constructor(max: number) {
    this.#keys = new Float64Array(max);
    this.#positions = new Uint32Array(max);
  }

  /** The smallest key that is kept; 0 until `max` keys have been offered. */
  get minKey(): number {
    return this.#count < this.#keys.length ? 0 : this.#keys[0]!;
  }

  offer(key: number, position: number): void {
    if (this.#count < this.#keys.length) this.#put(this.#siftUp(this.#count++, key, position), key, position);
    else if (this.#isLess(0, key, position)) this.#put(this.#siftDown(key, position), key, position);
  }

  /** Returns the products, best first. `ids` has the id at each position; without `ids`, the positions are the ids. */
  sorted(ids?: ArrayLike<number>): RankedProduct[] {
    const products: RankedProduct[] = [];
    for (let slot = 0; slot < this.#count; slot++) {
      const position = this.#positions[slot]!;
      products.push({ key: this.#keys[slot]!, position, id: ids ? ids[position]! : position });
    }
    return products.sort(compareRanks);
  }

  #put(slot: number, key: number, position: number): void {
    this.#keys[slot] = key;
    this.#positions[slot] = position;
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#keys[from]!, this.#positions[from]!);
  }

  #siftUp(from: number, key: number, position: number): number {
    let slot = from;
    while (slot > 0) {
      const parent = (slot - 1) >>> 1;
      if (this.#isLess(parent, key, position)) break;
      this.#move(parent, slot);
      slot = parent;
    }
    return slot;
  }

  #siftDown(key: number, position: number): number {
    const keys = this.#keys;
    let slot = 0;
    for (let child = 1; child < keys.length; child = slot * 2 + 1) {
      const rightChild = child + 1;
      if (rightChild < keys.length && this.#isLess(rightChild, keys[child]!, this.#positions[child]!))
        child = rightChild;
      if (!this.#isLess(child, key, position)) break;
      this.#move(child, slot);
      slot = child;
    }
    return slot;
  }

  #isLess(slot: number, key: number, position: number): boolean {
    const slotKey = this.#keys[slot]!;
    return slotKey < key || (slotKey === key && this.#positions[slot]! < position);
  }
}
