import { foldWord } from '#lib/search/fold-word.ts';
import { wordsOf } from '#lib/search/word-fields.ts';

/** "saree, sari" finds either for each; "pant > trousers, chinos" the right ones for the left one only. */
export interface SynonymLine {
  asked: string[];
  found: string[];
}

export const SYNONYM_LINE = /^[^,>]+(?:,[^,>]+)*(?:>[^,>]+(?:,[^,>]+)*)?$/;
export const SYNONYM_CHARACTERS = 300;
export const PHRASE_WORDS = 3;

/** Of a line that SYNONYM_LINE allows. */
export function parseSynonymLine(line: string): SynonymLine {
  const [left = '', right] = line.split('>');
  const asked = phrasesOf(left);
  return { asked, found: right === undefined ? asked : phrasesOf(right) };
}

/** The same line always has the same text. */
export function synonymText({ asked, found }: SynonymLine): string {
  return asked === found ? asked.join(', ') : `${asked.join(', ')} > ${found.join(', ')}`;
}

function phrasesOf(text: string): string[] {
  const phrases = text.split(',').map((phrase) => wordsOf(phrase).join(' '));
  return [...new Set(phrases)].filter((phrase) => phrase !== '');
}

/** `factor` is what a find counts beside the word that was asked for. */
export interface Synonym {
  words: string[];
  factor: number;
}

/** Less than the very word in a name, more than it in a text. */
const SAME_FACTOR = 0.65;
/** One way, the first is meant most. */
const FIRST_FACTOR = 0.85;
const FACTOR_STEP = 0.25;
const LEAST_FACTOR = 0.35;

export class Synonyms {
  readonly #found = new Map<string, Synonym[]>();

  constructor(lines: readonly SynonymLine[]) {
    for (const { asked, found } of lines) {
      const factorAt = (index: number) => Math.max(LEAST_FACTOR, FIRST_FACTOR - FACTOR_STEP * index);
      const synonyms = found.map((phrase, index) => ({
        words: foldPhrase(phrase),
        factor: asked === found ? SAME_FACTOR : factorAt(index),
      }));
      for (const phrase of asked) this.#add(foldPhrase(phrase).join(' '), synonyms);
    }
  }

  of(words: readonly string[]): Synonym[] | undefined {
    return this.#found.get(words.join(' '));
  }

  #add(key: string, synonyms: Synonym[]): void {
    const known = this.#found.get(key) ?? [];
    this.#found.set(key, [...known, ...synonyms.filter(({ words }) => words.join(' ') !== key)]);
  }
}

function foldPhrase(phrase: string): string[] {
  return wordsOf(phrase).map(foldWord);
}
