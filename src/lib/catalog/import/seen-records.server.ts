import { hash } from 'node:crypto';

const INITIAL_CAPACITY = 1 << 12;
const WORDS_PER_KEY = 3;

/**
 * A map from the keys of records to their locations in files. Each entry takes 27 to 54 bytes, because 96 bits of a
 * digest are stored instead of the key. A collision among a million keys is less likely than a disk failure.
 */
export class SeenRecords {
  readonly #files: string[] = [];
  #keys = new Uint32Array(INITIAL_CAPACITY * WORDS_PER_KEY);
  /** The number of the file of each record, counted from 1, or 0 for an empty slot. */
  #fileNumbers = new Uint16Array(INITIAL_CAPACITY);
  #lineNumbers = new Uint32Array(INITIAL_CAPACITY);
  #count = 0;

  /** Adds a key and returns undefined, or returns the earlier location of the key if it was added before. */
  add(key: string, { file, line }: { file: string; line: number }): { file: string; line: number } | undefined {
    if (this.#count * 3 > this.#fileNumbers.length * 2) this.#grow();
    const digest = hash('sha1', key, 'buffer');
    const words = [digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8)] as const;
    const slot = this.#slotOf(...words);
    if (this.#fileNumbers[slot] !== 0)
      return { file: this.#files[this.#fileNumbers[slot]! - 1] ?? '', line: this.#lineNumbers[slot]! };
    this.#put(slot, words, this.#fileNumber(file), line);
    this.#count++;
    return undefined;
  }

  /** Returns the slot of a key; if the key has not been added, the empty slot for it. */
  #slotOf(a: number, b: number, c: number): number {
    const mask = this.#fileNumbers.length - 1;
    for (let slot = a & mask; ; slot = (slot + 1) & mask) {
      if (this.#fileNumbers[slot] === 0) return slot;
      const offset = slot * WORDS_PER_KEY;
      if (this.#keys[offset] === a && this.#keys[offset + 1] === b && this.#keys[offset + 2] === c) return slot;
    }
  }

  #put(slot: number, words: readonly [number, number, number], fileNumber: number, line: number): void {
    this.#keys.set(words, slot * WORDS_PER_KEY);
    this.#fileNumbers[slot] = fileNumber;
    this.#lineNumbers[slot] = line;
  }

  #fileNumber(file: string): number {
    if (this.#files.at(-1) !== file) this.#files.push(file);
    return this.#files.length;
  }

  #grow(): void {
    const [keys, fileNumbers, lineNumbers] = [this.#keys, this.#fileNumbers, this.#lineNumbers];
    this.#keys = new Uint32Array(keys.length * 2);
    this.#fileNumbers = new Uint16Array(fileNumbers.length * 2);
    this.#lineNumbers = new Uint32Array(lineNumbers.length * 2);
    for (let oldSlot = 0; oldSlot < fileNumbers.length; oldSlot++) {
      if (fileNumbers[oldSlot] === 0) continue;
      const offset = oldSlot * WORDS_PER_KEY;
      const words = [keys[offset]!, keys[offset + 1]!, keys[offset + 2]!] as const;
      this.#put(this.#slotOf(...words), words, fileNumbers[oldSlot]!, lineNumbers[oldSlot]!);
    }
  }
}
