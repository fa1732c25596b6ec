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

interface Entry {
  word: string;
  /** The position and fields of each product that contains the word, packed into one number. */
  packedPostings: number[];
}

/** Builds a segment. Products must be added by ascending id. */
export class WordSegmentBuilder {
  readonly #ids: number[] = [];
  readonly #entries = new Map<string, Entry>();
  readonly #entryBySpelling = new Map<string, { entry: Entry; times: number }>();

  get size(): number {
    return this.#ids.length;
  }

  add(id: number, texts: ProductTexts): void {
    const position = this.#ids.length;
    this.#ids.push(id);
    const fieldsOf = new Map<Entry, number>();
    for (const [field, bit] of FIELD_ENTRIES) {
      for (const spelling of wordsOf(texts[field])) {
        const entry = this.#entryOf(spelling);
        if (entry) fieldsOf.set(entry, (fieldsOf.get(entry) ?? 0) | bit);
      }
    }
    for (const [entry, fields] of fieldsOf) entry.packedPostings.push((position << FIELD_BITS) | fields);
  }

  *segment(): Steps<WordSegment> {
    const entries = yield* sorted([...this.#entries.values()], (a, b) => (a.word < b.word ? -1 : 1));
    const writer = new PostingWriter();
    const starts = new Uint32Array(entries.length + 1);
    const leadingCounts = new Uint32Array(entries.length);
    for (const [index, { packedPostings }] of entries.entries()) {
      for (const packed of packedPostings) {
        writer.add(packed >>> FIELD_BITS, packed & ((1 << FIELD_BITS) - 1));
        if ((packed & LEADING_FIELDS) !== 0) leadingCounts[index]!++;
      }
      writer.endWord();
      starts[index + 1] = writer.length;
      yield;
    }
    const writtenWords = yield* this.#mostFrequentSpellings(entries);
    return new WordSegment({
      ids: Uint32Array.from(this.#ids),
      words: entries.map(({ word }) => word),
      writtenWords,
      counts: Uint32Array.from(entries, ({ packedPostings }) => packedPostings.length),
      leadingCounts,
      starts,
      postings: writer.bytes(),
    });
  }

  #entryOf(spelling: string): Entry | undefined {
    const knownSpelling = this.#entryBySpelling.get(spelling);
    if (knownSpelling) {
      knownSpelling.times++;
      return knownSpelling.entry;
    }
    const word = foldWord(spelling);
    if (word === '') return undefined;
    // The word is copied, because a substring would keep the whole text in memory.
    const spellingCopy = copyOf(spelling);
    const entry = this.#entries.get(word) ?? { word: copyOf(word), packedPostings: [] };
    this.#entries.set(entry.word, entry);
    this.#entryBySpelling.set(spellingCopy, { entry, times: 1 });
    return entry;
  }

  *#mostFrequentSpellings(entries: Entry[]): Steps<string[]> {
    const bestSpellings = new Map<Entry, { spelling: string; times: number }>();
    for (const [spelling, { entry, times }] of this.#entryBySpelling) {
      if (times > (bestSpellings.get(entry)?.times ?? 0)) bestSpellings.set(entry, { spelling, times });
      yield;
    }
    return entries.map((entry) => bestSpellings.get(entry)?.spelling ?? entry.word);
  }
}

const FIELD_ENTRIES = Object.entries(FIELDS) as [keyof typeof FIELDS, number][];

function copyOf(text: string): string {
  return Array.from(text).join('');
}
