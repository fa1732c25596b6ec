import { hash } from 'node:crypto';

const FIRST_ROOM = 1 << 12;
const WORDS_A_KEY = 3;

/**
 * A set of keys with 27 to 54 bytes per entry. Stores 96 bits of a digest instead of the key; collisions among a
 * million keys are less likely than a disk failure.
 */
export class SeenRecords {
  readonly #files: string[] = [];
  #keys = new Uint32Array(FIRST_ROOM * WORDS_A_KEY);
  /** The number of the file, from 1; 0 for an empty slot. */
  #fileAt = new Uint16Array(FIRST_ROOM);
  #lineAt = new Uint32Array(FIRST_ROOM);
  #count = 0;

  meet(key: string, { file, line }: { file: string; line: number }): { file: string; line: number } | undefined {
    if (this.#count * 3 > this.#fileAt.length * 2) this.#widen();
    const digest = hash('sha1', key, 'buffer');
    const words = [digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8)] as const;
    const at = this.#placeOf(...words);
    if (this.#fileAt[at] !== 0) return { file: this.#files[this.#fileAt[at]! - 1] ?? '', line: this.#lineAt[at]! };
    this.#put(at, words, this.#numberOf(file), line);
    this.#count++;
    return undefined;
  }

  #placeOf(a: number, b: number, c: number): number {
    const last = this.#fileAt.length - 1;
    for (let at = a & last; ; at = (at + 1) & last) {
      if (this.#fileAt[at] === 0) return at;
      const own = at * WORDS_A_KEY;
      if (this.#keys[own] === a && this.#keys[own + 1] === b && this.#keys[own + 2] === c) return at;
    }
  }

  #put(at: number, words: readonly [number, number, number], file: number, line: number): void {
    this.#keys.set(words, at * WORDS_A_KEY);
    this.#fileAt[at] = file;
    this.#lineAt[at] = line;
  }

  #numberOf(file: string): number {
    if (this.#files.at(-1) !== file) this.#files.push(file);
    return this.#files.length;
  }

  #widen(): void {
    const [keys, files, lines] = [this.#keys, this.#fileAt, this.#lineAt];
    this.#keys = new Uint32Array(keys.length * 2);
    this.#fileAt = new Uint16Array(files.length * 2);
    this.#lineAt = new Uint32Array(lines.length * 2);
    for (let old = 0; old < files.length; old++) {
      if (files[old] === 0) continue;
      const from = old * WORDS_A_KEY;
      const words = [keys[from]!, keys[from + 1]!, keys[from + 2]!] as const;
      this.#put(this.#placeOf(...words), words, files[old]!, lines[old]!);
    }
  }
}
