import type { SpelledWord, Vocabulary } from '#lib/catalog/search/index/vocabulary.ts';
import { foldWord } from '#lib/catalog/search/words/fold-word.ts';
import type { KnownWords } from '#lib/catalog/search/words/known-words.ts';

/** A word of a search term, as written and folded (`word`). */
export interface TermWord {
  spelling: string;
  word: string;
  isStopWord: boolean;
  /** The possible corrections, the most likely first; undefined if the word was not corrected. */
  corrections?: readonly SpelledWord[];
}

/** Shorter words are not treated as beginnings of words, because too many words begin with them. */
export const MIN_PREFIX_LENGTH = 2;

/**
 * Corrects a word that neither the catalogue nor `knownWords` contains: tries its base form, then the nearest words,
 * then splits it into two words. The beginning of a word in a leading field is kept; a number that begins no word of
 * the catalogue is removed.
 */
export function respell(word: TermWord, knownWords: KnownWords, vocabulary: Vocabulary): TermWord[] {
  if (word.isStopWord || knownWords.has(word.word) || vocabulary.has(word.word)) return [word];
  const baseForm = knownWords.baseFormOf(word.spelling);
  if (baseForm !== undefined) return [{ ...word, word: baseForm }];
  const isPrefix = word.word.length >= MIN_PREFIX_LENGTH && vocabulary.hasPrefix(word.word);
  if (isPrefix && vocabulary.isLeadingPrefix(word.word)) return [word];
  if (/^\d+$/.test(word.word)) return isPrefix ? [word] : [];
  const nearWords = vocabulary.nearestWords(word.word, word.spelling, knownWords.correctionCandidates(word.spelling));
  const [likeliestWord] = nearWords;
  if (likeliestWord)
    return [{ spelling: likeliestWord.spelling, word: likeliestWord.word, isStopWord: false, corrections: nearWords }];
  if (isPrefix) return [word];
  const halves = vocabulary.splitCompound(word.word);
  const halfWords = halves.map((half) => ({ ...half, isStopWord: false, corrections: [half] }));
  return halfWords.length > 0 ? halfWords : [word];
}

/** Joins two words if the catalogue contains the compound but not both words: "bed sheet" becomes "bedsheet". */
export function joinCompounds(words: readonly TermWord[], vocabulary: Vocabulary): TermWord[] {
  const joinedWords: TermWord[] = [];
  for (const word of words) {
    const previousWord = joinedWords.at(-1);
    const compound = previousWord && joinPair(previousWord, word, vocabulary);
    if (compound) joinedWords[joinedWords.length - 1] = compound;
    else joinedWords.push(word);
  }
  return joinedWords;
}

/** Returns the compound of two words; undefined if they must not be joined. Stop words ("ke liye") are never joined. */
function joinPair(previousWord: TermWord, word: TermWord, vocabulary: Vocabulary): TermWord | undefined {
  if (previousWord.isStopWord || word.isStopWord || (vocabulary.has(previousWord.word) && vocabulary.has(word.word)))
    return undefined;
  const spelling = previousWord.spelling + word.spelling;
  const compound = { spelling, word: foldWord(spelling), isStopWord: false };
  return vocabulary.has(compound.word) ? compound : undefined;
}
