import type { WordSegment } from '#lib/catalog/search/index/word-segment.ts';
import { indicToRoman } from '#lib/catalog/search/words/indic-roman.ts';
import type { CorrectionCandidates } from '#lib/catalog/search/words/known-words.ts';
import { QuerySpelling } from '#lib/catalog/search/words/near-words.ts';
import { scriptOf } from '#lib/catalog/search/words/word-endings.ts';
import { editDistance } from '#lib/primitives/edit-distance.ts';

export interface NearWord {
  word: string;
  written: string;
}

interface CountedWord extends NearWord {
  productCount: number;
}

const MAX_NEAR_WORDS = 3;
const MAX_EDITS = 2;
/** Words as written may need this many more edits if their folded forms are near. */
const EXTRA_WRITTEN_EDITS = 1;
const MIN_HALF_LENGTH = 2;
const MAX_PREFIX_MATCHES = 300;

/** The words of all products on sale. Replaced by a new one when they change. */
export class Vocabulary {
  readonly #segments: readonly WordSegment[];

  constructor(segments: readonly WordSegment[]) {
    this.#segments = segments;
  }

  has(word: string): boolean {
    return this.#segments.some((segment) => segment.indexOf(word) !== undefined);
  }

  /** Whether a leading field of a product contains the word. */
  isLeading(word: string): boolean {
    return this.#leadingWord(word) !== undefined;
  }

  /** Whether the word is written in Latin script in product texts. */
  isLatin(word: string): boolean {
    return this.#segments.some((segment) => {
      const at = segment.indexOf(word);
      return at !== undefined && scriptOf(segment.columns.written[at]!) === 0;
    });
  }

  hasPrefix(prefix: string): boolean {
    return this.#segments.some((segment) => segment.hasPrefix(prefix));
  }

  /** Whether a leading field of a product contains a word with this prefix. */
  isLeadingPrefix(prefix: string): boolean {
    return this.#segments.some((segment) =>
      segment.mostFrequentWithPrefix(prefix, MAX_PREFIX_MATCHES).some((at) => segment.columns.leading[at]! > 0),
    );
  }

  /**
   * The words of the catalogue and of `listed` with the fewest edits, folded or as written; at most three. Those with
   * the same first letter come first, then those in the leading fields of most products.
   */
  near(word: string, typed: string, listed: readonly CorrectionCandidates[] = []): NearWord[] {
    const isSameStart = (near: NearWord) => Number(near.written[0] === typed[0]);
    const seen = new Set<string>();
    const all = [...this.#segments, ...listed];
    return nearestOf(all, new QuerySpelling(word), new QuerySpelling(typed), indicToRoman(typed))
      .sort(
        (a, b) => isSameStart(b) - isSameStart(a) || b.productCount - a.productCount || compareTexts(a.word, b.word),
      )
      .filter((near) => !seen.has(near.word) && seen.add(near.word))
      .slice(0, MAX_NEAR_WORDS);
  }

  /** Splits two words that were typed as one ("cottonsaree"). Empty if there are no such words in leading fields. */
  splitCompound(word: string): NearWord[] {
    for (let at = word.length - MIN_HALF_LENGTH; at >= MIN_HALF_LENGTH; at--) {
      const pair = [word.slice(0, at), word.slice(at)].map((half) => this.#leadingWord(half));
      if (pair.every((half) => half !== undefined)) return pair;
    }
    return [];
  }

  #leadingWord(word: string): NearWord | undefined {
    for (const segment of this.#segments) {
      const at = segment.indexOf(word);
      if (at !== undefined && segment.columns.leading[at]! > 0) return { word, written: segment.columns.written[at]! };
    }
    return undefined;
  }
}

/** Folding shortens words, so words that are near when folded must also be near as written ("ladke" is not "lac"). */
function nearestOf(
  among: readonly CorrectionCandidates[],
  folded: QuerySpelling,
  typed: QuerySpelling,
  typedRoman: string,
): CountedWord[] {
  let nearest: CountedWord[] = [];
  let best = MAX_EDITS;
  for (const one of among) {
    const { words, written, leading } = one.columns;
    const max = Math.min(best, one.maxEdits ?? best);
    const add = (index: number, edits: number) => {
      if (edits < best) nearest = [];
      best = edits;
      nearest.push({ word: words[index]!, written: written[index]!, productCount: leading[index]! });
    };
    const spellings = one.spellings();
    const maxWrittenEdits = typed.maxEdits + EXTRA_WRITTEN_EDITS;
    const isAlike = (index: number) =>
      editDistance(typedRoman, indicToRoman(written[index]!), maxWrittenEdits) <= maxWrittenEdits;
    spellings.folded.visitNearest(folded, max, add, isAlike);
    spellings.written.visitNearest(typed, Math.min(max, best), add);
  }
  return nearest;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
