import type { NearWord, Vocabulary } from '#lib/catalog/search/index/vocabulary.ts';
import { foldWord } from '#lib/catalog/search/words/fold-word.ts';
import type { KnownWords } from '#lib/catalog/search/words/known-words.ts';

/** A word of a search term, as written and folded (`word`). */
export interface TermWord {
  written: string;
  word: string;
  isIgnored: boolean;
  /** Possible corrections, the most likely first, if `word` is one of them. */
  corrections?: readonly NearWord[];
}

/** Shorter words are not treated as beginnings of words: too many words begin with them. */
export const MIN_PREFIX_LENGTH = 2;

/**
 * Corrects a word that neither the catalogue nor the word lists contain: tries its base form, then the nearest words,
 * then splits it into two words. The beginning of a word in a leading field stays as it is; a number that no product
 * has is dropped.
 */
export function respell(word: TermWord, known: KnownWords, vocabulary: Vocabulary): TermWord[] {
  if (word.isIgnored || known.has(word.word) || vocabulary.has(word.word)) return [word];
  const baseForm = known.baseFormOf(word.written);
  if (baseForm !== undefined) return [{ ...word, word: baseForm }];
  const isPrefix = word.word.length >= MIN_PREFIX_LENGTH && vocabulary.hasPrefix(word.word);
  if (isPrefix && vocabulary.isLeadingPrefix(word.word)) return [word];
  if (/^\d+$/.test(word.word)) return isPrefix ? [word] : [];
  const near = vocabulary.near(word.word, word.written, known.correctionCandidates(word.written));
  const [best] = near;
  if (best) return [{ written: best.written, word: best.word, isIgnored: false, corrections: near }];
  if (isPrefix) return [word];
  const halves = vocabulary.splitCompound(word.word);
  const asWords = halves.map((half) => ({ ...half, isIgnored: false, corrections: [half] }));
  return asWords.length > 0 ? asWords : [word];
}

/** Joins words if the catalogue contains only the compound: "bed sheet" becomes "bedsheet". */
export function joinCompounds(words: readonly TermWord[], vocabulary: Vocabulary): TermWord[] {
  const result: TermWord[] = [];
  for (const word of words) {
    const last = result.at(-1);
    const both = last && joinPair(last, word, vocabulary);
    if (both) result[result.length - 1] = both;
    else result.push(word);
  }
  return result;
}

/** Never joins stop words, such as "ke liye". */
function joinPair(last: TermWord, word: TermWord, vocabulary: Vocabulary): TermWord | undefined {
  if (last.isIgnored || word.isIgnored || (vocabulary.has(last.word) && vocabulary.has(word.word))) return undefined;
  const written = last.written + word.written;
  const both = { written, word: foldWord(written), isIgnored: false };
  return vocabulary.has(both.word) ? both : undefined;
}
