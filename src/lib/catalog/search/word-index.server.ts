import { LRUCache } from 'lru-cache';
import { CatalogueFollower } from '#lib/catalog/listing-index/catalogue-follower.server.ts';
import type { FoundProducts } from '#lib/catalog/listing-index/facets/facet-values.ts';
import { Merging } from '#lib/catalog/listing-index/segment/merging.ts';
import { TopN } from '#lib/catalog/listing-index/segment/top-n.ts';
import { mergeWordSegments } from '#lib/catalog/search/index/merge-word-segments.server.ts';
import { changedTexts, type TextRow } from '#lib/catalog/search/index/product-texts.server.ts';
import { Vocabulary } from '#lib/catalog/search/index/vocabulary.ts';
import type { WordSegment } from '#lib/catalog/search/index/word-segment.ts';
import { WordSegmentBuilder } from '#lib/catalog/search/index/word-segment-builder.ts';
import { readTerm, type SearchLanguage, type WordGroup } from '#lib/catalog/search/scoring/read-term.ts';
import { scoreProducts } from '#lib/catalog/search/scoring/score-products.ts';
import { searchLanguage } from '#lib/catalog/search/search-language.server.ts';
import { foldWord } from '#lib/catalog/search/words/fold-word.ts';
import { wordsOf } from '#lib/catalog/search/words/word-fields.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';
import { type WaitingQueries, yieldingRun } from '#lib/platform/jobs/yielding-run.server.ts';

/** Limits the memory for building a segment: 5,000 products take about 15 MB. */
const PRODUCTS_PER_SEGMENT = 5_000;
/** 4 MB, because a bitset word has four bytes, and as much again for the matches that the listing index derives. */
const MAX_CACHED_BITSET_WORDS = 1_000_000;
/** What a result takes besides its bitsets, in bitset words. */
const RESULT_OVERHEAD = 500;

export interface WordSearchResult extends FoundProducts {
  groups: WordGroup[];
  shownFor?: string | undefined;
  isPartial: boolean;
  isFarOff: boolean;
  missing: string[];
}

/** The words of all products on sale, in memory. Reads only the changes since its version. */
export class WordIndex {
  readonly #db: ShopDatabase;
  readonly #waiting: WaitingQueries | undefined;
  #segments: WordSegment[] = [];
  #vocabulary = new Vocabulary([]);
  #language: SearchLanguage | undefined;
  readonly #catalogue: CatalogueFollower;
  readonly #merging = new Merging<WordSegment, WordSegment[]>();
  #resultCount = 0;
  readonly #results = new LRUCache<string, WordSearchResult>({
    maxSize: MAX_CACHED_BITSET_WORDS,
    sizeCalculation: ({ parts }) => parts.reduce((sum, { bits }) => sum + bits.length, RESULT_OVERHEAD),
  });

  /** Queries in `waiting` are answered before each step of a merge. */
  constructor(db: ShopDatabase, waiting?: WaitingQueries) {
    this.#db = db;
    this.#waiting = waiting;
    this.#catalogue = new CatalogueFollower(db, (since) => this.#read(since));
  }

  get isLoaded(): boolean {
    return this.#catalogue.version !== undefined;
  }

  isAt(version: number): boolean {
    return this.#catalogue.isAt(version);
  }

  catchUp(version?: number): Promise<void> {
    return this.#catalogue.catchUp(version);
  }

  get language(): SearchLanguage {
    if (!this.#language) throw new Error('The word index is not loaded yet.');
    return this.#language;
  }

  /** Whether the catalogue contains each word of the term. For a single word, a prefix is enough. */
  hasAllWords(term: string): boolean {
    const words = wordsOf(term).map(foldWord);
    const [only = '', ...others] = words;
    if (others.length === 0 && this.#vocabulary.hasPrefix(only)) return true;
    return words.every((word) => this.#vocabulary.has(word));
  }

  /** Call `catchUp` first. With `isExact`, no word is corrected, and products must match all words. */
  find(term: string, isExact = false): WordSearchResult {
    const key = `${isExact ? '=' : '~'}${term}`;
    const cached = this.#results.get(key);
    if (cached) return cached;
    const { groups, shownFor } = readTerm(term, this.language, this.#vocabulary, isExact);
    const scored = scoreProducts(this.#segments, groups, isExact);
    const result = { key: String(this.#resultCount++), ...scored, groups, shownFor };
    this.#results.set(key, result);
    return result;
  }

  /**
   * The words of the largest segment that most products have in a leading field, as written, the most frequent first.
   */
  mostFrequent(max: number): string[] {
    const largest = this.#segments[0]?.columns;
    if (!largest) return [];
    const top = new TopN(Math.min(max, largest.words.length));
    for (const [at, products] of largest.leading.entries()) top.offer(products, at);
    return top.sorted(largest.starts).map(({ position }) => largest.written[position]!);
  }

  async #read(since: number | undefined): Promise<() => void> {
    const language = await searchLanguage(this.#db, this.#language?.synonyms);
    const changed: number[] = [];
    const added: WordSegment[] = [];
    let builder = new WordSegmentBuilder();
    for await (const rows of changedTexts(this.#db, since)) {
      await yieldingRun(addRows(builder, rows, changed));
      if (builder.size < PRODUCTS_PER_SEGMENT) continue;
      added.push(await yieldingRun(builder.segment()));
      builder = new WordSegmentBuilder();
    }
    if (builder.size > 0) added.push(await yieldingRun(builder.segment()));
    return () => {
      for (const older of this.#segments) for (const id of changed) older.remove(id);
      this.#language = language;
      this.#replaceSegments([...this.#segments, ...added]);
      void this.#merge();
    };
  }

  #replaceSegments(segments: WordSegment[]): void {
    this.#segments = segments;
    this.#vocabulary = new Vocabulary(segments);
    this.#results.clear();
  }

  #merge(): Promise<void> {
    return this.#merging.run({
      next: () => this.#segmentsToMerge(),
      merge: (sources) => mergeWordSegments(sources, this.#waiting),
      replace: (sources, merged) => {
        const [oldest] = sources;
        const remaining = this.#segments.filter((one) => one === oldest || !sources.includes(one));
        this.#replaceSegments(remaining.map((one) => (one === oldest ? merged : one)));
      },
    });
  }

  /** The segments to merge, so that each is more than four times as large as all newer ones together. */
  #segmentsToMerge(): WordSegment[] | undefined {
    let [from, newer] = [-1, 0];
    for (const [at, { size }] of [...this.#segments.entries()].reverse()) {
      if (size <= newer * 4) from = at;
      newer += size;
    }
    return from < 0 ? undefined : this.#segments.slice(from);
  }
}

function* addRows(builder: WordSegmentBuilder, rows: Iterable<TextRow>, changed: number[]): Steps<void> {
  for (const { id, texts } of rows) {
    changed.push(id);
    if (texts) builder.add(id, texts);
    yield;
  }
}
