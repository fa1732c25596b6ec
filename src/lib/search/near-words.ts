import { mistakesBetween } from '#lib/fields/mistakes-between.ts';

const A = 'a'.charCodeAt(0);
const FAR = Number.POSITIVE_INFINITY;

/** How many wrong, missing, surplus or swapped letters a word of this length may have. */
function mostMistakes(word: string): number {
  if (/\d/.test(word) || word.length < 4) return 0;
  return word.length < 6 ? 1 : 2;
}

/** The letters of a word as bits: words that are near each other share most of them. */
export function letterBits(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << ((word.charCodeAt(at) - A) & 31);
  return bits;
}

function mayBeNear(a: number, b: number, most: number): boolean {
  let differing = a ^ b;
  let count = 0;
  for (; differing !== 0 && count <= most * 2; count++) differing &= differing - 1;
  return count <= most * 2;
}

/** A word that was asked for, ready to be compared with thousands. */
export class AskedSpelling {
  readonly #word: string;
  readonly #letters: number;
  readonly #most: number;

  constructor(word: string) {
    this.#word = word;
    this.#letters = letterBits(word);
    this.#most = mostMistakes(word);
  }

  /** Infinity for what is no likely mistake. */
  mistakesTo(word: string, letters: number): number {
    if (this.#most === 0 || !mayBeNear(this.#letters, letters, this.#most)) return FAR;
    return mistakesBetween(this.#word, word, this.#most);
  }
}
