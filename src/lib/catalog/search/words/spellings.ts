import { popcountWord } from '#lib/catalog/listing-index/positions/bitset.ts';
import { letterBits, type QuerySpelling } from '#lib/catalog/search/words/query-spelling.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';

const STEP_SIZE = 512;

interface WordsByLength {
  /** The indexes of the words, sorted by the length of the words. */
  indexes: Uint32Array;
  /** The position in `indexes` of the first word of each length, followed by the number of words. */
  starts: Uint32Array;
  /** The letter bits of the words, in the order of `indexes`. */
  letterBits: Int32Array;
}

/** The spellings of the words to which a misspelt word may be corrected. */
export interface WordSpellings {
  foldedWords: Spellings;
  writtenWords: Spellings;
}

/** Returns the words at these indexes, sorted by length. */
export function* buildSpellings(words: readonly string[], indexes: Uint32Array): Steps<Spellings> {
  let maxLength = 0;
  for (let position = 0; position < indexes.length; position++) {
    maxLength = Math.max(maxLength, words[indexes[position]!]!.length);
    if (position % STEP_SIZE === 0) yield;
  }
  const starts = new Uint32Array(maxLength + 2);
  for (let position = 0; position < indexes.length; position++) {
    starts[words[indexes[position]!]!.length + 1]!++;
    if (position % STEP_SIZE === 0) yield;
  }
  for (let length = 1; length <= maxLength + 1; length++) starts[length]! += starts[length - 1]!;
  const sortedWords = { indexes: new Uint32Array(indexes.length), letterBits: new Int32Array(indexes.length) };
  const nextPositions = starts.slice();
  for (let position = 0; position < indexes.length; position++) {
    const word = words[indexes[position]!]!;
    const target = nextPositions[word.length]!++;
    sortedWords.indexes[target] = indexes[position]!;
    sortedWords.letterBits[target] = letterBits(word);
    if (position % STEP_SIZE === 0) yield;
  }
  return new Spellings(words, { ...sortedWords, starts });
}

/** Words sorted by length, so that a word is compared only with words of about the same length. */
export class Spellings {
  readonly #words: readonly string[];
  readonly #byLength: WordsByLength;

  constructor(words: readonly string[], byLength: WordsByLength) {
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
    const { indexes, starts, letterBits: bitsOfWords } = this.#byLength;
    const end = indexes.length;
    const from = starts[Math.max(0, query.length - limit)] ?? end;
    const to = starts[query.length + limit + 1] ?? end;
    for (let position = from; position < to; position++) {
      // Each edit changes at most two of the letter bits.
      if (popcountWord(bitsOfWords[position]! ^ query.letterBits) > limit * 2) continue;
      const index = indexes[position]!;
      const edits = query.editsTo(this.#words[index]!, limit);
      if (edits > limit || !isAccepted(index)) continue;
      limit = edits;
      visit(index, edits);
    }
  }
}
