import { foldWord } from '#lib/catalog/search/words/fold-word.ts';
import { buildSpellings, type Spellings } from '#lib/catalog/search/words/spellings.ts';
import { possibleBaseForms, scriptOf, stemOf } from '#lib/catalog/search/words/word-endings.ts';
import { runSync } from '#lib/platform/jobs/steps.ts';

/** Words that a misspelt word may be corrected to. */
export interface CorrectionCandidates {
  columns: { words: readonly string[]; written: readonly string[]; leading: Uint32Array };
  spellings(): { folded: Spellings; written: Spellings };
  /** Stricter for listed words than for those of the catalogue, because products need not contain listed words. */
  maxEdits?: number;
}

const LONG_WORD = 8;

/** The words of the synonyms and hints, whether or not products contain them. */
export class KnownWords {
  readonly #words = new Set<string>();
  readonly #byStem = new Map<string, string>();
  readonly #wordsByScript = new Map<number, Map<string, string>>();
  readonly #candidates = new Map<number, CorrectionCandidates>();

  /**
   * `word` is the folded form of `written`. The words of a phrase are known, but only the whole phrase has a meaning.
   */
  add(written: string, word: string, isPhrase: boolean): void {
    const script = scriptOf(written);
    this.#words.add(word);
    const ofScript = this.#wordsByScript.get(script) ?? new Map<string, string>();
    this.#wordsByScript.set(script, ofScript.set(written, word));
    const stem = isPhrase ? undefined : stemOf(word);
    if (stem !== undefined && !this.#byStem.has(`${script} ${stem}`)) this.#byStem.set(`${script} ${stem}`, word);
  }

  has(word: string): boolean {
    return this.#words.has(word);
  }

  /** The folded known word that `written` is an inflected form of, such as "ladkiyon" or "মহিলাদের". */
  baseFormOf(written: string): string | undefined {
    const script = scriptOf(written);
    const listed = this.#wordsByScript.get(script);
    const baseForms = possibleBaseForms(written);
    const same = baseForms.find((baseForm) => listed?.has(baseForm));
    if (same !== undefined) return foldWord(same);
    for (const form of [written, ...baseForms]) {
      const stem = stemOf(foldWord(form));
      const known = stem === undefined ? undefined : this.#byStem.get(`${script} ${stem}`);
      if (known !== undefined) return known;
    }
    return undefined;
  }

  /** The listed words in the script of `typed`. */
  correctionCandidates(typed: string): CorrectionCandidates[] {
    const script = scriptOf(typed);
    const words = this.#candidates.get(script) ?? this.#buildCandidates(script);
    return words ? [{ ...words, maxEdits: typed.length < LONG_WORD ? 1 : 2 }] : [];
  }

  #buildCandidates(script: number): CorrectionCandidates | undefined {
    const listed = this.#wordsByScript.get(script);
    if (!listed) return undefined;
    const [written, words] = [[...listed.keys()], [...listed.values()]];
    const all = Uint32Array.from(words, (_, at) => at);
    const spellings = { folded: runSync(buildSpellings(words, all)), written: runSync(buildSpellings(written, all)) };
    const candidates = {
      columns: { words, written, leading: new Uint32Array(words.length) },
      spellings: () => spellings,
    };
    this.#candidates.set(script, candidates);
    return candidates;
  }
}
