import { popcountWord } from '#lib/catalog/listing-index/positions/bitset.ts';
import { letterBits, type QuerySpelling } from '#lib/catalog/search/words/near-words.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';

const STEP_SIZE = 512;

interface ByLength {
  indexes: Uint32Array;
  starts: Uint32Array;
  letters: Int32Array;
}

/** Sorts the words at these indexes by length. */
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

  /** Visits accepted words with at most `max` edits, and with no more edits than the nearest word so far. */
  visitNearest(
    query: QuerySpelling,
    max: number,
    visit: (index: number, edits: number) => void,
    isAccepted: (index: number) => boolean = () => true,
  ): void {
    let limit = Math.min(max, query.maxEdits);
    if (query.maxEdits === 0) return;
    const { indexes, starts, letters } = this.#byLength;
    const end = indexes.length;
    const from = starts[Math.max(0, query.length - limit)] ?? end;
    const to = starts[query.length + limit + 1] ?? end;
    for (let at = from; at < to; at++) {
      // Each edit changes at most two of the letter bits.
      if (popcountWord(letters[at]! ^ query.letters) > limit * 2) continue;
      const index = indexes[at]!;
      const edits = query.editsTo(this.#words[index]!, limit);
      if (edits > limit || !isAccepted(index)) continue;
      limit = edits;
      visit(index, edits);
    }
  }
}
