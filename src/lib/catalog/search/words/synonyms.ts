import { foldWord } from '#lib/catalog/search/words/fold-word.ts';
import { KnownWords } from '#lib/catalog/search/words/known-words.ts';
import { scriptOf } from '#lib/catalog/search/words/word-endings.ts';
import { wordsOf } from '#lib/catalog/search/words/word-fields.ts';

/** "saree, sari" finds either for each; "pant > trousers, chinos" the right ones for the left one only. */
export interface SynonymLine {
  asked: string[];
  found: string[];
  role?: LineRole;
}

/** What a word tells of goods: which they are, or for whom. */
export type WordRole = 'goods' | 'person';
/** Goods of a line of the similar ones are shown instead of what was asked for. */
export type LineRole = WordRole | 'similar';

export const SYNONYM_LINE = /^[^,>]+(?:,[^,>]+)*(?:>[^,>]+(?:,[^,>]+)*)?$/;
export const SYNONYM_CHARACTERS = 1_000;
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
  /** No phrase of its line in Latin letters sounds so: goods that write it in Latin letters mean another word. */
  isForeign?: boolean;
  /** Other goods, for a shop that does not have what was asked for. */
  isInstead?: boolean;
}

/** Less than the very word in a name, more than it in a text. */
const SAME_FACTOR = 0.65;
/** One way, the first is meant most. */
const FIRST_FACTOR = 0.85;
const FACTOR_STEP = 0.25;
const MIN_FACTOR = 0.45;

/** What a word or phrase of the list means. */
export interface Meaning {
  synonyms: Synonym[];
  role?: WordRole | undefined;
  /** No phrase of its lines in Latin letters sounds so: the list says what it means, and not its sound. */
  isForeign: boolean;
}

interface ListedPhrase extends Synonym {
  written: string;
  sound: string;
}

export class Synonyms {
  readonly #byWriting = new Map<string, Meaning>();
  readonly #bySound = new Map<string, Meaning>();
  readonly words = new KnownWords();
  readonly source: string;

  /**
   * `hints` are known words without synonyms. `source` is the text from which all of them were read: synonyms of the same
   * source can be used again.
   */
  constructor(lines: readonly SynonymLine[], hints: readonly string[], source = '') {
    this.source = source;
    for (const line of lines) this.#add(line);
    for (const hint of hints) this.words.add(hint, true);
  }

  /**
   * Of a phrase as it is written in the list, else as it sounds. A word of the goods in Latin letters is not what a word
   * of another script sounds like: "sea" is not साया.
   */
  meaning(written: readonly string[], folded: readonly string[], isOfGoods: boolean): Meaning | undefined {
    const same = this.#byWriting.get(written.join(' '));
    if (same) return same;
    const like = this.#bySound.get(folded.join(' '));
    const isLatin = scriptOf(written[0] ?? '') === 0;
    return like?.isForeign && isLatin && isOfGoods ? undefined : like;
  }

  #add({ asked, found, role }: SynonymLine): void {
    for (const phrase of [...asked, ...found]) this.#learn(phrase);
    const sounds = new Map([...asked, ...found].map((phrase) => [phrase, foldPhrase(phrase)]));
    const soundOf = (phrase: string) => sounds.get(phrase)?.join(' ') ?? '';
    const latin = new Set([...sounds.keys()].filter((phrase) => scriptOf(phrase) === 0).map(soundOf));
    const factorAt = (index: number) => Math.max(MIN_FACTOR, FIRST_FACTOR - FACTOR_STEP * index);
    const listed = (written: string, factor: number, isInstead: boolean) => {
      const sound = soundOf(written);
      return { written, words: sounds.get(written) ?? [], sound, factor, isForeign: !latin.has(sound), isInstead };
    };
    const isSimilar = role === 'similar';
    const phrases = [
      ...(isSimilar ? asked.map((written) => listed(written, SAME_FACTOR, false)) : []),
      ...found.map((written, index) => listed(written, asked === found ? SAME_FACTOR : factorAt(index), isSimilar)),
    ];
    for (const phrase of asked) {
      const own = soundOf(phrase);
      const others = phrases.filter(({ sound }) => sound !== own);
      const meaning = {
        synonyms: others.map(toSynonym),
        // The owner's "choga > kurta" are goods as kurtas are.
        role: (isSimilar ? 'goods' : role) ?? this.#byWriting.get(others[0]?.written ?? '')?.role,
        isForeign: !latin.has(own),
      };
      addMeaning(this.#byWriting, phrase, meaning);
      addMeaning(this.#bySound, own, meaning);
    }
  }

  #learn(phrase: string): void {
    const written = wordsOf(phrase);
    for (const word of written) this.words.add(word, written.length > 1);
  }
}

function toSynonym({ words, factor, isForeign, isInstead }: ListedPhrase): Synonym {
  return { words, factor, ...(isForeign && { isForeign }), ...(isInstead && { isInstead }) };
}

function addMeaning(to: Map<string, Meaning>, key: string, { synonyms, role, isForeign }: Meaning): void {
  const known = to.get(key);
  const all = [...(known?.synonyms ?? []), ...synonyms];
  const unique = new Map(all.map((one) => [one.words.join(' '), one]));
  const meaning = {
    synonyms: [...unique.values()],
    role: known?.role ?? role,
  };
  to.set(key, { ...meaning, isForeign: known?.isForeign !== false && isForeign });
}

function foldPhrase(phrase: string): string[] {
  return wordsOf(phrase).map(foldWord);
}
