import { foldWord } from '#lib/catalog/search/words/fold-word.ts';
import { buildSpellings, type Spellings } from '#lib/catalog/search/words/spellings.ts';
import { scriptOf, stemOf, withoutEndings } from '#lib/catalog/search/words/word-endings.ts';
import { atOnce } from '#lib/platform/jobs/steps.ts';

/** Candidates for the correction of a misspelt word. */
export interface SpeltWords {
  columns: { words: readonly string[]; written: readonly string[]; leading: Uint32Array };
  spellings(): { folded: Spellings; written: Spellings };
  /** Stricter than for words of the catalogue, because no product confirms these. */
  maxMistakes?: number;
}

const LONG_WORD = 8;

/** The words of the lists of synonyms and hints, whether or not products contain them. */
export class KnownWords {
  readonly #words = new Set<string>();
  readonly #byStem = new Map<string, string>();
  readonly #writtenIn = new Map<number, Map<string, string>>();
  readonly #spelt = new Map<number, SpeltWords>();

  /**
   * `word` is the folded form of `written`. The words of a phrase are known, but only the whole phrase has a meaning.
   */
  add(written: string, word: string, isPhrase: boolean): void {
    const script = scriptOf(written);
    this.#words.add(word);
    const ofScript = this.#writtenIn.get(script) ?? new Map<string, string>();
    this.#writtenIn.set(script, ofScript.set(written, word));
    const stem = isPhrase ? undefined : stemOf(word);
    if (stem !== undefined && !this.#byStem.has(`${script} ${stem}`)) this.#byStem.set(`${script} ${stem}`, word);
  }

  has(word: string): boolean {
    return this.#words.has(word);
  }

  /** The folded known word of which `written` is an inflected form, such as "ladkiyon" or "মহিলাদের". */
  formOf(written: string): string | undefined {
    const script = scriptOf(written);
    const listed = this.#writtenIn.get(script);
    const rests = withoutEndings(written);
    const same = rests.find((rest) => listed?.has(rest));
    if (same !== undefined) return foldWord(same);
    for (const rest of [written, ...rests]) {
      const stem = stemOf(foldWord(rest));
      const known = stem === undefined ? undefined : this.#byStem.get(`${script} ${stem}`);
      if (known !== undefined) return known;
    }
    return undefined;
  }

  /** Listed words in the same script, as candidates for a correction. */
  writtenLike(typed: string): SpeltWords[] {
    const script = scriptOf(typed);
    const words = this.#spelt.get(script) ?? this.#spell(script);
    return words ? [{ ...words, maxMistakes: typed.length < LONG_WORD ? 1 : 2 }] : [];
  }

  #spell(script: number): SpeltWords | undefined {
    const listed = this.#writtenIn.get(script);
    if (!listed) return undefined;
    const [written, words] = [[...listed.keys()], [...listed.values()]];
    const all = Uint32Array.from(words, (_, at) => at);
    const spellings = { folded: atOnce(buildSpellings(words, all)), written: atOnce(buildSpellings(written, all)) };
    const spelt = { columns: { words, written, leading: new Uint32Array(words.length) }, spellings: () => spellings };
    this.#spelt.set(script, spelt);
    return spelt;
  }
}
