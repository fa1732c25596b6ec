import { compareTexts } from '#lib/catalog/listing-index/facets/ordered-values.ts';
import type { WordSegment } from '#lib/catalog/search/index/word-segment.ts';
import { indicToRoman } from '#lib/catalog/search/words/indic-roman.ts';
import type { CorrectionCandidates } from '#lib/catalog/search/words/known-words.ts';
import { QuerySpelling } from '#lib/catalog/search/words/query-spelling.ts';
import { scriptOf } from '#lib/catalog/search/words/word-endings.ts';
import { editDistance } from '#lib/primitives/edit-distance.ts';

/** A folded word, and its most frequent spelling. */
export interface SpelledWord {
  word: string;
  spelling: string;
}

const MAX_NEAR_WORDS = 3;
const MAX_EDITS = 2;
/** Words as written may need this many more edits if their folded forms are near. */
const EXTRA_WRITTEN_EDITS = 1;
const MIN_HALF_LENGTH = 2;
const MAX_PREFIX_MATCHES = 300;

/** The words of all products for sale. When the words change, a new vocabulary is created. */
export class Vocabulary {
  readonly #segments: readonly WordSegment[];

  constructor(segments: readonly WordSegment[]) {
    this.#segments = segments;
  }

  has(word: string): boolean {
    return this.#segments.some((segment) => segment.indexOf(word) !== undefined);
  }

  /** Returns whether a leading field of a product contains the word. */
  isLeading(word: string): boolean {
    return this.#leadingWord(word) !== undefined;
  }

  /** Returns whether the word is written in Latin script in product texts. */
  isLatin(word: string): boolean {
    return this.#segments.some((segment) => {
      const index = segment.indexOf(word);
      return index !== undefined && scriptOf(segment.columns.writtenWords[index]!) === 0;
    });
  }

  hasPrefix(prefix: string): boolean {
    return this.#segments.some((segment) => segment.hasPrefix(prefix));
  }

  /** Returns whether a leading field of a product contains a word with this prefix. */
  isLeadingPrefix(prefix: string): boolean {
    return this.#segments.some((segment) =>
      segment
        .mostFrequentWithPrefix(prefix, MAX_PREFIX_MATCHES)
        .some((index) => segment.columns.leadingCounts[index]! > 0),
    );
  }

  /**
   * Returns up to three words in the catalogue and in `candidates` with the fewest edits, folded or as written.
   * Words with the same first letter come first, then words in the leading fields of the most products.
   */
  nearestWords(word: string, typedWord: string, candidates: readonly CorrectionCandidates[] = []): SpelledWord[] {
    const sameFirstLetterRank = (near: SpelledWord) => Number(near.spelling[0] === typedWord[0]);
    const seenWords = new Set<string>();
    const sources = [...this.#segments, ...candidates];
    return nearestOf(sources, new QuerySpelling(word), new QuerySpelling(typedWord), indicToRoman(typedWord))
      .sort(
        (a, b) =>
          sameFirstLetterRank(b) - sameFirstLetterRank(a) ||
          b.productCount - a.productCount ||
          compareTexts(a.word, b.word),
      )
      .filter((near) => !seenWords.has(near.word) && seenWords.add(near.word))
      .slice(0, MAX_NEAR_WORDS);
  }

  /**
   * Returns the two words in a word that was typed without a space ("cottonsaree"); an empty list if there are no such
   * words in leading fields.
   */
  splitCompound(word: string): SpelledWord[] {
    for (let index = word.length - MIN_HALF_LENGTH; index >= MIN_HALF_LENGTH; index--) {
      const pair = [word.slice(0, index), word.slice(index)].map((half) => this.#leadingWord(half));
      if (pair.every((half) => half !== undefined)) return pair;
    }
    return [];
  }

  #leadingWord(word: string): SpelledWord | undefined {
    for (const segment of this.#segments) {
      const index = segment.indexOf(word);
      if (index !== undefined && segment.columns.leadingCounts[index]! > 0)
        return { word, spelling: segment.columns.writtenWords[index]! };
    }
    return undefined;
  }
}

/**
 * Returns the words with the fewest edits. Folding shortens words, so words that are near when folded must also be near
 * as written ("ladke" is not "lac").
 */
function nearestOf(
  sources: readonly CorrectionCandidates[],
  foldedQuery: QuerySpelling,
  typedQuery: QuerySpelling,
  typedRoman: string,
): (SpelledWord & { productCount: number })[] {
  let nearestWords: ReturnType<typeof nearestOf> = [];
  let minEdits = MAX_EDITS;
  for (const source of sources) {
    const { words, writtenWords, leadingCounts } = source.columns;
    const maxEdits = Math.min(minEdits, source.maxEdits ?? minEdits);
    const add = (index: number, edits: number) => {
      if (edits < minEdits) nearestWords = [];
      minEdits = edits;
      nearestWords.push({ word: words[index]!, spelling: writtenWords[index]!, productCount: leadingCounts[index]! });
    };
    const spellings = source.spellings();
    const maxWrittenEdits = typedQuery.maxEdits + EXTRA_WRITTEN_EDITS;
    const isNearAsWritten = (index: number) =>
      editDistance(typedRoman, indicToRoman(writtenWords[index]!), maxWrittenEdits) <= maxWrittenEdits;
    spellings.foldedWords.visitNearest(foldedQuery, maxEdits, add, isNearAsWritten);
    spellings.writtenWords.visitNearest(typedQuery, Math.min(maxEdits, minEdits), add);
  }
  return nearestWords;
}
