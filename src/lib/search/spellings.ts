import { onesIn } from '#lib/facets/bitset.ts';
import { type AskedSpelling, letterBits } from '#lib/search/near-words.ts';

/** Many words by their length, so that one is compared only with those that are about as long. */
export class Spellings {
  readonly #words: readonly string[];
  /** Places in `words`: first those of no letter, then those of one, and so on. */
  readonly #byLength: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #letters: Int32Array;

  constructor(words: readonly string[], places: Uint32Array) {
    this.#words = words;
    const longest = places.reduce((most, place) => Math.max(most, words[place]!.length), 0);
    this.#starts = new Uint32Array(longest + 2);
    for (const place of places) this.#starts[words[place]!.length + 1]!++;
    for (let length = 1; length <= longest + 1; length++) this.#starts[length]! += this.#starts[length - 1]!;
    this.#byLength = new Uint32Array(places.length);
    const next = this.#starts.slice();
    for (const place of places) this.#byLength[next[words[place]!.length]!++] = place;
    this.#letters = Int32Array.from(this.#byLength, (place) => letterBits(words[place]!));
  }

  /** Visits those that have at most `most` mistakes, and the fewest of all so far. */
  visitNearest(asked: AskedSpelling, most: number, visit: (place: number, mistakes: number) => void): void {
    let least = Math.min(most, asked.most);
    if (asked.most === 0) return;
    const end = this.#byLength.length;
    const from = this.#starts[Math.max(0, asked.length - least)] ?? end;
    const to = this.#starts[asked.length + least + 1] ?? end;
    for (let at = from; at < to; at++) {
      // Each mistake takes one letter of each word away from the other at most.
      if (onesIn(this.#letters[at]! ^ asked.letters) > least * 2) continue;
      const place = this.#byLength[at]!;
      const mistakes = asked.mistakesTo(this.#words[place]!, least);
      if (mistakes > least) continue;
      least = mistakes;
      visit(place, mistakes);
    }
  }
}
