import type { BlockPart } from '#lib/catalog/listing-index/large/price-blocks.ts';
import { createPopcount, type Popcount, STEP_BYTES } from '#lib/catalog/listing-index/large/wasm-popcount.ts';
import { type Bitset, countIntersection, emptyBitset } from '#lib/catalog/listing-index/positions/bitset.ts';

/**
 * The smallest size of a bitset, in bits, for which WebAssembly is used. Smaller bitsets fit in the processor's cache,
 * and counting them in JavaScript is fast enough.
 */
const MIN_WASM_SIZE = 32_768;
const PAGE_BYTES = 65_536;

/** `sets[n]` contains the products that have the value `ids[n]`. */
export interface ValueSets {
  ids: readonly number[];
  sets: readonly Bitset[];
}

/** Bitsets of the same size. Large bitsets share a WebAssembly memory, so that WebAssembly can count their bits. */
export class BitsetPool {
  readonly #size: number;
  readonly #bytesPerSet: number;
  readonly #memory: WebAssembly.Memory | undefined;
  readonly #popcount: Popcount | undefined;
  /** The number of bitsets in the memory. The first bitset contains the products to count. */
  #setCount = 1;

  constructor(size: number, maxSets: number) {
    this.#size = size;
    this.#bytesPerSet = Math.ceil(size / 8 / STEP_BYTES) * STEP_BYTES;
    if (size < MIN_WASM_SIZE || maxSets === 0) return;
    const wasm = createMemory((maxSets + 1) * this.#bytesPerSet);
    this.#memory = wasm?.memory;
    this.#popcount = wasm?.popcount;
  }

  get usesWasm(): boolean {
    return this.#memory !== undefined;
  }

  add(): Bitset {
    return this.#memory ? this.#bitsetAt(this.#memory, this.#setCount++) : emptyBitset(this.#size);
  }

  /** For each value, adds the number of products in the part that have the value to `counts`. */
  count({ words, firstWord }: BlockPart, { ids, sets }: ValueSets, counts: Uint32Array): void {
    const [memory, popcount] = [this.#memory, this.#popcount];
    if (!memory || !popcount) {
      for (let index = 0; index < ids.length; index++)
        counts[ids[index]!]! += countIntersection(words, sets[index]!, firstWord);
      return;
    }
    this.#bitsetAt(memory, 0).set(words);
    const start = firstWord * 4;
    const bytes = Math.min(words.byteLength, this.#bytesPerSet - start);
    for (let index = 0; index < ids.length; index++)
      counts[ids[index]!]! += popcount(0, sets[index]!.byteOffset + start, bytes);
  }

  #bitsetAt({ buffer }: WebAssembly.Memory, index: number): Bitset {
    return new Uint32Array(buffer, index * this.#bytesPerSet, (this.#size + 31) >>> 5);
  }
}

/**
 * Creates a memory, and a function that counts bits in this memory. Returns undefined if no memory is available or the
 * processor lacks SIMD.
 */
function createMemory(bytes: number): { memory: WebAssembly.Memory; popcount: Popcount } | undefined {
  const pages = Math.ceil(bytes / PAGE_BYTES);
  try {
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    return { memory, popcount: createPopcount(memory) };
  } catch (error) {
    if (error instanceof RangeError || error instanceof WebAssembly.CompileError) return undefined;
    throw error;
  }
}
