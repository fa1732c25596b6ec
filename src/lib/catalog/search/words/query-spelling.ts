import { editDistance } from '#lib/primitives/edit-distance.ts';

const CODE_OF_A = 'a'.charCodeAt(0);
const TOO_FAR = Number.POSITIVE_INFINITY;
/** Each letter of a typed word of up to this length is one bit of an integer. Longer words are compared by letter. */
const MAX_BITS = 32;
const ASCII_SIZE = 128;
const DIGIT_0 = '0'.charCodeAt(0);
const DIGIT_9 = '9'.charCodeAt(0);

/** Returns whether the word has a digit from 0 to 9. Such words are not treated as misspellings. */
export function hasDigit(word: string): boolean {
  for (let index = 0; index < word.length; index++) {
    const code = word.charCodeAt(index);
    if (code >= DIGIT_0 && code <= DIGIT_9) return true;
  }
  return false;
}

/** Returns the maximum number of wrong, missing, extra or swapped letters: 0 for a short word or one with a digit. */
function maxEdits(word: string): number {
  if (word.length < 4 || hasDigit(word)) return 0;
  return word.length < 6 ? 1 : 2;
}

/** Returns the letters of a word as bits. Similar words share most of these bits. */
export function letterBits(word: string): number {
  let bits = 0;
  for (let index = 0; index < word.length; index++) bits |= 1 << ((word.charCodeAt(index) - CODE_OF_A) & 31);
  return bits;
}

/** A word to compare with many other words. */
export class QuerySpelling {
  readonly length: number;
  readonly letterBits: number;
  readonly maxEdits: number;
  readonly #word: string;
  /** For each ASCII code, its positions in the word as bits. `#rarePositions` has those of other characters. */
  readonly #positions = new Int32Array(ASCII_SIZE);
  readonly #rarePositions = new Map<number, number>();

  constructor(word: string) {
    this.length = word.length;
    this.letterBits = letterBits(word);
    this.maxEdits = maxEdits(word);
    this.#word = word;
    for (let index = 0; index < word.length && index < MAX_BITS; index++) {
      const code = word.charCodeAt(index);
      if (code < ASCII_SIZE) this.#positions[code]! |= 1 << index;
      else this.#rarePositions.set(code, (this.#rarePositions.get(code) ?? 0) | (1 << index));
    }
  }

  /**
   * Returns the edit distance; Infinity if it exceeds `max`. Processes one letter of `word` at a time (Hyyrö's
   * bit-parallel algorithm).
   */
  editsTo(word: string, max: number): number {
    const { length } = this;
    if (length > MAX_BITS || length === 0) return editDistance(this.#word, word, max);
    const lastBit = 1 << (length - 1);
    let [edits, positionsBefore, diagonalZero] = [length, 0, 0];
    let [verticalPlus, verticalMinus] = [-1, 0];
    for (let index = 0, remainingCount = word.length - 1; remainingCount >= 0; index++, remainingCount--) {
      const positions = this.#positionsOf(word.charCodeAt(index));
      const transposition = ((~diagonalZero & positions) << 1) & positionsBefore;
      diagonalZero =
        (((positions & verticalPlus) + verticalPlus) ^ verticalPlus) | positions | verticalMinus | transposition;
      const horizontalPlus = verticalMinus | ~(diagonalZero | verticalPlus);
      const horizontalMinus = diagonalZero & verticalPlus;
      if ((horizontalPlus & lastBit) !== 0) edits++;
      if ((horizontalMinus & lastBit) !== 0) edits--;
      // Each remaining letter reduces the distance by at most one.
      if (edits - remainingCount > max) return TOO_FAR;
      verticalPlus = (horizontalMinus << 1) | ~(diagonalZero | ((horizontalPlus << 1) | 1));
      verticalMinus = diagonalZero & ((horizontalPlus << 1) | 1);
      positionsBefore = positions;
    }
    return edits <= max ? edits : TOO_FAR;
  }

  #positionsOf(code: number): number {
    return code < ASCII_SIZE ? this.#positions[code]! : (this.#rarePositions.get(code) ?? 0);
  }
}
