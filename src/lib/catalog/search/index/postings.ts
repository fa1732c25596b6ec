import { FIELD_BITS } from '#lib/catalog/search/words/word-fields.ts';

const FIELD_MASK = (1 << FIELD_BITS) - 1;
const CONTINUATION_BIT = 0x80;
const SEVEN_BITS = 0x7f;

/**
 * Encodes each product as the distance from the previous one and the fields, as a variable-length integer of seven bits
 * per byte: usually one or two bytes instead of four.
 */
export class PostingWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;
  #last = 0;

  get length(): number {
    return this.#length;
  }

  /** Add positions in ascending order. */
  add(position: number, fields: number): void {
    if (this.#length + 5 > this.#bytes.length) this.#grow();
    let value = (position - this.#last) * (1 << FIELD_BITS) + fields;
    this.#last = position;
    while (value > SEVEN_BITS) {
      this.#bytes[this.#length++] = (value % CONTINUATION_BIT) | CONTINUATION_BIT;
      value = Math.floor(value / CONTINUATION_BIT);
    }
    this.#bytes[this.#length++] = value;
  }

  endWord(): void {
    this.#last = 0;
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #grow(): void {
    const grown = new Uint8Array(this.#bytes.length * 2);
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

export class PostingReader {
  readonly #bytes: Uint8Array;
  readonly #to: number;
  #at: number;
  position = 0;
  fields = 0;

  constructor(bytes: Uint8Array, from: number, to: number) {
    this.#bytes = bytes;
    this.#at = from;
    this.#to = to;
  }

  step(): boolean {
    if (this.#at >= this.#to) return false;
    let byte = this.#bytes[this.#at++]!;
    let value = byte & SEVEN_BITS;
    for (let shift = 7; byte > SEVEN_BITS; shift += 7) {
      byte = this.#bytes[this.#at++]!;
      value |= (byte & SEVEN_BITS) << shift;
    }
    this.position += value >>> FIELD_BITS;
    this.fields = value & FIELD_MASK;
    return true;
  }
}

/**
 * Decodes postings inline, without a call for each: common words have hundreds of thousands. `among`, if given, limits
 * the weight of each product. Returns the number of products that had no weight before.
 */
export function weighPostings(
  { bytes, from, to }: { bytes: Uint8Array; from: number; to: number },
  byFields: Uint16Array,
  { byPosition, bits }: { byPosition: Uint16Array; bits: Uint32Array },
  among?: Uint16Array,
): number {
  let position = 0;
  let added = 0;
  for (let at = from; at < to; ) {
    let value = bytes[at++]!;
    // Most values have one or two bytes; a loop for them takes a third longer.
    if (value > SEVEN_BITS) {
      let byte = bytes[at++]!;
      value = (value & SEVEN_BITS) | ((byte & SEVEN_BITS) << 7);
      for (let shift = 14; byte > SEVEN_BITS; shift += 7) {
        byte = bytes[at++]!;
        value |= (byte & SEVEN_BITS) << shift;
      }
    }
    position += value >>> FIELD_BITS;
    let weight = byFields[value & FIELD_MASK]!;
    if (among !== undefined && among[position]! < weight) weight = among[position]!;
    const before = byPosition[position]!;
    if (weight <= before) continue;
    byPosition[position] = weight;
    if (before !== 0) continue;
    bits[position >>> 5]! |= 1 << (position & 31);
    added++;
  }
  return added;
}
