import { type Bitset, forEachBit, hasBit } from '#lib/facets/bitset.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';

const AT_A_STEP = 4_096;

/** Of each product the values that few have: nearly always one, its brand. A column is counted faster than many lists. */
export class RareValues {
  readonly #places: Uint32Array;
  readonly #first: Uint16Array | Uint32Array;
  readonly #more: Uint32Array;

  private constructor(places: Uint32Array, first: Uint16Array | Uint32Array, more: Uint32Array) {
    this.#places = places;
    this.#first = first;
    this.#more = more;
  }

  static *of(
    starts: Uint32Array,
    ids: Uint32Array,
    rare: readonly number[],
    largestId: number,
  ): Steps<RareValues | undefined> {
    const places = new Uint32Array(largestId + 1);
    for (const [at, id] of rare.entries()) places[id] = at + 1;
    const size = starts.length - 1;
    const first = rare.length < 0xffff ? new Uint16Array(size) : new Uint32Array(size);
    const more: number[] = [];
    let isAny = false;
    for (let position = 0; position < size; position++) {
      for (let at = starts[position]!; at < starts[position + 1]!; at++) {
        const place = places[ids[at]!]!;
        if (place === 0) continue;
        isAny = true;
        if (first[position] === 0) first[position] = place;
        else more.push(position, place);
      }
      if (position % AT_A_STEP === 0) yield;
    }
    return isAny ? new RareValues(places, first, Uint32Array.from(more)) : undefined;
  }

  stepsFor(products: number): number {
    return products + this.#more.length / 2;
  }

  counting(bits: Bitset): (id: number) => number {
    const [first, more] = [this.#first, this.#more];
    const found = new Uint32Array(this.#places.length + 1);
    forEachBit(bits, (position) => {
      found[first[position]!]!++;
    });
    for (let at = 0; at < more.length; at += 2) if (hasBit(bits, more[at]!)) found[more[at + 1]!]!++;
    return (id) => found[this.#places[id]!]!;
  }
}
