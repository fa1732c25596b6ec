import { LRUCache } from 'lru-cache';
import { type Bitset, clearBit, fullBitset } from '#lib/catalog/listing-index/positions/bitset.ts';
import { nthLargest } from '#lib/catalog/search/index/nth-largest.ts';
import { PostingReader, weighPostings } from '#lib/catalog/search/index/postings.ts';
import { WordWeights } from '#lib/catalog/search/index/word-weights.ts';
import { hasDigit } from '#lib/catalog/search/words/near-words.ts';
import { buildSpellings, type Spellings } from '#lib/catalog/search/words/spellings.ts';
import { runSync, type Steps } from '#lib/platform/jobs/steps.ts';
import { firstIndex, indexOfId } from '#lib/primitives/binary-search.ts';

/** Most terms have at most this many words. The weights of further words are not reused. */
const MAX_SPARE_WEIGHTS = 3;
/** A word is common if more than one in this many products contains it. */
const COMMON_RATIO = 32;
const MAX_CACHED_WORDS = 6;
const STEP_SIZE = 1_024;

export interface SegmentColumns {
  /** Product ids, ascending. The index of an id is the product's position. */
  ids: Uint32Array;
  /** Folded, ascending. */
  words: string[];
  /** The most frequent spelling of each word. */
  written: string[];
  /** How many products contain each word. */
  counts: Uint32Array;
  /** How many products contain each word in a leading field. */
  leading: Uint32Array;
  /** One entry more than `words`: the postings of a word end where those of the next begin. */
  starts: Uint32Array;
  postings: Uint8Array;
}

/** The spellings of the words that a misspelt word may be corrected to. */
interface SegmentSpellings {
  folded: Spellings;
  written: Spellings;
}

/**
 * The words of some of the products. Immutable except for `remove`: a changed product is removed here and added to a
 * newer segment.
 */
export class WordSegment {
  readonly columns: SegmentColumns;
  readonly size: number;
  readonly alive: Bitset;
  /** Weights for reuse, the oldest first. Cleared only when another word needs them. */
  readonly #spare: WordWeights[] = [];
  readonly #common = new LRUCache<string, WordWeights>({
    max: MAX_CACHED_WORDS,
    dispose: (weights) => {
      weights.isCached = false;
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

  hasPrefix(prefix: string): boolean {
    return this.columns.words[this.#firstNotBefore(prefix)]?.startsWith(prefix) ?? false;
  }

  /** Indexes of the words with this prefix; at most `max`, those that most products contain. */
  mostFrequentWithPrefix(prefix: string, max: number): number[] {
    const from = this.#firstNotBefore(prefix);
    const to = this.#firstNotBefore(`${prefix}\uffff`);
    if (to - from <= max) return Array.from({ length: to - from }, (_, at) => from + at);
    const { counts } = this.columns;
    const threshold = nthLargest(counts.subarray(from, to), max);
    const [common, equal]: [number[], number[]] = [[], []];
    for (let index = from; index < to; index++) {
      if (counts[index]! > threshold) common.push(index);
      else if (counts[index] === threshold && equal.length < max) equal.push(index);
    }
    return [...common, ...equal.slice(0, max - common.length)];
  }

  spellings(): SegmentSpellings {
    return this.#spellings ?? runSync(this.buildSpellings());
  }

  *buildSpellings(): Steps<SegmentSpellings> {
    const { words, written, leading } = this.columns;
    const indexes = new Uint32Array(words.length);
    let count = 0;
    for (let at = 0; at < words.length; at++) {
      if (leading[at]! > 0 && !hasDigit(words[at]!)) indexes[count++] = at;
      if (at % STEP_SIZE === 0) yield;
    }
    const spelt = indexes.subarray(0, count);
    const folded = yield* buildSpellings(words, spelt);
    this.#spellings = { folded, written: yield* buildSpellings(written, spelt) };
    return this.#spellings;
  }

  /** Adds the weights of a word. If `among` is given, only for its products and limited to their weights there. */
  weigh(index: number, byFields: Uint16Array, weights: WordWeights, among?: WordWeights): void {
    const { postings, starts } = this.columns;
    const range = { bytes: postings, from: starts[index]!, to: starts[index + 1]! };
    weights.count += weighPostings(range, byFields, weights, among?.byPosition);
  }

  /** Adds weights for the products that contain all of these words; each gets the lowest of their weights. */
  weighAll(indexes: readonly number[], byFields: Uint16Array, weights: WordWeights): void {
    const { counts } = this.columns;
    const rarestFirst = indexes.toSorted((a, b) => counts[a]! - counts[b]!);
    const last = rarestFirst.pop();
    let among: WordWeights | undefined;
    for (const index of rarestFirst) {
      const common = this.borrowWeights();
      this.weigh(index, byFields, common, among);
      if (among) this.#spare.unshift(among);
      among = common;
    }
    if (last !== undefined) this.weigh(last, byFields, weights, among);
    if (among) this.#spare.unshift(among);
    this.#spare.length = Math.min(this.#spare.length, MAX_SPARE_WEIGHTS);
  }

  /** Returns cleared weights. */
  borrowWeights(): WordWeights {
    const spare = this.#spare.shift();
    spare?.clear();
    return spare ?? new WordWeights(this.size);
  }

  /**
   * Caches the weights of the last searches, and of common words, which are slow to weigh and often searched for. A
   * search needs the weights of its words twice: to find products, and to rank them.
   */
  cachedWeights(key: string, make: () => WordWeights): WordWeights {
    const weights = this.#common.get(key) ?? this.#takeSpare(key) ?? make();
    weights.key = key;
    weights.borrowers++;
    if (weights.isCached || weights.count * COMMON_RATIO <= this.size) return weights;
    weights.isCached = true;
    this.#common.set(key, weights);
    return weights;
  }

  returnWeights(weights: WordWeights): void {
    weights.borrowers--;
    this.#reuse(weights);
  }

  #takeSpare(key: string): WordWeights | undefined {
    const at = this.#spare.findIndex((weights) => weights.key === key);
    return at < 0 ? undefined : this.#spare.splice(at, 1)[0];
  }

  /** Avoids garbage: without reuse, every fiftieth search would pause the thread for a collection. */
  #reuse(weights: WordWeights): void {
    if (weights.isCached || weights.borrowers > 0) return;
    if (this.#spare.length < MAX_SPARE_WEIGHTS) this.#spare.push(weights);
  }

  read(index: number): PostingReader {
    const { postings, starts } = this.columns;
    return new PostingReader(postings, starts[index]!, starts[index + 1]!);
  }

  remove(id: number): void {
    const position = indexOfId(this.columns.ids, id);
    if (position !== undefined) clearBit(this.alive, position);
  }

  #firstNotBefore(word: string): number {
    const { words } = this.columns;
    return firstIndex(words.length, (index) => words[index]! >= word);
  }
}
