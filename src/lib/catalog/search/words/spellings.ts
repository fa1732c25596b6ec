import { popcountWord } from '#lib/catalog/listing-index/positions/bitset.ts';
import { letterBits, type QuerySpelling } from '#lib/catalog/search/words/near-words.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';

const AT_A_STEP = 512;

interface ByLength {
  places: Uint32Array;
  starts: Uint32Array;
  letters: Int32Array;
}

export function* layOutSpellings(words: readonly string[], places: Uint32Array): Steps<Spellings> {
  let longest = 0;
  for (let at = 0; at < places.length; at++) {
    longest = Math.max(longest, words[places[at]!]!.length);
    if (at % AT_A_STEP === 0) yield;
  }
  const starts = new Uint32Array(longest + 2);
  for (let at = 0; at < places.length; at++) {
    starts[words[places[at]!]!.length + 1]!++;
    if (at % AT_A_STEP === 0) yield;
  }
  for (let length = 1; length <= longest + 1; length++) starts[length]! += starts[length - 1]!;
  const laidOut = { places: new Uint32Array(places.length), letters: new Int32Array(places.length) };
  const next = starts.slice();
  for (let at = 0; at < places.length; at++) {
    const word = words[places[at]!]!;
    const to = next[word.length]!++;
    laidOut.places[to] = places[at]!;
    laidOut.letters[to] = letterBits(word);
    if (at % AT_A_STEP === 0) yield;
  }
  return new Spellings(words, { ...laidOut, starts });
}

/** Many words by their length, so that one is compared only with those that are about as long. */
export class Spellings {
  readonly #words: readonly string[];
  readonly #byLength: ByLength;

  constructor(words: readonly string[], byLength: ByLength) {
    this.#words = words;
    this.#byLength = byLength;
  }

  /** Visits those of `isWanted` that have at most `most` mistakes, and the fewest of all so far. */
  visitNearest(
    asked: QuerySpelling,
    most: number,
    visit: (place: number, mistakes: number) => void,
    isWanted: (place: number) => boolean = () => true,
  ): void {
    let least = Math.min(most, asked.most);
    if (asked.most === 0) return;
    const { places, starts, letters } = this.#byLength;
    const end = places.length;
    const from = starts[Math.max(0, asked.length - least)] ?? end;
    const to = starts[asked.length + least + 1] ?? end;
    for (let at = from; at < to; at++) {
      // Each mistake takes one letter of each word away from the other at most.
      if (popcountWord(letters[at]! ^ asked.letters) > least * 2) continue;
      const place = places[at]!;
      const mistakes = asked.mistakesTo(this.#words[place]!, least);
      if (mistakes > least || !isWanted(place)) continue;
      least = mistakes;
      visit(place, mistakes);
    }
  }
}
