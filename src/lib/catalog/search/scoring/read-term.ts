import type { Vocabulary } from '#lib/catalog/search/index/vocabulary.ts';
import type { LimitWords } from '#lib/catalog/search/limits/limit-words.ts';
import { joinCompounds, MIN_PREFIX_LENGTH, respell, type TermWord } from '#lib/catalog/search/scoring/respell.ts';
import { foldWord } from '#lib/catalog/search/words/fold-word.ts';
import { MAX_PHRASE_WORDS, type Meaning, type Synonyms, type WordRole } from '#lib/catalog/search/words/synonyms.ts';
import { wordsOf } from '#lib/catalog/search/words/word-fields.ts';

/**
 * The typed phrase, or one that matches instead. All its words must occur. `factor` scales the weight of a match: 1 for
 * the typed phrase.
 */
export interface Alternative {
  words: string[];
  factor: number;
  isPrefix?: boolean;
  /** See `Synonym`. */
  isForeign?: boolean;
  isSubstitute?: boolean;
}

/** A typed word or phrase with its alternatives. A product has the group if it contains one of them. */
export interface WordGroup {
  written: string;
  alternatives: Alternative[];
  /** Products with the group rank higher, but it is not required. */
  isHint?: boolean;
  /** Whether the group names a kind of product or a person: products without it are not relevant. */
  role?: WordRole | undefined;
  /** The shop does not have the requested kind of product: the alternatives match products of a similar kind. */
  isSimilar?: boolean;
  /** Limits the weight of the group in a product. */
  maxWeight?: number;
}

export interface QueryWords {
  groups: WordGroup[];
  /** The corrected term, if no product contains one of the typed words. */
  shownFor?: string;
}

export interface SearchLanguage {
  synonyms: Synonyms;
  /** Stop words. Unfolded, because "with" and "white" have the same folded form. */
  ignored: ReadonlySet<string>;
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
/** For the typed word as a prefix, if the catalogue also contains it as a word: "bag" rarely means "bagru". */
const LONGER_WORD_FACTOR = 0.1;
const NEAR_FACTOR = 0.8;
/** For a Latin word of the catalogue that only sounds like the typed word of another script. */
const SOUND_ALIKE_FACTOR = 0.1;
/** Looked up in the list of synonyms. */
const CLOTHES = 'clothes';

/** With `isExact`, no word is corrected, and no word is a hint. */
export function readTerm(term: string, language: SearchLanguage, vocabulary: Vocabulary, isExact: boolean): QueryWords {
  const { synonyms, ignored, hints } = language;
  const all = wordsOf(term).map((written) => ({ written, word: foldWord(written), isIgnored: ignored.has(written) }));
  const typed = joinCompounds(all, vocabulary).slice(0, MAX_WORDS);
  const words = isExact ? typed : typed.flatMap((word) => respell(word, synonyms.words, vocabulary));
  const findMeaning: FindMeaning = (phrase) => meaningOf(phrase, synonyms, vocabulary);
  const groups = groupsOf(words, findMeaning)
    .slice(0, MAX_GROUPS)
    .map((group) => withKnownAlternatives(group, vocabulary));
  if (isExact) return { groups };
  const isFound = (group: WordGroup) => group.alternatives.some((one) => isKnown(one, vocabulary));
  const marked = withHints(groups, hints).filter((group) => !group.isHint || isFound(group));
  const result = withClothes(marked, language, vocabulary);
  const isCorrected = words.some(({ corrections }) => corrections) && result.length > 0;
  return isCorrected
    ? { groups: result, shownFor: result.map(({ written }) => written).join(' ') }
    : { groups: result };
}

/**
 * Drops stop words only after looking for phrases, because "new" is a stop word but "new born" is a phrase. A term of
 * only stop words keeps them.
 */
function groupsOf(words: TermWord[], findMeaning: FindMeaning): WordGroup[] {
  const groups: WordGroup[] = [];
  for (let at = 0; at < words.length; ) {
    const { phrase, length } = phraseAt(words, at, findMeaning);
    at += length;
    if (phrase.every(({ isIgnored }) => isIgnored) && (length === 1 || !findMeaning(phrase))) continue;
    groups.push(groupOf(phrase, findMeaning(phrase)));
  }
  return groups.length > 0 ? groups : words.map((word) => groupOf([word], findMeaning([word])));
}

function groupOf(phrase: readonly TermWord[], meaning: Meaning | undefined): WordGroup {
  const words = foldedOf(phrase);
  const synonyms = meaning?.synonyms ?? [];
  const isForeign = meaning?.isForeign === true && synonyms.length > 0;
  return {
    written: writtenOf(phrase).join(' '),
    role: meaning?.role,
    alternatives: [
      { words, factor: 1, ...(isForeign && { isForeign }) },
      ...synonyms,
      ...correctionsOf(phrase),
      ...(isLongEnough(words) ? [{ words, factor: PREFIX_FACTOR, isPrefix: true }] : []),
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

/** Further corrections of a misspelt single word. */
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
    const word = { written: CLOTHES, word: foldWord(CLOTHES), isIgnored: false };
    const asClothes = { ...groupOf([word], meaningOf([word], synonyms, vocabulary)), written: group.written };
    return withKnownAlternatives(asClothes, vocabulary);
  });
}

/**
 * Keeps the alternatives that occur in the catalogue: the list covers many languages, of which a shop uses few. The
 * first alternative is the typed phrase.
 */
function withKnownAlternatives(group: WordGroup, vocabulary: Vocabulary): WordGroup {
  const hasLatinWord = ({ words }: Alternative) => words.some((word) => vocabulary.isLatin(word));
  const present = group.alternatives
    .filter((one, index) => index === 0 || (isKnown(one, vocabulary) && !(one.isForeign && hasLatinWord(one))))
    .map(({ isForeign, ...one }) => (isForeign && hasLatinWord(one) ? { ...one, factor: SOUND_ALIKE_FACTOR } : one));
  const requested = present.filter(({ isSubstitute, isPrefix }) => !isSubstitute && !isPrefix);
  const isSimilar = !requested.some(({ words }) => words.every((word) => vocabulary.isLeading(word)));
  const hasSubstitutes = present.some(({ isSubstitute }) => isSubstitute);
  const alternatives = present.map(({ isSubstitute: _isSubstitute, ...one }) => one);
  return withLowPrefixFactor({ ...group, alternatives, ...(isSimilar && hasSubstitutes && { isSimilar }) }, vocabulary);
}

/** Marks hints; if all groups are hints, none is marked. */
function withHints(groups: WordGroup[], hints: ReadonlySet<string>): WordGroup[] {
  const isHint = ({ alternatives: [own] }: WordGroup) => own?.words.every((word) => hints.has(word)) === true;
  return groups.every(isHint) ? groups : groups.map((group) => (isHint(group) ? { ...group, isHint: true } : group));
}

/** Excludes words such as "zzz", which fold to one letter: too many words begin with it. */
function isLongEnough([word = '', ...others]: string[]): boolean {
  return others.length === 0 && word.length >= MIN_PREFIX_LENGTH;
}

/** A word that the catalogue contains is rarely the beginning of another one. */
function withLowPrefixFactor(group: WordGroup, vocabulary: Vocabulary): WordGroup {
  const { alternatives } = group;
  const isCertain = alternatives.some((one) => !one.isPrefix && isKnown(one, vocabulary));
  const lower = (one: Alternative) => (one.isPrefix ? { ...one, factor: LONGER_WORD_FACTOR } : one);
  return isCertain ? { ...group, alternatives: alternatives.map(lower) } : group;
}

/** The longest listed phrase that begins here. It may contain stop words: "dress for girl" matches "dress girl". */
function phraseAt(
  words: readonly TermWord[],
  at: number,
  findMeaning: FindMeaning,
): { phrase: TermWord[]; length: number } {
  const next = words.slice(at, at + MAX_PHRASE_WORDS);
  for (let length = next.length; length > 1; length--) {
    const phrase = next.slice(0, length);
    if (findMeaning(phrase)) return { phrase, length };
  }
  const [first] = next;
  if (!first || first.isIgnored) return { phrase: next.slice(0, 1), length: 1 };
  const significant = words.slice(at).flatMap((word, index) => (word.isIgnored ? [] : [{ word, end: index + 1 }]));
  for (let length = Math.min(MAX_PHRASE_WORDS, significant.length); length > 1; length--) {
    const phrase = significant.slice(0, length).map(({ word }) => word);
    if (findMeaning(phrase)) return { phrase, length: significant[length - 1]?.end ?? 1 };
  }
  return { phrase: [first], length: 1 };
}

function writtenOf(phrase: readonly TermWord[]): string[] {
  return phrase.map(({ written }) => written);
}

function foldedOf(phrase: readonly TermWord[]): string[] {
  return phrase.map(({ word }) => word);
}

function isKnown({ words, isPrefix }: Alternative, vocabulary: Vocabulary): boolean {
  return words.every((word) => (isPrefix ? vocabulary.hasPrefix(word) : vocabulary.has(word)));
}
