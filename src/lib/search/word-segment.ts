import { type Bitset, clearBit, fullBitset } from '#lib/facets/bitset.ts';
import { letterBits } from '#lib/search/near-words.ts';
import { readPostings } from '#lib/search/postings.ts';

export interface SegmentColumns {
  /** Of products, ascending; a product's place here is its position. */
  ids: Uint32Array;
  /** Folded, ascending. */
  words: string[];
  /** How each of them is written most often. */
  written: string[];
  /** How many products hold it, and how many in a leading field. */
  counts: Uint32Array;
  leading: Uint32Array;
  /** One more than words: the postings of a word end where those of the next begin. */
  starts: Uint32Array;
  postings: Uint8Array;
}

/** Words of many products. Only `kill` changes it: a changed product is killed here and stands in a newer segment. */
export class WordSegment {
  readonly columns: SegmentColumns;
  readonly size: number;
  readonly alive: Bitset;
  #letters: readonly [ofWords: Uint32Array, ofWritten: Uint32Array] | undefined;

  constructor(columns: SegmentColumns) {
    this.columns = columns;
    this.size = columns.ids.length;
    this.alive = fullBitset(this.size);
  }

  indexOf(word: string): number | undefined {
    const at = this.#firstNotBefore(word);
    return this.columns.words[at] === word ? at : undefined;
  }

  beginsWith(prefix: string): boolean {
    return this.columns.words[this.#firstNotBefore(prefix)]?.startsWith(prefix) ?? false;
  }

  /** Indexes of the words that begin so. */
  beginningWith(prefix: string): number[] {
    const { words } = this.columns;
    const found: number[] = [];
    for (let at = this.#firstNotBefore(prefix); words[at]?.startsWith(prefix); at++) found.push(at);
    return found;
  }

  /** Of each word; made when it is first asked for. */
  letters(): readonly [ofWords: Uint32Array, ofWritten: Uint32Array] {
    const { words, written } = this.columns;
    this.#letters ??= [Uint32Array.from(words, letterBits), Uint32Array.from(written, letterBits)];
    return this.#letters;
  }

  visit(index: number, visit: (position: number, fields: number) => void): void {
    const { postings, starts } = this.columns;
    readPostings(postings, starts[index]!, starts[index + 1]!, visit);
  }

  kill(id: number): void {
    const { ids } = this.columns;
    let [low, high] = [0, ids.length - 1];
    while (low <= high) {
      const middle = (low + high) >>> 1;
      if (ids[middle] === id) {
        clearBit(this.alive, middle);
        return;
      }
      if (ids[middle]! < id) low = middle + 1;
      else high = middle - 1;
    }
  }

  #firstNotBefore(word: string): number {
    const { words } = this.columns;
    let [low, high] = [0, words.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (words[middle]! < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
