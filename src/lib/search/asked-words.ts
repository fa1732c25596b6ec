import { foldWord } from '#lib/search/fold-word.ts';
import type { LimitWords } from '#lib/search/limit-words.ts';
import { PHRASE_WORDS, type Synonyms } from '#lib/search/synonyms.ts';
import type { Vocabulary } from '#lib/search/vocabulary.ts';
import { wordsOf } from '#lib/search/word-fields.ts';

/** All its words must be there; `factor` is what a find counts beside the very word. */
export interface Alternative {
  words: string[];
  factor: number;
  isBeginning?: boolean;
}

export interface WordGroup {
  written: string;
  alternatives: Alternative[];
  /** Goods with it come first, but none needs it. */
  isHint?: boolean;
}

export interface AskedWords {
  groups: WordGroup[];
  /** The term as it is searched for, when a word of it is in no goods. */
  shownFor?: string;
}

export interface SearchLanguage {
  synonyms: Synonyms;
  /** As they are written, since "with" and "white" fold alike: words that say nothing of goods. */
  ignored: ReadonlySet<string>;
  /** Folded: words that rank goods but are never required, such as "gift". */
  hints: ReadonlySet<string>;
  limits: LimitWords;
}

interface Word {
  written: string;
  word: string;
  isIgnored: boolean;
}

const MOST_WORDS = 16;
const MOST_GROUPS = 8;
const SHORTEST_BEGINNING = 2;
const BEGINNING_FACTOR = 0.5;
/** Where the word itself is known: "bag" hardly means what "bagru" is called by. */
const LONGER_WORD_FACTOR = 0.1;
const NEAR_FACTOR = 0.8;

/** With `isExact`, only words as they were typed, in any spelling. */
export function readTerm(
  term: string,
  { synonyms, ignored, hints }: SearchLanguage,
  vocabulary: Vocabulary,
  isExact: boolean,
): AskedWords {
  const all = wordsOf(term).map((written) => ({ written, word: foldWord(written), isIgnored: ignored.has(written) }));
  const words = joined(all, vocabulary).slice(0, MOST_WORDS);
  const groups = groupsOf(words, synonyms)
    .slice(0, MOST_GROUPS)
    .map((group) => withoutGuess(onlyKnown(group, vocabulary), vocabulary));
  const isFound = (group: WordGroup) => group.alternatives.some((one) => isKnown(one, vocabulary));
  if (isExact) return { groups };
  const marked = withHints(groups, hints);
  const corrected = marked.flatMap((group) => {
    if (isFound(group)) return [group];
    return group.isHint ? [] : corrections(group, vocabulary);
  });
  const isChanged = corrected.length > 0 && corrected.some((group) => !marked.includes(group));
  return isChanged
    ? { groups: corrected, shownFor: corrected.map(({ written }) => written).join(' ') }
    : { groups: corrected };
}

/** "bed sheet" is "bedsheet" where only that is known. */
function joined(words: Word[], vocabulary: Vocabulary): Word[] {
  const result: Word[] = [];
  for (const word of words) {
    const last = result.at(-1);
    const written = last && last.written + word.written;
    const both = written && { written, word: foldWord(written), isIgnored: false };
    const isOne = both && vocabulary.has(both.word) && !(vocabulary.has(last.word) && vocabulary.has(word.word));
    if (isOne) result[result.length - 1] = both;
    else result.push(word);
  }
  return result;
}

/** Ignored words are left out last, since "new" is one and "new born" a phrase; a term of nothing else keeps them. */
function groupsOf(words: Word[], synonyms: Synonyms): WordGroup[] {
  const groups: WordGroup[] = [];
  for (let at = 0; at < words.length; ) {
    const { phrase, length } = phraseAt(words, at, synonyms);
    at += length;
    if (phrase.every(({ isIgnored }) => isIgnored) && !synonyms.of(foldedOf(phrase))) continue;
    groups.push(groupOf(phrase, synonyms));
  }
  return groups.length > 0 ? groups : words.map((word) => groupOf([word], synonyms));
}

function groupOf(phrase: Word[], synonyms: Synonyms): WordGroup {
  const own = foldedOf(phrase);
  return {
    written: phrase.map(({ written }) => written).join(' '),
    alternatives: [
      { words: own, factor: 1 },
      ...(synonyms.of(own) ?? []),
      ...(isLongEnough(own) ? [{ words: own, factor: BEGINNING_FACTOR, isBeginning: true }] : []),
    ],
  };
}

/** Of many languages, few alternatives are in the goods of one shop. The first is what was typed. */
function onlyKnown(group: WordGroup, vocabulary: Vocabulary): WordGroup {
  const known = group.alternatives.filter((one, index) => index === 0 || isKnown(one, vocabulary));
  return { ...group, alternatives: known };
}

/** Where all groups are hints, none is. */
function withHints(groups: WordGroup[], hints: ReadonlySet<string>): WordGroup[] {
  const isHint = ({ alternatives: [own] }: WordGroup) => own?.words.every((word) => hints.has(word)) === true;
  return groups.every(isHint) ? groups : groups.map((group) => (isHint(group) ? { ...group, isHint: true } : group));
}

/** "zzz" folds to one letter, with which everything may begin. */
function isLongEnough([word = '', ...others]: string[]): boolean {
  return others.length === 0 && word.length >= SHORTEST_BEGINNING;
}

function withoutGuess({ written, alternatives }: WordGroup, vocabulary: Vocabulary): WordGroup {
  const isCertain = alternatives.some((one) => !one.isBeginning && isKnown(one, vocabulary));
  const lower = (one: Alternative) => (one.isBeginning ? { ...one, factor: LONGER_WORD_FACTOR } : one);
  return { written, alternatives: isCertain ? alternatives.map(lower) : alternatives };
}

/** The longest synonym that begins here, also with ignored words inside it: "dress for girl" is "dress girl". */
function phraseAt(words: readonly Word[], at: number, synonyms: Synonyms): { phrase: Word[]; length: number } {
  const next = words.slice(at, at + PHRASE_WORDS);
  for (let length = next.length; length > 1; length--) {
    const phrase = next.slice(0, length);
    if (synonyms.of(foldedOf(phrase))) return { phrase, length };
  }
  const [first] = next;
  if (!first || first.isIgnored) return { phrase: next.slice(0, 1), length: 1 };
  const telling = words.slice(at).flatMap((word, index) => (word.isIgnored ? [] : [{ word, end: index + 1 }]));
  for (let length = Math.min(PHRASE_WORDS, telling.length); length > 1; length--) {
    const phrase = telling.slice(0, length).map(({ word }) => word);
    if (synonyms.of(foldedOf(phrase))) return { phrase, length: telling[length - 1]?.end ?? 1 };
  }
  return { phrase: [first], length: 1 };
}

function foldedOf(phrase: readonly Word[]): string[] {
  return phrase.map(({ word }) => word);
}

function isKnown({ words, isBeginning }: Alternative, vocabulary: Vocabulary): boolean {
  return words.every((word) => (isBeginning ? vocabulary.hasBeginning(word) : vocabulary.has(word)));
}

/** A number that no goods have is left out; what has no near word stays as it is, and is not found. */
function corrections(group: WordGroup, vocabulary: Vocabulary): WordGroup[] {
  const word = group.alternatives[0]?.words.join('') ?? '';
  if (/^\d+$/.test(word)) return [];
  const near = vocabulary.near(word, group.written);
  const halves = near.length === 0 ? vocabulary.halves(word) : [];
  const [best] = near;
  if (halves.length > 0)
    return halves.map((half) => ({ written: half.written, alternatives: [{ words: [half.word], factor: 1 }] }));
  if (!best) return [group];
  return [{ written: best.written, alternatives: near.map((one) => ({ words: [one.word], factor: NEAR_FACTOR })) }];
}
