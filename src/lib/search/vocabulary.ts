import { mistakesBetween } from '#lib/fields/mistakes-between.ts';
import { indicToRoman } from '#lib/search/indic-roman.ts';
import { AskedSpelling } from '#lib/search/near-words.ts';
import type { WordSegment } from '#lib/search/word-segment.ts';

export interface NearWord {
  word: string;
  written: string;
}

interface CountedWord extends NearWord {
  goods: number;
}

const NEAR_WORDS = 3;
const MOST_MISTAKES = 2;
/** How many letters may differ besides, where the folded words are near. */
const FOLDED_MISTAKES = 1;
const SHORTEST_HALF = 2;

/** The words of all goods. A new one is made whenever they change. */
export class Vocabulary {
  readonly #segments: readonly WordSegment[];

  constructor(segments: readonly WordSegment[]) {
    this.#segments = segments;
  }

  has(word: string): boolean {
    return this.#segments.some((segment) => segment.indexOf(word) !== undefined);
  }

  hasBeginning(prefix: string): boolean {
    return this.#segments.some((segment) => segment.beginsWith(prefix));
  }

  /** The words with the fewest mistakes, as folded or as written; those that lead most goods first. */
  near(word: string, typed: string): NearWord[] {
    const isSameStart = (near: NearWord) => Number(near.written[0] === typed[0]);
    const seen = new Set<string>();
    return this.#nearest(new AskedSpelling(word), new AskedSpelling(typed), indicToRoman(typed))
      .sort((a, b) => isSameStart(b) - isSameStart(a) || b.goods - a.goods || compareTexts(a.word, b.word))
      .filter((near) => !seen.has(near.word) && seen.add(near.word))
      .slice(0, NEAR_WORDS);
  }

  /** Folding makes words shorter: what is near when folded must be near as it is written too ("ladke" is not "lac"). */
  #nearest(folded: AskedSpelling, typed: AskedSpelling, typedRoman: string): CountedWord[] {
    let found: CountedWord[] = [];
    let least = MOST_MISTAKES;
    for (const segment of this.#segments) {
      const { words, written, leading } = segment.columns;
      const add = (place: number, mistakes: number) => {
        if (mistakes < least) found = [];
        least = mistakes;
        found.push({ word: words[place]!, written: written[place]!, goods: leading[place]! });
      };
      const spellings = segment.spellings();
      const mostWritten = typed.most + FOLDED_MISTAKES;
      const isAlike = (place: number) =>
        mistakesBetween(typedRoman, indicToRoman(written[place]!), mostWritten) <= mostWritten;
      spellings.folded.visitNearest(folded, least, add, isAlike);
      spellings.written.visitNearest(typed, least, add);
    }
    return found;
  }

  /** Two words that were written as one ("cottonsaree"). */
  halves(word: string): NearWord[] {
    for (let at = word.length - SHORTEST_HALF; at >= SHORTEST_HALF; at--) {
      const pair = [word.slice(0, at), word.slice(at)].map((half) => this.#leading(half));
      if (pair.every((half) => half !== undefined)) return pair;
    }
    return [];
  }

  #leading(word: string): NearWord | undefined {
    for (const segment of this.#segments) {
      const at = segment.indexOf(word);
      if (at !== undefined && segment.columns.leading[at]! > 0) return { word, written: segment.columns.written[at]! };
    }
    return undefined;
  }
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
