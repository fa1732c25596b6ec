import { foldWord } from '#lib/catalog/search/words/fold-word.ts';
import { KnownWords } from '#lib/catalog/search/words/known-words.ts';
import { scriptOf } from '#lib/catalog/search/words/word-endings.ts';
import { wordsOf } from '#lib/catalog/search/words/word-fields.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';

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

interface ListedPhrase {
  written: string;
  sound: string;
  synonym: Synonym;
}

/** What is listed beside a word or phrase, by line; its synonyms are collected when somebody searches for it. */
interface Listed {
  sound: string;
  lines: (readonly ListedPhrase[])[];
  role: WordRole | undefined;
  isForeign: boolean;
  meaning?: Meaning;
}

/**
 * Of all lines and hints, which are known words without synonyms. `source` is the text from which all of them were read:
 * synonyms of the same source can be used again.
 */
export function* readSynonyms(lines: Iterable<SynonymLine>, hints: readonly string[], source = ''): Steps<Synonyms> {
  const synonyms = new Synonyms(source);
  for (const line of lines) yield* synonyms.add(line);
  for (const hint of hints) {
    synonyms.words.add(hint, foldWord(hint), true);
    yield;
  }
  return synonyms;
}

export class Synonyms {
  readonly #byWriting = new Map<string, Listed>();
  readonly #bySound = new Map<string, Listed>();
  readonly words = new KnownWords();
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  /**
   * Of a phrase as it is written in the list, else as it sounds. A word of the goods in Latin letters is not what a word
   * of another script sounds like: "sea" is not साया.
   */
  meaning(written: readonly string[], folded: readonly string[], isOfGoods: boolean): Meaning | undefined {
    const same = this.#byWriting.get(written.join(' '));
    if (same) return meaningOf(same);
    const like = this.#bySound.get(folded.join(' '));
    const isLatin = scriptOf(written[0] ?? '') === 0;
    return !like || (like.isForeign && isLatin && isOfGoods) ? undefined : meaningOf(like);
  }

  *add({ asked, found, role }: SynonymLine): Steps<void> {
    const sounds = new Map<string, string[]>();
    for (const phrase of [...asked, ...found]) {
      if (!sounds.has(phrase)) sounds.set(phrase, this.#learn(phrase));
      yield;
    }
    const soundOf = (phrase: string) => sounds.get(phrase)?.join(' ') ?? '';
    const latin = new Set([...sounds.keys()].filter((phrase) => scriptOf(phrase) === 0).map(soundOf));
    const factorAt = (index: number) => Math.max(MIN_FACTOR, FIRST_FACTOR - FACTOR_STEP * index);
    const listed = (written: string, factor: number, isInstead: boolean): ListedPhrase => {
      const [words, sound] = [sounds.get(written) ?? [], soundOf(written)];
      const isForeign = !latin.has(sound);
      const synonym = { words, factor, ...(isForeign && { isForeign }), ...(isInstead && { isInstead }) };
      return { written, sound, synonym };
    };
    const isSimilar = role === 'similar';
    const phrases = [
      ...(isSimilar ? asked.map((written) => listed(written, SAME_FACTOR, false)) : []),
      ...found.map((written, index) => listed(written, asked === found ? SAME_FACTOR : factorAt(index), isSimilar)),
    ];
    yield;
    for (const phrase of asked) {
      const sound = soundOf(phrase);
      const other = phrases.find((one) => one.sound !== sound);
      // The owner's "choga > kurta" are goods as kurtas are.
      const own = (isSimilar ? 'goods' : role) ?? this.#byWriting.get(other?.written ?? '')?.role;
      const line = { sound, lines: [phrases], role: own, isForeign: !latin.has(sound) };
      addLine(this.#byWriting, phrase, line);
      addLine(this.#bySound, sound, line);
      yield;
    }
  }

  /** Its folded words. */
  #learn(phrase: string): string[] {
    const written = wordsOf(phrase);
    const folded = written.map(foldWord);
    for (const [at, word] of written.entries()) this.words.add(word, folded[at]!, written.length > 1);
    return folded;
  }
}

function addLine(to: Map<string, Listed>, key: string, line: Listed): void {
  const known = to.get(key);
  to.set(key, {
    sound: line.sound,
    lines: [...(known?.lines ?? []), ...line.lines],
    role: known?.role ?? line.role,
    isForeign: known?.isForeign !== false && line.isForeign,
  });
}

/** Of phrases that sound the same the last counts. */
function meaningOf(listed: Listed): Meaning {
  if (listed.meaning) return listed.meaning;
  const { sound: own, role, isForeign } = listed;
  const bySound = new Map<string, Synonym>();
  for (const phrases of new Set(listed.lines)) {
    for (const { sound, synonym } of phrases) if (sound !== own) bySound.set(sound, synonym);
  }
  listed.meaning = { synonyms: [...bySound.values()], role, isForeign };
  return listed.meaning;
}
