import { foldWord } from '#lib/catalog/search/words/fold-word.ts';
import { buildSpellings, type WordSpellings } from '#lib/catalog/search/words/spellings.ts';
import { possibleBaseForms, scriptOf, stemOf } from '#lib/catalog/search/words/word-endings.ts';
import { runSync } from '#lib/platform/jobs/steps.ts';

/** The words to which a misspelt word may be corrected. */
export interface CorrectionCandidates {
  columns: { words: readonly string[]; writtenWords: readonly string[]; leadingCounts: Uint32Array };
  spellings(): WordSpellings;
  /** The maximum number of edits. It is lower for known words, because products need not contain them. */
  maxEdits?: number;
}

const MIN_LONG_WORD_LENGTH = 8;

/** The words of the synonyms and hints, whether or not products contain these words. */
export class KnownWords {
  readonly #words = new Set<string>();
  readonly #wordByStem = new Map<string, string>();
  readonly #wordsByScript = new Map<number, Map<string, string>>();
  readonly #candidates = new Map<number, CorrectionCandidates>();

  /**
   * Adds a word. `word` is the folded form of `spelling`. `hasSynonyms` is false for a hint, or for a word that has
   * synonyms only as a part of a phrase; `baseFormOf` finds only words with synonyms by their stem.
   */
  add(spelling: string, word: string, hasSynonyms: boolean): void {
    const script = scriptOf(spelling);
    this.#words.add(word);
    const scriptWords = this.#wordsByScript.get(script) ?? new Map<string, string>();
    this.#wordsByScript.set(script, scriptWords.set(spelling, word));
    const stem = hasSynonyms ? stemOf(word) : undefined;
    if (stem !== undefined && !this.#wordByStem.has(`${script} ${stem}`))
      this.#wordByStem.set(`${script} ${stem}`, word);
  }

  has(word: string): boolean {
    return this.#words.has(word);
  }

  /** Returns the folded known word of which `spelling` is an inflected form; undefined if no known word matches. */
  baseFormOf(spelling: string): string | undefined {
    const script = scriptOf(spelling);
    const scriptWords = this.#wordsByScript.get(script);
    const baseForms = possibleBaseForms(spelling);
    const knownForm = baseForms.find((baseForm) => scriptWords?.has(baseForm));
    if (knownForm !== undefined) return foldWord(knownForm);
    for (const form of [spelling, ...baseForms]) {
      const stem = stemOf(foldWord(form));
      const sameStemWord = stem === undefined ? undefined : this.#wordByStem.get(`${script} ${stem}`);
      if (sameStemWord !== undefined) return sameStemWord;
    }
    return undefined;
  }

  /** Returns the known words in the script of `typedWord`; an empty list if there are none. */
  correctionCandidates(typedWord: string): CorrectionCandidates[] {
    const script = scriptOf(typedWord);
    const candidates = this.#candidates.get(script) ?? this.#buildCandidates(script);
    return candidates ? [{ ...candidates, maxEdits: typedWord.length < MIN_LONG_WORD_LENGTH ? 1 : 2 }] : [];
  }

  #buildCandidates(script: number): CorrectionCandidates | undefined {
    const scriptWords = this.#wordsByScript.get(script);
    if (!scriptWords) return undefined;
    const [writtenWords, words] = [[...scriptWords.keys()], [...scriptWords.values()]];
    const indexes = Uint32Array.from(words, (_, index) => index);
    const spellings = {
      foldedWords: runSync(buildSpellings(words, indexes)),
      writtenWords: runSync(buildSpellings(writtenWords, indexes)),
    };
    const candidates = {
      columns: { words, writtenWords, leadingCounts: new Uint32Array(words.length) },
      spellings: () => spellings,
    };
    this.#candidates.set(script, candidates);
    return candidates;
  }
}
