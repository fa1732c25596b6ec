import { PostingWriter } from '#lib/catalog/search/index/postings.ts';
import { WordSegment } from '#lib/catalog/search/index/word-segment.ts';
import { foldWord } from '#lib/catalog/search/words/fold-word.ts';
import {
  FIELD_BITS,
  FIELDS,
  LEADING_FIELDS,
  type ProductTexts,
  wordsOf,
} from '#lib/catalog/search/words/word-fields.ts';
import { sorted } from '#lib/platform/jobs/sorted.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';

interface IndexedWord {
  word: string;
  /** The position and fields of each product that contains the word, packed into one number. */
  packedPostings: number[];
}

/** Builds a segment. Products must be added by ascending id. */
export class WordSegmentBuilder {
  readonly #ids: number[] = [];
  readonly #indexedWords = new Map<string, IndexedWord>();
  readonly #wordsBySpelling = new Map<string, { indexedWord: IndexedWord; times: number }>();

  get size(): number {
    return this.#ids.length;
  }

  add(id: number, texts: ProductTexts): void {
    const position = this.#ids.length;
    this.#ids.push(id);
    const fieldsByWord = new Map<IndexedWord, number>();
    for (const [field, bit] of FIELD_ENTRIES) {
      for (const spelling of wordsOf(texts[field])) {
        const indexedWord = this.#indexedWordOf(spelling);
        if (indexedWord) fieldsByWord.set(indexedWord, (fieldsByWord.get(indexedWord) ?? 0) | bit);
      }
    }
    for (const [indexedWord, fields] of fieldsByWord)
      indexedWord.packedPostings.push((position << FIELD_BITS) | fields);
  }

  *segment(): Steps<WordSegment> {
    const indexedWords = yield* sorted([...this.#indexedWords.values()], (a, b) => (a.word < b.word ? -1 : 1));
    const writer = new PostingWriter();
    const starts = new Uint32Array(indexedWords.length + 1);
    const leadingCounts = new Uint32Array(indexedWords.length);
    for (const [index, { packedPostings }] of indexedWords.entries()) {
      for (const packed of packedPostings) {
        writer.add(packed >>> FIELD_BITS, packed & ((1 << FIELD_BITS) - 1));
        if ((packed & LEADING_FIELDS) !== 0) leadingCounts[index]!++;
      }
      writer.endWord();
      starts[index + 1] = writer.length;
      yield;
    }
    const writtenWords = yield* this.#mostFrequentSpellings(indexedWords);
    return new WordSegment({
      ids: Uint32Array.from(this.#ids),
      words: indexedWords.map(({ word }) => word),
      writtenWords,
      counts: Uint32Array.from(indexedWords, ({ packedPostings }) => packedPostings.length),
      leadingCounts,
      starts,
      postings: writer.bytes(),
    });
  }

  #indexedWordOf(spelling: string): IndexedWord | undefined {
    const knownSpelling = this.#wordsBySpelling.get(spelling);
    if (knownSpelling) {
      knownSpelling.times++;
      return knownSpelling.indexedWord;
    }
    const word = foldWord(spelling);
    if (word === '') return undefined;
    // The spelling and the word are copied, because a substring would keep the whole text in memory.
    const spellingCopy = copyOf(spelling);
    const indexedWord = this.#indexedWords.get(word) ?? { word: copyOf(word), packedPostings: [] };
    this.#indexedWords.set(indexedWord.word, indexedWord);
    this.#wordsBySpelling.set(spellingCopy, { indexedWord, times: 1 });
    return indexedWord;
  }

  *#mostFrequentSpellings(indexedWords: IndexedWord[]): Steps<string[]> {
    const mostFrequentSpellings = new Map<IndexedWord, { spelling: string; times: number }>();
    for (const [spelling, { indexedWord, times }] of this.#wordsBySpelling) {
      if (times > (mostFrequentSpellings.get(indexedWord)?.times ?? 0))
        mostFrequentSpellings.set(indexedWord, { spelling, times });
      yield;
    }
    return indexedWords.map((indexedWord) => mostFrequentSpellings.get(indexedWord)?.spelling ?? indexedWord.word);
  }
}

const FIELD_ENTRIES = Object.entries(FIELDS) as [keyof typeof FIELDS, number][];

function copyOf(text: string): string {
  return Array.from(text).join('');
}
