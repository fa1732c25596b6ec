import { foldWord } from '#lib/search/fold-word.ts';
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
}

interface Word {
  written: string;
  word: string;
}

const MOST_WORDS = 8;
const SHORTEST_BEGINNING = 2;
const BEGINNING_FACTOR = 0.5;
/** Where the word itself is known: "bag" hardly means what "bagru" is called by. */
const LONGER_WORD_FACTOR = 0.1;
const NEAR_FACTOR = 0.8;

/** With `isExact`, only words as they were typed, in any spelling. */
export function readTerm(
  term: string,
  { synonyms, ignored }: SearchLanguage,
  vocabulary: Vocabulary,
  isExact: boolean,
): AskedWords {
  const all = wordsOf(term).map((written) => ({ written, word: foldWord(written) }));
  const telling = all.filter(({ written }) => !ignored.has(written));
  const words = joined(telling.length > 0 ? telling : all, vocabulary).slice(0, MOST_WORDS);
  const groups = groupsOf(words, synonyms).map((group) => withoutGuess(group, vocabulary));
  const isFound = (group: WordGroup) => group.alternatives.some((one) => isKnown(one, vocabulary));
  if (isExact) return { groups };
  const corrected = groups.flatMap((group) => (isFound(group) ? [group] : corrections(group, vocabulary)));
  const isChanged = corrected.length > 0 && corrected.some((group) => !groups.includes(group));
  return isChanged
    ? { groups: corrected, shownFor: corrected.map(({ written }) => written).join(' ') }
    : { groups: corrected };
}

/** "bed sheet" is "bedsheet" where only that is known. */
function joined(words: Word[], vocabulary: Vocabulary): Word[] {
  const result: Word[] = [];
  for (const word of words) {
    const last = result.at(-1);
    const both = last && { written: last.written + word.written, word: foldWord(last.written + word.written) };
    const isOne = both && vocabulary.has(both.word) && !(vocabulary.has(last.word) && vocabulary.has(word.word));
    if (isOne) result[result.length - 1] = both;
    else result.push(word);
  }
  return result;
}

function groupsOf(words: Word[], synonyms: Synonyms): WordGroup[] {
  const groups: WordGroup[] = [];
  for (let at = 0; at < words.length; ) {
    const phrase = longestPhrase(words.slice(at), synonyms);
    const own = phrase.map(({ word }) => word);
    const others = synonyms.of(own) ?? [];
    at += phrase.length;
    const alternatives: Alternative[] = [
      { words: own, factor: 1 },
      ...others,
      ...(phrase.length === 1 && isLongEnough(own)
        ? [{ words: own, factor: BEGINNING_FACTOR, isBeginning: true }]
        : []),
    ];
    groups.push({ written: phrase.map(({ written }) => written).join(' '), alternatives });
  }
  return groups;
}

/** "zzz" folds to one letter, with which everything may begin. */
function isLongEnough([word = '']: string[]): boolean {
  return word.length >= SHORTEST_BEGINNING;
}

function withoutGuess({ written, alternatives }: WordGroup, vocabulary: Vocabulary): WordGroup {
  const isCertain = alternatives.some((one) => !one.isBeginning && isKnown(one, vocabulary));
  const lower = (one: Alternative) => (one.isBeginning ? { ...one, factor: LONGER_WORD_FACTOR } : one);
  return { written, alternatives: isCertain ? alternatives.map(lower) : alternatives };
}

function longestPhrase(words: Word[], synonyms: Synonyms): Word[] {
  for (let length = Math.min(PHRASE_WORDS, words.length); length > 1; length--) {
    const phrase = words.slice(0, length);
    if (synonyms.of(phrase.map(({ word }) => word))) return phrase;
  }
  return words.slice(0, 1);
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
