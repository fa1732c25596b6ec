import { LRUCache } from 'lru-cache';
import { CatalogueFollower } from '#lib/catalog/listing-index/catalogue-follower.server.ts';
import type { FoundProducts } from '#lib/catalog/listing-index/facets/facet-values.ts';
import { SegmentMerger } from '#lib/catalog/listing-index/segment/merging.ts';
import { TopN } from '#lib/catalog/listing-index/segment/top-n.ts';
import { mergeWordSegments } from '#lib/catalog/search/index/merge-word-segments.server.ts';
import { changedTexts, type TextRow } from '#lib/catalog/search/index/product-texts.server.ts';
import { Vocabulary } from '#lib/catalog/search/index/vocabulary.ts';
import type { WordSegment } from '#lib/catalog/search/index/word-segment.ts';
import { WordSegmentBuilder } from '#lib/catalog/search/index/word-segment-builder.ts';
import { readTerm, type SearchLanguage, type WordGroup } from '#lib/catalog/search/scoring/read-term.ts';
import { scoreProducts } from '#lib/catalog/search/scoring/score-products.ts';
import type { ScoredProducts } from '#lib/catalog/search/scoring/search-score.ts';
import { searchLanguage } from '#lib/catalog/search/search-language.server.ts';
import { foldWord } from '#lib/catalog/search/words/fold-word.ts';
import { wordsOf } from '#lib/catalog/search/words/word-fields.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';
import { runYielding, type WaitingQueries } from '#lib/platform/jobs/yielding-run.server.ts';

/** Limits the memory for building a segment: 5,000 products take about 15 MB. */
const PRODUCTS_PER_SEGMENT = 5_000;
/** Limits the cache, and the matches that the listing index derives, to 4 MB each: a bitset word takes four bytes. */
const MAX_CACHED_BITSET_WORDS = 1_000_000;
/** The memory that a result needs besides its bitsets, in bitset words. */
const RESULT_OVERHEAD = 500;

export interface WordSearchResult extends FoundProducts, Omit<ScoredProducts, 'parts'> {
  groups: WordGroup[];
  shownFor?: string | undefined;
}

/** The words of all products for sale, in memory. An update reads only the changes since the previous update. */
export class WordIndex extends CatalogueFollower {
  readonly #waitingQueries: WaitingQueries | undefined;
  #segments: WordSegment[] = [];
  #vocabulary = new Vocabulary([]);
  #language: SearchLanguage | undefined;
  readonly #merger = new SegmentMerger<WordSegment, WordSegment[]>();
  #resultCount = 0;
  readonly #results = new LRUCache<string, WordSearchResult>({
    maxSize: MAX_CACHED_BITSET_WORDS,
    sizeCalculation: ({ parts }) => parts.reduce((sum, { bits }) => sum + bits.length, RESULT_OVERHEAD),
  });

  /** Queries in `waitingQueries` are answered before each step of a merge. */
  constructor(db: ShopDatabase, waitingQueries?: WaitingQueries) {
    super(db);
    this.#waitingQueries = waitingQueries;
  }

  get language(): SearchLanguage {
    if (!this.#language) throw new Error('The word index is not loaded yet.');
    return this.#language;
  }

  /** Returns whether the catalogue contains each word of the term. For a single word, a prefix is enough. */
  hasAllWords(term: string): boolean {
    const words = wordsOf(term).map(foldWord);
    const [firstWord = '', ...otherWords] = words;
    if (otherWords.length === 0 && this.#vocabulary.hasPrefix(firstWord)) return true;
    return words.every((word) => this.#vocabulary.has(word));
  }

  /**
   * Returns the products for a term. With `isExact`, no word is corrected, and products must match all words. Throws if
   * `catchUp` has not loaded the index.
   */
  find(term: string, isExact = false): WordSearchResult {
    const key = `${isExact ? '=' : '~'}${term}`;
    const cachedResult = this.#results.get(key);
    if (cachedResult) return cachedResult;
    const { groups, shownFor } = readTerm(term, this.language, this.#vocabulary, isExact);
    const scoredProducts = scoreProducts(this.#segments, groups, isExact);
    const result = { key: String(this.#resultCount++), ...scoredProducts, groups, shownFor };
    this.#results.set(key, result);
    return result;
  }

  /**
   * Returns up to `max` words of the largest segment, as written: those that the most products contain in a leading
   * field, the most frequent first.
   */
  mostFrequentWords(max: number): string[] {
    const columns = this.#segments[0]?.columns;
    if (!columns) return [];
    const topWords = new TopN(Math.min(max, columns.words.length));
    for (const [index, productCount] of columns.leadingCounts.entries()) topWords.offer(productCount, index);
    return topWords.sorted(columns.starts).map(({ position }) => columns.writtenWords[position]!);
  }

  protected async read(since: number | undefined): Promise<() => void> {
    const language = await searchLanguage(this.db, this.#language?.synonyms);
    const changedIds: number[] = [];
    const newSegments: WordSegment[] = [];
    let builder = new WordSegmentBuilder();
    for await (const rows of changedTexts(this.db, since)) {
      await runYielding(addRows(builder, rows, changedIds));
      if (builder.size < PRODUCTS_PER_SEGMENT) continue;
      newSegments.push(await runYielding(builder.segment()));
      builder = new WordSegmentBuilder();
    }
    if (builder.size > 0) newSegments.push(await runYielding(builder.segment()));
    return () => {
      for (const segment of this.#segments) for (const id of changedIds) segment.remove(id);
      this.#language = language;
      this.#replaceSegments([...this.#segments, ...newSegments]);
      void this.#merge();
    };
  }

  #replaceSegments(segments: WordSegment[]): void {
    this.#segments = segments;
    this.#vocabulary = new Vocabulary(segments);
    this.#results.clear();
  }

  #merge(): Promise<void> {
    return this.#merger.run({
      next: () => this.#segmentsToMerge(),
      merge: (sources) => mergeWordSegments(sources, this.#waitingQueries),
      replace: (sources, mergedSegment) => {
        const start = this.#segments.findIndex((segment) => sources.includes(segment));
        this.#replaceSegments(this.#segments.toSpliced(start, sources.length, mergedSegment));
      },
    });
  }

  /**
   * Returns the segments to merge; undefined if each segment is already more than four times as large as all newer
   * segments together.
   */
  #segmentsToMerge(): WordSegment[] | undefined {
    let [start, newerSize] = [-1, 0];
    for (const [index, { size }] of [...this.#segments.entries()].reverse()) {
      if (size <= newerSize * 4) start = index;
      newerSize += size;
    }
    return start < 0 ? undefined : this.#segments.slice(start);
  }
}

function* addRows(builder: WordSegmentBuilder, rows: Iterable<TextRow>, changedIds: number[]): Steps<void> {
  for (const { id, texts } of rows) {
    changedIds.push(id);
    if (texts) builder.add(id, texts);
    yield;
  }
}
