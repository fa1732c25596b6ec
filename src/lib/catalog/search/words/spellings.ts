import { popcountWord } from '#lib/catalog/listing-index/positions/bitset.ts';
import { letterBits, type QuerySpelling } from '#lib/catalog/search/words/near-words.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';

const STEP_SIZE = 512;

interface ByLength {
  indexes: Uint32Array;
  starts: Uint32Array;
  letters: Int32Array;
}

/** Sorts the words at `indexes` by length. */
export function* buildSpellings(words: readonly string[], indexes: Uint32Array): Steps<Spellings> {
  let longest = 0;
  for (let at = 0; at < indexes.length; at++) {
    longest = Math.max(longest, words[indexes[at]!]!.length);
    if (at % STEP_SIZE === 0) yield;
  }
  const starts = new Uint32Array(longest + 2);
  for (let at = 0; at < indexes.length; at++) {
    starts[words[indexes[at]!]!.length + 1]!++;
    if (at % STEP_SIZE === 0) yield;
  }
  for (let length = 1; length <= longest + 1; length++) starts[length]! += starts[length - 1]!;
  const sorted = { indexes: new Uint32Array(indexes.length), letters: new Int32Array(indexes.length) };
  const next = starts.slice();
  for (let at = 0; at < indexes.length; at++) {
    const word = words[indexes[at]!]!;
    const to = next[word.length]!++;
    sorted.indexes[to] = indexes[at]!;
    sorted.letters[to] = letterBits(word);
    if (at % STEP_SIZE === 0) yield;
  }
  return new Spellings(words, { ...sorted, starts });
}

/** Words sorted by length, so that a word is compared only with those of about the same length. */
export class Spellings {
  readonly #words: readonly string[];
  readonly #byLength: ByLength;

  constructor(words: readonly string[], byLength: ByLength) {
    this.#words = words;
    this.#byLength = byLength;
  }

  /** Visits accepted words with at most `max` mistakes and no more than the best so far. */
  visitNearest(
    query: QuerySpelling,
    max: number,
    visit: (index: number, mistakes: number) => void,
    isWanted: (index: number) => boolean = () => true,
  ): void {
    let least = Math.min(max, query.maxMistakes);
    if (query.maxMistakes === 0) return;
    const { indexes, starts, letters } = this.#byLength;
    const end = indexes.length;
    const from = starts[Math.max(0, query.length - least)] ?? end;
    const to = starts[query.length + least + 1] ?? end;
    for (let at = from; at < to; at++) {
      // Each mistake changes at most two of the letter bits.
      if (popcountWord(letters[at]! ^ query.letters) > least * 2) continue;
      const index = indexes[at]!;
      const mistakes = query.mistakesTo(this.#words[index]!, least);
      if (mistakes > least || !isWanted(index)) continue;
      least = mistakes;
      visit(index, mistakes);
    }
  }
}
