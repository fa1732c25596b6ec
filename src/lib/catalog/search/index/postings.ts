import { FIELD_BITS } from '#lib/catalog/search/words/word-fields.ts';

const FIELD_MASK = (1 << FIELD_BITS) - 1;
const CONTINUATION_BIT = 0x80;
const SEVEN_BITS = 0x7f;

/**
 * Encodes the distance of each product from the previous product, and its fields, as a variable-length integer of seven
 * bits per byte: usually one or two bytes instead of four.
 */
export class PostingWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;
  #lastPosition = 0;

  get length(): number {
    return this.#length;
  }

  /** Positions must be added in ascending order. */
  add(position: number, fields: number): void {
    if (this.#length + 5 > this.#bytes.length)
      this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(this.#bytes.length * 2));
    let value = (position - this.#lastPosition) * (1 << FIELD_BITS) + fields;
    this.#lastPosition = position;
    while (value > SEVEN_BITS) {
      this.#bytes[this.#length++] = (value % CONTINUATION_BIT) | CONTINUATION_BIT;
      value = Math.floor(value / CONTINUATION_BIT);
    }
    this.#bytes[this.#length++] = value;
  }

  endWord(): void {
    this.#lastPosition = 0;
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
}

export class PostingReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #offset: number;
  position = 0;
  fields = 0;

  constructor(bytes: Uint8Array, from: number, to: number) {
    this.#bytes = bytes;
    this.#offset = from;
    this.#end = to;
  }

  step(): boolean {
    if (this.#offset >= this.#end) return false;
    let byte = this.#bytes[this.#offset++]!;
    let value = byte & SEVEN_BITS;
    for (let shift = 7; byte > SEVEN_BITS; shift += 7) {
      byte = this.#bytes[this.#offset++]!;
      value |= (byte & SEVEN_BITS) << shift;
    }
    this.position += value >>> FIELD_BITS;
    this.fields = value & FIELD_MASK;
    return true;
  }
}

/**
 * Raises the weight of each product to that of its posting, and returns the number of products that had no weight
 * before. `maxWeights`, if given, limits the weight of each product. Decodes inline, without a call for each of the
 * hundreds of thousands of postings.
 */
export function weighPostings(
  { bytes, from, to }: { bytes: Uint8Array; from: number; to: number },
  weightByFields: Uint16Array,
  { byPosition, bits }: { byPosition: Uint16Array; bits: Uint32Array },
  maxWeights?: Uint16Array,
): number {
  let position = 0;
  let addedCount = 0;
  for (let offset = from; offset < to; ) {
    let value = bytes[offset++]!;
    // Most values have one or two bytes; a loop for them takes a third longer.
    if (value > SEVEN_BITS) {
      let byte = bytes[offset++]!;
      value = (value & SEVEN_BITS) | ((byte & SEVEN_BITS) << 7);
      for (let shift = 14; byte > SEVEN_BITS; shift += 7) {
        byte = bytes[offset++]!;
        value |= (byte & SEVEN_BITS) << shift;
      }
    }
    position += value >>> FIELD_BITS;
    let weight = weightByFields[value & FIELD_MASK]!;
    if (maxWeights !== undefined && maxWeights[position]! < weight) weight = maxWeights[position]!;
    const oldWeight = byPosition[position]!;
    if (weight <= oldWeight) continue;
    byPosition[position] = weight;
    if (oldWeight !== 0) continue;
    bits[position >>> 5]! |= 1 << (position & 31);
    addedCount++;
  }
  return addedCount;
}
