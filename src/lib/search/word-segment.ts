import { type Bitset, clearBit, fullBitset } from '#lib/facets/bitset.ts';
import { letterBits } from '#lib/search/near-words.ts';
import { readPostings, weighPostings } from '#lib/search/postings.ts';
import { WordWeights } from '#lib/search/word-weights.ts';

/** As many as most terms have words; more are made and let go. */
const WEIGHTS_KEPT = 3;

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

type Spellings = readonly { index: number; letters: number; writtenLetters: number }[];

/** Words of many products. Only `kill` changes it: a changed product is killed here and stands in a newer segment. */
export class WordSegment {
  readonly columns: SegmentColumns;
  readonly size: number;
  readonly alive: Bitset;
  readonly #weights: WordWeights[] = [];
  #spellings: Spellings | undefined;

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

  /** Indexes of the words that begin so; of many, those that most products hold. */
  commonestBeginningWith(prefix: string, most: number): number[] {
    const { counts } = this.columns;
    const from = this.#firstNotBefore(prefix);
    const to = this.#firstNotBefore(`${prefix}\uffff`);
    const all = Array.from({ length: to - from }, (_, at) => from + at);
    if (all.length <= most) return all;
    const least = counts.slice(from, to).sort()[all.length - most]!;
    const common = all.filter((index) => counts[index]! > least);
    const equal = all.filter((index) => counts[index] === least);
    return [...common, ...equal.slice(0, most - common.length)];
  }

  /** Those that one may have meant by a slip of the finger: in a leading field, and without figures. */
  spellings(): Spellings {
    const { words, written, leading } = this.columns;
    const isSpelt = (word: string, at: number) => leading[at]! > 0 && !/\d/.test(word);
    this.#spellings ??= words.flatMap((word, index) =>
      isSpelt(word, index) ? { index, letters: letterBits(word), writtenLetters: letterBits(written[index]!) } : [],
    );
    return this.#spellings;
  }

  weigh(index: number, byFields: Uint16Array, weights: WordWeights): void {
    const { postings, starts } = this.columns;
    weighPostings(postings, starts[index]!, starts[index + 1]!, byFields, weights);
  }

  lendWeights(): WordWeights {
    return this.#weights.pop() ?? new WordWeights(this.size);
  }

  takeBack(weights: WordWeights): void {
    weights.clear();
    if (this.#weights.length < WEIGHTS_KEPT) this.#weights.push(weights);
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
