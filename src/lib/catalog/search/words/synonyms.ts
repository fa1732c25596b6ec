import { foldWord } from '#lib/catalog/search/words/fold-word.ts';
import { KnownWords } from '#lib/catalog/search/words/known-words.ts';
import { scriptOf } from '#lib/catalog/search/words/word-endings.ts';
import { wordsOf } from '#lib/catalog/search/words/word-fields.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';

/**
 * "saree, sari": each phrase also finds the other. "pant > trousers, chinos": "pant" also finds the phrases on the
 * right, but not vice versa.
 */
export interface SynonymLine {
  from: string[];
  to: string[];
  role?: LineRole;
}

/** What a word names: a kind of product, or the person whom a product is for. */
export type WordRole = 'goods' | 'person';
/** `similar`: the phrases on the right name similar products, which are shown if the shop lacks the requested kind. */
export type LineRole = WordRole | 'similar';

export const SYNONYM_LINE = /^[^,>]+(?:,[^,>]+)*(?:>[^,>]+(?:,[^,>]+)*)?$/;
export const MAX_SYNONYM_CHARACTERS = 1_000;
export const MAX_PHRASE_WORDS = 3;

/** Returns the phrases of a line, which must match SYNONYM_LINE. */
export function parseSynonymLine(line: string): SynonymLine {
  const [leftSide = '', rightSide] = line.split('>');
  const from = phrasesOf(leftSide);
  return { from, to: rightSide === undefined ? from : phrasesOf(rightSide) };
}

/** Returns the canonical text of a line. */
export function synonymText({ from, to }: SynonymLine): string {
  return from === to ? from.join(', ') : `${from.join(', ')} > ${to.join(', ')}`;
}

function phrasesOf(text: string): string[] {
  const phrases = text.split(',').map((phrase) => wordsOf(phrase).join(' '));
  return [...new Set(phrases)].filter((phrase) => phrase !== '');
}

/** `factor` scales the weight of a match: 1 for the typed word itself. */
export interface Synonym {
  words: string[];
  factor: number;
  /**
   * Whether no Latin-script phrase of the line sounds like the synonym. If so, Latin-script words that sound like the
   * synonym are unrelated.
   */
  isForeign?: boolean;
  /** Whether the synonym names similar products, for a shop that does not have the requested kind. */
  isSubstitute?: boolean;
}

/** A synonym in a name counts less than the typed word there, but more than the typed word in a description. */
const SAME_FACTOR = 0.65;
/** The factor of the first phrase in a line that works one way, because this phrase is the most likely meaning. */
const FIRST_FACTOR = 0.85;
const FACTOR_STEP = 0.25;
const MIN_FACTOR = 0.45;

/** The meaning of a word or phrase of the synonym lines. */
export interface Meaning {
  synonyms: Synonym[];
  role?: WordRole | undefined;
  /** Whether no Latin-script phrase of the lines sounds like this phrase. See `isForeign` of `Synonym`. */
  isForeign: boolean;
}

interface ListedPhrase {
  spelling: string;
  /** The folded words of the phrase. Phrases with the same folded words sound alike. */
  sound: string;
  synonym: Synonym;
}

/** The lines that contain a word or phrase. `meaning` is set on the first search for the phrase. */
interface PhraseEntry {
  sound: string;
  lines: (readonly ListedPhrase[])[];
  role: WordRole | undefined;
  isForeign: boolean;
  meaning?: Meaning;
}

/**
 * Returns the synonyms in all lines. Hints are known words without synonyms. `source` identifies the input: synonyms
 * with the same source can be reused.
 */
export function* readSynonyms(lines: Iterable<SynonymLine>, hints: readonly string[], source = ''): Steps<Synonyms> {
  const synonyms = new Synonyms(source);
  for (const line of lines) yield* synonyms.add(line);
  for (const hint of hints) {
    synonyms.knownWords.add(hint, foldWord(hint), false);
    yield;
  }
  return synonyms;
}

export class Synonyms {
  readonly #entryBySpelling = new Map<string, PhraseEntry>();
  readonly #entryBySound = new Map<string, PhraseEntry>();
  readonly knownWords = new KnownWords();
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  /**
   * Returns the meaning of a phrase, by its spelling or, failing that, by its sound. A Latin-script word of the
   * catalogue does not match a word of another script that sounds like it: "sea" is not साया.
   */
  meaning(
    writtenWords: readonly string[],
    foldedWords: readonly string[],
    isInCatalogue: boolean,
  ): Meaning | undefined {
    const sameSpelling = this.#entryBySpelling.get(writtenWords.join(' '));
    if (sameSpelling) return meaningOf(sameSpelling);
    const soundAlike = this.#entryBySound.get(foldedWords.join(' '));
    const isLatin = scriptOf(writtenWords[0] ?? '') === 0;
    return !soundAlike || (soundAlike.isForeign && isLatin && isInCatalogue) ? undefined : meaningOf(soundAlike);
  }

  *add({ from, to, role }: SynonymLine): Steps<void> {
    const foldedWordsByPhrase = new Map<string, string[]>();
    for (const phrase of [...from, ...to]) {
      if (!foldedWordsByPhrase.has(phrase)) foldedWordsByPhrase.set(phrase, this.#addWords(phrase));
      yield;
    }
    const soundOf = (phrase: string) => foldedWordsByPhrase.get(phrase)?.join(' ') ?? '';
    const latinSounds = new Set(
      [...foldedWordsByPhrase.keys()].filter((phrase) => scriptOf(phrase) === 0).map(soundOf),
    );
    const factorAt = (index: number) => Math.max(MIN_FACTOR, FIRST_FACTOR - FACTOR_STEP * index);
    const listedPhrase = (spelling: string, factor: number, isSubstitute: boolean): ListedPhrase => {
      const [words, sound] = [foldedWordsByPhrase.get(spelling) ?? [], soundOf(spelling)];
      const isForeign = !latinSounds.has(sound);
      const synonym = { words, factor, ...(isForeign && { isForeign }), ...(isSubstitute && { isSubstitute }) };
      return { spelling, sound, synonym };
    };
    const isSimilar = role === 'similar';
    const phrases = [
      ...(isSimilar ? from.map((spelling) => listedPhrase(spelling, SAME_FACTOR, false)) : []),
      ...to.map((spelling, index) => listedPhrase(spelling, from === to ? SAME_FACTOR : factorAt(index), isSimilar)),
    ];
    yield;
    for (const phrase of from) {
      const sound = soundOf(phrase);
      const synonymousPhrase = phrases.find((candidate) => candidate.sound !== sound);
      // A phrase gets the role of its synonym: in the owner's "choga > kurta" a choga is a kind of product, because a
      // kurta is.
      const phraseRole =
        (isSimilar ? 'goods' : role) ?? this.#entryBySpelling.get(synonymousPhrase?.spelling ?? '')?.role;
      const entry = { sound, lines: [phrases], role: phraseRole, isForeign: !latinSounds.has(sound) };
      addEntry(this.#entryBySpelling, phrase, entry);
      addEntry(this.#entryBySound, sound, entry);
      yield;
    }
  }

  /** Adds the words of a phrase to the known words. Returns the folded words. */
  #addWords(phrase: string): string[] {
    const writtenWords = wordsOf(phrase);
    const foldedWords = writtenWords.map(foldWord);
    for (const [index, word] of writtenWords.entries())
      this.knownWords.add(word, foldedWords[index]!, writtenWords.length === 1);
    return foldedWords;
  }
}

/** Adds an entry, or its lines to the existing entry with the same key. */
function addEntry(entries: Map<string, PhraseEntry>, key: string, newEntry: PhraseEntry): void {
  const existingEntry = entries.get(key);
  entries.set(key, {
    sound: newEntry.sound,
    lines: [...(existingEntry?.lines ?? []), ...newEntry.lines],
    role: existingEntry?.role ?? newEntry.role,
    isForeign: existingEntry?.isForeign !== false && newEntry.isForeign,
  });
}

/** Returns the meaning of an entry. Of several phrases that sound the same, the last phrase is used. */
function meaningOf(entry: PhraseEntry): Meaning {
  if (entry.meaning) return entry.meaning;
  const { sound: entrySound, role, isForeign } = entry;
  const synonymBySound = new Map<string, Synonym>();
  for (const phrases of new Set(entry.lines)) {
    for (const { sound, synonym } of phrases) if (sound !== entrySound) synonymBySound.set(sound, synonym);
  }
  entry.meaning = { synonyms: [...synonymBySound.values()], role, isForeign };
  return entry.meaning;
}
