import { AskedSpelling } from '#lib/search/near-words.ts';
import type { WordSegment } from '#lib/search/word-segment.ts';

export interface NearWord {
  word: string;
  written: string;
}

const NEAR_WORDS = 3;
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
    const asked = [new AskedSpelling(word), new AskedSpelling(typed)] as const;
    const found: (NearWord & { mistakes: number; goods: number })[] = [];
    for (const segment of this.#segments) {
      const { words, written, leading } = segment.columns;
      for (const { index, letters, writtenLetters } of segment.spellings()) {
        const folded = asked[0].mistakesTo(words[index]!, letters);
        const mistakes = Math.min(folded, asked[1].mistakesTo(written[index]!, writtenLetters));
        if (Number.isFinite(mistakes))
          found.push({ word: words[index]!, written: written[index]!, mistakes, goods: leading[index]! });
      }
    }
    const least = Math.min(...found.map(({ mistakes }) => mistakes));
    const isSameStart = (near: NearWord) => Number(near.written[0] === typed[0]);
    return found
      .filter(({ mistakes }) => mistakes === least)
      .sort((a, b) => isSameStart(b) - isSameStart(a) || b.goods - a.goods || (a.word < b.word ? -1 : 1))
      .filter((near, at, all) => all.findIndex(({ word: other }) => other === near.word) === at)
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
