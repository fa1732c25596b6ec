import { LRUCache } from 'lru-cache';
import { type Bitset, clearBit, fullBitset } from '#lib/catalog/listing-index/facets/bitset.ts';
import { nthLargest } from '#lib/catalog/search/index/nth-largest.ts';
import { PostingReader, weighPostings } from '#lib/catalog/search/index/postings.ts';
import { WordWeights } from '#lib/catalog/search/index/word-weights.ts';
import { hasFigure } from '#lib/catalog/search/words/near-words.ts';
import { layOutSpellings, type Spellings } from '#lib/catalog/search/words/spellings.ts';
import { atOnce, type Steps } from '#lib/platform/jobs/steps.ts';

/** As many as most terms have words; more are made and let go. */
const MAX_SPARE_WEIGHTS = 3;
/** What more than one in so many products hold is common. */
const COMMON_OF = 32;
const MAX_CACHED_COMMON = 6;
const AT_A_STEP = 1_024;

export interface SegmentColumns {
  /** Of products, ascending; a product's place here is its position. */
  ids: Uint32Array;
  /** Folded, ascending. */
  words: string[];
  written: string[];
  /** How many products hold it, and how many in a leading field. */
  counts: Uint32Array;
  leading: Uint32Array;
  /** One more than words: the postings of a word end where those of the next begin. */
  starts: Uint32Array;
  postings: Uint8Array;
}

/** Of the words that one may have meant by a slip of the finger. */
interface SegmentSpellings {
  folded: Spellings;
  written: Spellings;
}

/** Words of many products. Only `kill` changes it: a changed product is killed here and stands in a newer segment. */
export class WordSegment {
  readonly columns: SegmentColumns;
  readonly size: number;
  readonly alive: Bitset;
  readonly #weights: WordWeights[] = [];
  readonly #common = new LRUCache<string, WordWeights>({
    max: MAX_CACHED_COMMON,
    dispose: (weights) => {
      weights.isKept = false;
      this.#reuse(weights);
    },
  });
  #spellings: SegmentSpellings | undefined;

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
    const from = this.#firstNotBefore(prefix);
    const to = this.#firstNotBefore(`${prefix}\uffff`);
    if (to - from <= most) return Array.from({ length: to - from }, (_, at) => from + at);
    const { counts } = this.columns;
    const least = nthLargest(counts.subarray(from, to), most);
    const [common, equal]: [number[], number[]] = [[], []];
    for (let index = from; index < to; index++) {
      if (counts[index]! > least) common.push(index);
      else if (counts[index] === least && equal.length < most) equal.push(index);
    }
    return [...common, ...equal.slice(0, most - common.length)];
  }

  spellings(): SegmentSpellings {
    return this.#spellings ?? atOnce(this.layOutSpellings());
  }

  *layOutSpellings(): Steps<SegmentSpellings> {
    const { words, written, leading } = this.columns;
    const places = new Uint32Array(words.length);
    let count = 0;
    for (let at = 0; at < words.length; at++) {
      if (leading[at]! > 0 && !hasFigure(words[at]!)) places[count++] = at;
      if (at % AT_A_STEP === 0) yield;
    }
    const spelt = places.subarray(0, count);
    const folded = yield* layOutSpellings(words, spelt);
    this.#spellings = { folded, written: yield* layOutSpellings(written, spelt) };
    return this.#spellings;
  }

  weigh(index: number, byFields: Uint16Array, weights: WordWeights): void {
    const { postings, starts } = this.columns;
    weights.count += weighPostings(postings, starts[index]!, starts[index + 1]!, byFields, weights);
  }

  borrowWeights(): WordWeights {
    return this.#weights.pop() ?? new WordWeights(this.size);
  }

  /** Of common words, which are asked for again and again: to weigh them takes longest. */
  cachedWeights(key: string, make: () => WordWeights): WordWeights {
    const weights = this.#common.get(key) ?? make();
    weights.borrowers++;
    if (weights.isKept || weights.count * COMMON_OF <= this.size) return weights;
    weights.isKept = true;
    this.#common.set(key, weights);
    return weights;
  }

  takeBack(weights: WordWeights): void {
    weights.borrowers--;
    this.#reuse(weights);
  }

  /** What each search left behind would be a pause of the whole thread after every fiftieth. */
  #reuse(weights: WordWeights): void {
    if (weights.isKept || weights.borrowers > 0) return;
    weights.clear();
    if (this.#weights.length < MAX_SPARE_WEIGHTS) this.#weights.push(weights);
  }

  read(index: number | undefined): PostingReader {
    const { postings, starts } = this.columns;
    return index === undefined
      ? new PostingReader(postings, 0, 0)
      : new PostingReader(postings, starts[index]!, starts[index + 1]!);
  }

  remove(id: number): void {
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
