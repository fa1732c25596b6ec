import type { Vocabulary } from '#lib/catalog/search/index/vocabulary.ts';
import type { LimitWords } from '#lib/catalog/search/limits/term-lexemes.ts';
import { joinCompounds, MIN_PREFIX_LENGTH, respell, type TermWord } from '#lib/catalog/search/scoring/respell.ts';
import { foldWord } from '#lib/catalog/search/words/fold-word.ts';
import {
  MAX_PHRASE_WORDS,
  type Meaning,
  type Synonym,
  type Synonyms,
  type WordRole,
} from '#lib/catalog/search/words/synonyms.ts';
import { wordsOf } from '#lib/catalog/search/words/word-fields.ts';

/**
 * The typed phrase, or a phrase that matches instead. All words of the phrase must occur. `factor` scales the weight of
 * a match: 1 for the typed phrase.
 */
export interface Alternative extends Synonym {
  isPrefix?: boolean;
}

/** A typed word or phrase with its alternatives. A product has the group if it contains one of the alternatives. */
export interface WordGroup {
  spelling: string;
  alternatives: Alternative[];
  /** Whether products with the group rank higher, but products without it are also found. */
  isHint?: boolean;
  /** What the group names: a kind of product or a person. Products without the group are not relevant. */
  role?: WordRole | undefined;
  /** Whether the alternatives match similar products, because the shop does not have the requested kind of product. */
  isSimilar?: boolean;
  /** The highest weight that the group can have in a product; undefined if there is no limit. */
  maxWeight?: number;
}

export interface SearchLanguage {
  synonyms: Synonyms;
  /** Words that are not searched for. They are not folded, because "with" and "white" have the same folded form. */
  stopWords: ReadonlySet<string>;
  /** Folded words that affect the ranking but are never required, such as "gift". */
  hints: ReadonlySet<string>;
  /** Folded words for cloth that mean clothes next to a person: "kapda" in "baby kapda". */
  clothes: ReadonlySet<string>;
  limits: LimitWords;
}

type FindMeaning = (phrase: readonly TermWord[]) => Meaning | undefined;

const MAX_WORDS = 16;
const MAX_GROUPS = 8;
const PREFIX_FACTOR = 0.5;
/** The factor of the typed word as a prefix if the catalogue also contains it as a word: "bag" rarely means "bagru". */
const LONGER_WORD_FACTOR = 0.1;
const NEAR_FACTOR = 0.8;
/** The factor of a Latin word of the catalogue that only sounds like the typed word of another script. */
const SOUND_ALIKE_FACTOR = 0.1;
/** The word that `withClothes` looks up in the list of synonyms. */
const CLOTHES = 'clothes';

/**
 * Returns the groups of words in a search term, and the corrected term, or undefined if no word was corrected. With
 * `isExact`, no word is corrected, and no word is a hint.
 */
export function readTerm(
  term: string,
  language: SearchLanguage,
  vocabulary: Vocabulary,
  isExact: boolean,
): { groups: WordGroup[]; shownFor?: string } {
  const { synonyms, stopWords, hints } = language;
  const allWords = wordsOf(term).map((spelling) => ({
    spelling,
    word: foldWord(spelling),
    isStopWord: stopWords.has(spelling),
  }));
  const typedWords = joinCompounds(allWords, vocabulary).slice(0, MAX_WORDS);
  const words = isExact ? typedWords : typedWords.flatMap((word) => respell(word, synonyms.knownWords, vocabulary));
  const findMeaning: FindMeaning = (phrase) => meaningOf(phrase, synonyms, vocabulary);
  const groups = groupsOf(words, findMeaning)
    .slice(0, MAX_GROUPS)
    .map((group) => withKnownAlternatives(group, vocabulary));
  if (isExact) return { groups };
  const isFound = (group: WordGroup) => group.alternatives.some((alternative) => isKnown(alternative, vocabulary));
  const markedGroups = withHints(groups, hints).filter((group) => !group.isHint || isFound(group));
  const searchedGroups = withClothes(markedGroups, language, vocabulary);
  const isCorrected = words.some(({ corrections }) => corrections) && searchedGroups.length > 0;
  const shownFor = isCorrected ? searchedGroups.map(({ spelling }) => spelling).join(' ') : undefined;
  return { groups: searchedGroups, shownFor };
}

/**
 * Returns the groups of the words. Removes stop words only after looking for phrases, because "new" is a stop word but
 * "new born" is a phrase. A term of only stop words keeps them.
 */
function groupsOf(words: TermWord[], findMeaning: FindMeaning): WordGroup[] {
  const groups: WordGroup[] = [];
  for (let index = 0; index < words.length; ) {
    const { phrase, length } = phraseAt(words, index, findMeaning);
    index += length;
    if (phrase.every(({ isStopWord }) => isStopWord) && (length === 1 || !findMeaning(phrase))) continue;
    groups.push(groupOf(phrase, findMeaning(phrase)));
  }
  return groups.length > 0 ? groups : words.map((word) => groupOf([word], findMeaning([word])));
}

function groupOf(phrase: readonly TermWord[], meaning: Meaning | undefined): WordGroup {
  const words = foldedOf(phrase);
  const synonyms = meaning?.synonyms ?? [];
  const isForeign = meaning?.isForeign === true && synonyms.length > 0;
  return {
    spelling: writtenOf(phrase).join(' '),
    role: meaning?.role,
    alternatives: [
      { words, factor: 1, ...(isForeign && { isForeign }) },
      ...synonyms,
      ...correctionsOf(phrase),
      ...(canBePrefix(words) ? [{ words, factor: PREFIX_FACTOR, isPrefix: true }] : []),
    ],
  };
}

function meaningOf(phrase: readonly TermWord[], synonyms: Synonyms, vocabulary: Vocabulary): Meaning | undefined {
  const words = foldedOf(phrase);
  return synonyms.meaning(
    writtenOf(phrase),
    words,
    words.every((word) => vocabulary.has(word)),
  );
}

/** Returns the corrections of a misspelt single word, without the first, which has already replaced the word. */
function correctionsOf(phrase: readonly TermWord[]): Alternative[] {
  const corrections = phrase.length === 1 ? (phrase[0]?.corrections ?? []) : [];
  return corrections.slice(1).map(({ word }) => ({ words: [word], factor: NEAR_FACTOR }));
}

/**
 * Replaces words for cloth by "clothes" if the term names a person: "kapda" means cloth, but "baby kapda" means
 * clothes.
 */
function withClothes(groups: WordGroup[], { synonyms, clothes }: SearchLanguage, vocabulary: Vocabulary): WordGroup[] {
  if (!groups.some(({ role }) => role === 'person')) return groups;
  return groups.map((group) => {
    const isCloth = group.alternatives[0]?.words.every((word) => clothes.has(word));
    if (!isCloth) return group;
    const word = { spelling: CLOTHES, word: foldWord(CLOTHES), isStopWord: false };
    const clothesGroup = { ...groupOf([word], meaningOf([word], synonyms, vocabulary)), spelling: group.spelling };
    return withKnownAlternatives(clothesGroup, vocabulary);
  });
}

/**
 * Keeps the first alternative, which is the typed phrase, and those that occur in the catalogue, because the synonyms
 * are in many languages, of which a shop uses few. Sets `isSimilar`.
 */
function withKnownAlternatives(group: WordGroup, vocabulary: Vocabulary): WordGroup {
  const hasLatinWord = ({ words }: Alternative) => words.some((word) => vocabulary.isLatin(word));
  const knownAlternatives = group.alternatives
    .filter(
      (alternative, index) =>
        index === 0 || (isKnown(alternative, vocabulary) && !(alternative.isForeign && hasLatinWord(alternative))),
    )
    .map(({ isForeign, ...alternative }) =>
      isForeign && hasLatinWord(alternative) ? { ...alternative, factor: SOUND_ALIKE_FACTOR } : alternative,
    );
  const directAlternatives = knownAlternatives.filter(({ isSubstitute, isPrefix }) => !isSubstitute && !isPrefix);
  const isSimilar = !directAlternatives.some(({ words }) => words.every((word) => vocabulary.isLeading(word)));
  const hasSubstitutes = knownAlternatives.some(({ isSubstitute }) => isSubstitute);
  const alternatives = knownAlternatives.map(({ isSubstitute: _isSubstitute, ...alternative }) => alternative);
  return withLowPrefixFactor({ ...group, alternatives, ...(isSimilar && hasSubstitutes && { isSimilar }) }, vocabulary);
}

/** Marks hints; if all groups are hints, none is marked. */
function withHints(groups: WordGroup[], hints: ReadonlySet<string>): WordGroup[] {
  const isHint = ({ alternatives: [typedPhrase] }: WordGroup) =>
    typedPhrase?.words.every((word) => hints.has(word)) === true;
  return groups.every(isHint) ? groups : groups.map((group) => (isHint(group) ? { ...group, isHint: true } : group));
}

/**
 * Returns whether a phrase may be the beginning of a word: only a single word, and no word such as "zzz", which folds
 * to one letter, because too many words begin with that letter.
 */
function canBePrefix([word = '', ...otherWords]: string[]): boolean {
  return otherWords.length === 0 && word.length >= MIN_PREFIX_LENGTH;
}

/** Lowers the factor of prefixes if another alternative is in the catalogue, because longer words are then unlikely. */
function withLowPrefixFactor(group: WordGroup, vocabulary: Vocabulary): WordGroup {
  const { alternatives } = group;
  const hasKnownPhrase = alternatives.some((alternative) => !alternative.isPrefix && isKnown(alternative, vocabulary));
  const withLowFactor = (alternative: Alternative) =>
    alternative.isPrefix ? { ...alternative, factor: LONGER_WORD_FACTOR } : alternative;
  return hasKnownPhrase ? { ...group, alternatives: alternatives.map(withLowFactor) } : group;
}

/**
 * Returns the longest phrase at `start` that has a meaning, or else the word there, and the number of words to skip.
 * The phrase may contain stop words: "dress for girl" matches "dress girl".
 */
function phraseAt(words: readonly TermWord[], start: number, findMeaning: FindMeaning) {
  const nextWords = words.slice(start, start + MAX_PHRASE_WORDS);
  for (let length = nextWords.length; length > 1; length--) {
    const phrase = nextWords.slice(0, length);
    if (findMeaning(phrase)) return { phrase, length };
  }
  const [firstWord] = nextWords;
  if (!firstWord || firstWord.isStopWord) return { phrase: nextWords.slice(0, 1), length: 1 };
  const significantWords = words
    .slice(start)
    .flatMap((word, index) => (word.isStopWord ? [] : [{ word, end: index + 1 }]));
  for (let length = Math.min(MAX_PHRASE_WORDS, significantWords.length); length > 1; length--) {
    const phrase = significantWords.slice(0, length).map(({ word }) => word);
    if (findMeaning(phrase)) return { phrase, length: significantWords[length - 1]?.end ?? 1 };
  }
  return { phrase: [firstWord], length: 1 };
}

function writtenOf(phrase: readonly TermWord[]): string[] {
  return phrase.map(({ spelling }) => spelling);
}

function foldedOf(phrase: readonly TermWord[]): string[] {
  return phrase.map(({ word }) => word);
}

function isKnown({ words, isPrefix }: Alternative, vocabulary: Vocabulary): boolean {
  return words.every((word) => (isPrefix ? vocabulary.hasPrefix(word) : vocabulary.has(word)));
}
