import { LRUCache } from 'lru-cache';
import {
  type Bitset,
  clearBit,
  emptyBitset,
  forEachBit,
  fullBitset,
} from '#lib/catalog/listing-index/positions/bitset.ts';
import { PostingReader, weighPostings } from '#lib/catalog/search/index/postings.ts';
import { hasDigit } from '#lib/catalog/search/words/query-spelling.ts';
import { buildSpellings, type WordSpellings } from '#lib/catalog/search/words/spellings.ts';
import { runSync, type Steps } from '#lib/platform/jobs/steps.ts';
import { firstIndex, indexOfId } from '#lib/primitives/binary-search.ts';

/** Most terms have up to this many words. The weights of further words are not reused. */
const MAX_SPARE_WEIGHTS = 3;
/** A word is common if more than one in this many products contains it. */
const COMMON_RATIO = 32;
const MAX_CACHED_WORDS = 6;
const STEP_SIZE = 1_024;

const MIN_SORTED_NUMBER = 1024;

export interface SegmentColumns {
  /** The product ids, ascending. The index of an id is the position of the product. */
  ids: Uint32Array;
  /** The folded words, ascending. */
  words: string[];
  /** The most frequent spelling of each word. */
  writtenWords: string[];
  /** The number of products that contain each word. */
  counts: Uint32Array;
  /** The number of products that contain each word in a leading field. */
  leadingCounts: Uint32Array;
  /** The start of each word's postings in `postings`, followed by the end of the last word's postings. */
  starts: Uint32Array;
  postings: Uint8Array;
}

/**
 * The words of some of the products. Immutable except for `remove`: a changed product is removed from this segment and
 * added to a newer segment.
 */
export class WordSegment {
  readonly columns: SegmentColumns;
  readonly size: number;
  readonly aliveBits: Bitset;
  /** Weights for reuse, the oldest first. They are cleared only when another word needs them. */
  readonly #spareWeights: WordWeights[] = [];
  readonly #weightsOfCommonWords = new LRUCache<string, WordWeights>({
    max: MAX_CACHED_WORDS,
    dispose: (weights) => {
      weights.isCached = false;
      this.#reuse(weights);
    },
  });
  #spellings: WordSpellings | undefined;

  constructor(columns: SegmentColumns) {
    this.columns = columns;
    this.size = columns.ids.length;
    this.aliveBits = fullBitset(this.size);
  }

  indexOf(word: string): number | undefined {
    const index = this.#firstIndexFrom(word);
    return this.columns.words[index] === word ? index : undefined;
  }

  hasPrefix(prefix: string): boolean {
    return this.columns.words[this.#firstIndexFrom(prefix)]?.startsWith(prefix) ?? false;
  }

  /** Returns the indexes of up to `max` words with this prefix: those that the most products contain. */
  mostFrequentWithPrefix(prefix: string, max: number): number[] {
    const from = this.#firstIndexFrom(prefix);
    const to = this.#firstIndexFrom(`${prefix}\uffff`);
    if (to - from <= max) return Array.from({ length: to - from }, (_, offset) => from + offset);
    const { counts } = this.columns;
    const threshold = nthLargest(counts.subarray(from, to), max);
    const [moreFrequent, equallyFrequent]: [number[], number[]] = [[], []];
    for (let index = from; index < to; index++) {
      if (counts[index]! > threshold) moreFrequent.push(index);
      else if (counts[index] === threshold && equallyFrequent.length < max) equallyFrequent.push(index);
    }
    return [...moreFrequent, ...equallyFrequent.slice(0, max - moreFrequent.length)];
  }

  spellings(): WordSpellings {
    return this.#spellings ?? runSync(this.buildSpellings());
  }

  *buildSpellings(): Steps<WordSpellings> {
    const { words, writtenWords, leadingCounts } = this.columns;
    const indexes = new Uint32Array(words.length);
    let count = 0;
    for (let index = 0; index < words.length; index++) {
      if (leadingCounts[index]! > 0 && !hasDigit(words[index]!)) indexes[count++] = index;
      if (index % STEP_SIZE === 0) yield;
    }
    const correctableIndexes = indexes.subarray(0, count);
    const foldedWords = yield* buildSpellings(words, correctableIndexes);
    this.#spellings = { foldedWords, writtenWords: yield* buildSpellings(writtenWords, correctableIndexes) };
    return this.#spellings;
  }

  /**
   * Raises `weights` to the weights of a word. With `limits`, raises only the weights of the products in `limits`, to
   * at most their weights there.
   */
  weigh(index: number, weightByFields: Uint16Array, weights: WordWeights, limits?: WordWeights): void {
    const { postings, starts } = this.columns;
    const range = { bytes: postings, from: starts[index]!, to: starts[index + 1]! };
    weights.count += weighPostings(range, weightByFields, weights, limits?.byPosition);
  }

  /** Raises the weights of products that contain all of these words to the lowest of the words' weights. */
  weighAll(indexes: readonly number[], weightByFields: Uint16Array, weights: WordWeights): void {
    const { counts } = this.columns;
    const rarestFirst = indexes.toSorted((a, b) => counts[a]! - counts[b]!);
    const lastIndex = rarestFirst.pop();
    let limits: WordWeights | undefined;
    for (const index of rarestFirst) {
      const sharedWeights = this.borrowWeights();
      this.weigh(index, weightByFields, sharedWeights, limits);
      if (limits) this.#spareWeights.unshift(limits);
      limits = sharedWeights;
    }
    if (lastIndex !== undefined) this.weigh(lastIndex, weightByFields, weights, limits);
    if (limits) this.#spareWeights.unshift(limits);
    this.#spareWeights.length = Math.min(this.#spareWeights.length, MAX_SPARE_WEIGHTS);
  }

  /** Returns weights that contain no products yet. */
  borrowWeights(): WordWeights {
    const spareWeights = this.#spareWeights.shift();
    spareWeights?.clear();
    return spareWeights ?? new WordWeights(this.size);
  }

  /**
   * Returns the cached weights for `key`, or those that `compute` returns. The weights of the latest searches and of
   * common words, which are slow to weigh and often searched for, are cached. A search needs the weights of its words
   * twice: to find products, and to rank these products.
   */
  cachedWeights(key: string, compute: () => WordWeights): WordWeights {
    const weights = this.#weightsOfCommonWords.get(key) ?? this.#takeSpare(key) ?? compute();
    weights.key = key;
    weights.borrowerCount++;
    if (weights.isCached || weights.count * COMMON_RATIO <= this.size) return weights;
    weights.isCached = true;
    this.#weightsOfCommonWords.set(key, weights);
    return weights;
  }

  returnWeights(weights: WordWeights): void {
    weights.borrowerCount--;
    this.#reuse(weights);
  }

  #takeSpare(key: string): WordWeights | undefined {
    const index = this.#spareWeights.findIndex((weights) => weights.key === key);
    return index < 0 ? undefined : this.#spareWeights.splice(index, 1)[0];
  }

  /** Keeps weights for reuse. Otherwise, every fiftieth search would pause the thread for garbage collection. */
  #reuse(weights: WordWeights): void {
    if (weights.isCached || weights.borrowerCount > 0) return;
    if (this.#spareWeights.length < MAX_SPARE_WEIGHTS) this.#spareWeights.push(weights);
  }

  postingsOf(index: number): PostingReader {
    const { postings, starts } = this.columns;
    return new PostingReader(postings, starts[index]!, starts[index + 1]!);
  }

  remove(id: number): void {
    const position = indexOfId(this.columns.ids, id);
    if (position !== undefined) clearBit(this.aliveBits, position);
  }

  /** Returns the index of `word` or, if the segment lacks it, of the next word. */
  #firstIndexFrom(word: string): number {
    const { words } = this.columns;
    return firstIndex(words.length, (index) => words[index]! >= word);
  }
}

/**
 * Returns the n-th largest number. `numbers` must have at least `n` entries. Small numbers are counted, not sorted,
 * because they are the most frequent.
 */
function nthLargest(numbers: Uint32Array, n: number): number {
  const counts = new Uint32Array(MIN_SORTED_NUMBER);
  const largeNumbers: number[] = [];
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index]!;
    if (number < MIN_SORTED_NUMBER) counts[number]!++;
    else largeNumbers.push(number);
  }
  if (largeNumbers.length >= n) return largeNumbers.sort((a, b) => b - a)[n - 1]!;
  let remainingCount = n - largeNumbers.length;
  let number = MIN_SORTED_NUMBER - 1;
  while (number > 0 && counts[number]! < remainingCount) remainingCount -= counts[number--]!;
  return number;
}

export const WEIGHT_SCALE = 10;

/** If fewer than one in this many products have weights, the weights are cleared one by one. */
const SPARSE_RATIO = 16;

/**
 * The weight of a word in each product. Allocation takes time proportional to the number of products, so segments
 * reuse these objects.
 */
export class WordWeights {
  /** The weight in each product, multiplied by WEIGHT_SCALE; 0 if the product does not contain the word. */
  readonly byPosition: Uint16Array;
  /** The positions of the products with a weight. */
  readonly bits: Bitset;
  /** The number of products with a weight. */
  count = 0;
  /** The cache key, which identifies the words and their alternatives. */
  key = '';
  borrowerCount = 0;
  isCached = false;

  constructor(size: number) {
    this.byPosition = new Uint16Array(size);
    this.bits = emptyBitset(size);
  }

  clear(): void {
    if (this.count * SPARSE_RATIO < this.byPosition.length)
      forEachBit(this.bits, (position) => (this.byPosition[position] = 0));
    else this.byPosition.fill(0);
    this.bits.fill(0);
    this.count = 0;
    this.key = '';
  }
}
