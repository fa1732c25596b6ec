import { type Bitset, countCommon, emptyBitset } from '#lib/catalog/listing-index/facets/bitset.ts';
import { type CountOnes, onesCounter, TURN_BYTES } from '#lib/catalog/listing-index/segment/common-ones.ts';
import type { BlockPart } from '#lib/catalog/listing-index/segment/price-blocks.ts';

/** Below it, sets lie in a processor's cache, and counting costs nothing. */
const SIDE_BY_SIDE_FROM = 32_768;
const PAGE_BYTES = 65_536;

export interface SetsOfValues {
  ids: readonly number[];
  sets: readonly Bitset[];
}

/** Sets of one size. Large ones lie side by side in a memory of their own, where WebAssembly counts them. */
export class BitSets {
  readonly #size: number;
  readonly #bytes: number;
  readonly #memory: WebAssembly.Memory | undefined;
  readonly #countOnes: CountOnes | undefined;
  #used = 1;

  constructor(size: number, most: number) {
    this.#size = size;
    this.#bytes = Math.ceil(size / 8 / TURN_BYTES) * TURN_BYTES;
    if (size < SIDE_BY_SIDE_FROM || most === 0) return;
    const made = memoryOf((most + 1) * this.#bytes);
    this.#memory = made?.memory;
    this.#countOnes = made?.countOnes;
  }

  get isSideBySide(): boolean {
    return this.#memory !== undefined;
  }

  add(): Bitset {
    return this.#memory ? this.#at(this.#memory, this.#used++) : emptyBitset(this.#size);
  }

  /** Adds to each value's count how many of a part its set has. */
  count({ words, firstWord }: BlockPart, { ids, sets }: SetsOfValues, counts: Uint32Array): void {
    const [memory, countOnes] = [this.#memory, this.#countOnes];
    if (!memory || !countOnes) {
      for (let at = 0; at < ids.length; at++) counts[ids[at]!]! += countCommon(words, sets[at]!, firstWord);
      return;
    }
    this.#at(memory, 0).set(words);
    const begin = firstWord * 4;
    const bytes = Math.min(words.byteLength, this.#bytes - begin);
    for (let at = 0; at < ids.length; at++) counts[ids[at]!]! += countOnes(0, sets[at]!.byteOffset + begin, bytes);
  }

  #at({ buffer }: WebAssembly.Memory, place: number): Bitset {
    return new Uint32Array(buffer, place * this.#bytes, (this.#size + 31) >>> 5);
  }
}

/** None where the system has no room for its addresses, or the processor is too old. */
function memoryOf(bytes: number): { memory: WebAssembly.Memory; countOnes: CountOnes } | undefined {
  const pages = Math.ceil(bytes / PAGE_BYTES);
  try {
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    return { memory, countOnes: onesCounter(memory) };
  } catch (error) {
    if (error instanceof RangeError || error instanceof WebAssembly.CompileError) return undefined;
    throw error;
  }
}
