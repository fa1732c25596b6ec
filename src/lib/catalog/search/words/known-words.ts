import { foldWord } from '#lib/catalog/search/words/fold-word.ts';
import { buildSpellings, type Spellings } from '#lib/catalog/search/words/spellings.ts';
import { possibleBaseForms, scriptOf, stemOf } from '#lib/catalog/search/words/word-endings.ts';
import { runSync } from '#lib/platform/jobs/steps.ts';

/** The words to which a misspelt word may be corrected. */
export interface CorrectionCandidates {
  columns: { words: readonly string[]; writtenWords: readonly string[]; leadingCounts: Uint32Array };
  spellings(): { foldedWords: Spellings; writtenWords: Spellings };
  /** The maximum number of edits. It is lower for listed words, because products need not contain these words. */
  maxEdits?: number;
}

const LONG_WORD = 8;

/** The words of the synonyms and hints, whether or not products contain these words. */
export class KnownWords {
  readonly #words = new Set<string>();
  readonly #wordByStem = new Map<string, string>();
  readonly #wordsByScript = new Map<number, Map<string, string>>();
  readonly #candidates = new Map<number, CorrectionCandidates>();

  /**
   * Adds a word. `word` is the folded form of `spelling`. The words of a phrase are known, but only the whole phrase
   * has a meaning.
   */
  add(spelling: string, word: string, isPhrase: boolean): void {
    const script = scriptOf(spelling);
    this.#words.add(word);
    const scriptWords = this.#wordsByScript.get(script) ?? new Map<string, string>();
    this.#wordsByScript.set(script, scriptWords.set(spelling, word));
    const stem = isPhrase ? undefined : stemOf(word);
    if (stem !== undefined && !this.#wordByStem.has(`${script} ${stem}`))
      this.#wordByStem.set(`${script} ${stem}`, word);
  }

  has(word: string): boolean {
    return this.#words.has(word);
  }

  /** Returns the folded known word of which `spelling` is an inflected form; undefined if no known word matches. */
  baseFormOf(spelling: string): string | undefined {
    const script = scriptOf(spelling);
    const listedWords = this.#wordsByScript.get(script);
    const baseForms = possibleBaseForms(spelling);
    const listedForm = baseForms.find((baseForm) => listedWords?.has(baseForm));
    if (listedForm !== undefined) return foldWord(listedForm);
    for (const form of [spelling, ...baseForms]) {
      const stem = stemOf(foldWord(form));
      const stemmedWord = stem === undefined ? undefined : this.#wordByStem.get(`${script} ${stem}`);
      if (stemmedWord !== undefined) return stemmedWord;
    }
    return undefined;
  }

  /** Returns the listed words in the script of `typed`; an empty list if there are none. */
  correctionCandidates(typed: string): CorrectionCandidates[] {
    const script = scriptOf(typed);
    const words = this.#candidates.get(script) ?? this.#buildCandidates(script);
    return words ? [{ ...words, maxEdits: typed.length < LONG_WORD ? 1 : 2 }] : [];
  }

  #buildCandidates(script: number): CorrectionCandidates | undefined {
    const listedWords = this.#wordsByScript.get(script);
    if (!listedWords) return undefined;
    const [writtenWords, words] = [[...listedWords.keys()], [...listedWords.values()]];
    const indexes = Uint32Array.from(words, (_, at) => at);
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
