import type { WordSegment } from '#lib/catalog/search/index/word-segment.ts';
import { indicToRoman } from '#lib/catalog/search/words/indic-roman.ts';
import type { SpeltWords } from '#lib/catalog/search/words/known-words.ts';
import { QuerySpelling } from '#lib/catalog/search/words/near-words.ts';
import { scriptOf } from '#lib/catalog/search/words/word-endings.ts';
import { editDistance } from '#lib/primitives/edit-distance.ts';

export interface NearWord {
  word: string;
  written: string;
}

interface CountedWord extends NearWord {
  goods: number;
}

const NEAR_WORDS = 3;
const MAX_MISTAKES = 2;
/** How many letters may differ besides, where the folded words are near. */
const FOLDED_MISTAKES = 1;
const SHORTEST_HALF = 2;
const BEGINNINGS_LOOKED_AT = 300;

/** The words of all goods. A new one is made whenever they change. */
export class Vocabulary {
  readonly #segments: readonly WordSegment[];

  constructor(segments: readonly WordSegment[]) {
    this.#segments = segments;
  }

  has(word: string): boolean {
    return this.#segments.some((segment) => segment.indexOf(word) !== undefined);
  }

  /** Whether goods are looked for by it. */
  leads(word: string): boolean {
    return this.#leading(word) !== undefined;
  }

  /** Whether the goods write it in Latin letters. */
  isLatin(word: string): boolean {
    return this.#segments.some((segment) => {
      const at = segment.indexOf(word);
      return at !== undefined && scriptOf(segment.columns.written[at]!) === 0;
    });
  }

  hasBeginning(prefix: string): boolean {
    return this.#segments.some((segment) => segment.beginsWith(prefix));
  }

  /** Whether goods are looked for by a word that begins so. */
  leadsBeginning(prefix: string): boolean {
    return this.#segments.some((segment) =>
      segment.commonestBeginningWith(prefix, BEGINNINGS_LOOKED_AT).some((at) => segment.columns.leading[at]! > 0),
    );
  }

  /** The words of goods, and of `listed`, with the fewest mistakes, as folded or as written; those that lead most goods first. */
  near(word: string, typed: string, listed: readonly SpeltWords[] = []): NearWord[] {
    const isSameStart = (near: NearWord) => Number(near.written[0] === typed[0]);
    const seen = new Set<string>();
    const all = [...this.#segments, ...listed];
    return nearestOf(all, new QuerySpelling(word), new QuerySpelling(typed), indicToRoman(typed))
      .sort((a, b) => isSameStart(b) - isSameStart(a) || b.goods - a.goods || compareTexts(a.word, b.word))
      .filter((near) => !seen.has(near.word) && seen.add(near.word))
      .slice(0, NEAR_WORDS);
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

/** Folding makes words shorter: what is near when folded must be near as it is written too ("ladke" is not "lac"). */
function nearestOf(
  among: readonly SpeltWords[],
  folded: QuerySpelling,
  typed: QuerySpelling,
  typedRoman: string,
): CountedWord[] {
  let found: CountedWord[] = [];
  let least = MAX_MISTAKES;
  for (const one of among) {
    const { words, written, leading } = one.columns;
    const most = Math.min(least, one.mostMistakes ?? least);
    const add = (index: number, mistakes: number) => {
      if (mistakes < least) found = [];
      least = mistakes;
      found.push({ word: words[index]!, written: written[index]!, goods: leading[index]! });
    };
    const spellings = one.spellings();
    const mostWritten = typed.most + FOLDED_MISTAKES;
    const isAlike = (index: number) =>
      editDistance(typedRoman, indicToRoman(written[index]!), mostWritten) <= mostWritten;
    spellings.folded.visitNearest(folded, most, add, isAlike);
    spellings.written.visitNearest(typed, Math.min(most, least), add);
  }
  return found;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
