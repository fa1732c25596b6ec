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

/** Single letters to change, add, drop or swap with the next (optimal string alignment); Infinity above `most`. */
export function mistakesBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return FAR;
  let [twoBack, back] = [new Uint8Array(b.length + 1), Uint8Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = new Uint8Array(b.length + 1);
    row[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min(back[j]! + 1, row[j - 1]! + 1, back[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, twoBack[j - 2]! + 1);
      row[j] = cost;
      least = Math.min(least, cost);
    }
    if (least > most) return FAR;
    [twoBack, back] = [back, row];
  }
  const mistakes = back[b.length]!;
  return mistakes <= most ? mistakes : FAR;
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
