import { foldWord } from '#lib/catalog/search/words/fold-word.ts';
import { buildSpellings, type Spellings } from '#lib/catalog/search/words/spellings.ts';
import { scriptOf, stemOf, withoutEndings } from '#lib/catalog/search/words/word-endings.ts';
import { atOnce } from '#lib/platform/jobs/steps.ts';

/** Words among which a misspelt one is looked for. */
export interface SpeltWords {
  columns: { words: readonly string[]; written: readonly string[]; leading: Uint32Array };
  spellings(): { folded: Spellings; written: Spellings };
  /** Less than for other words: no goods speak for these. */
  mostMistakes?: number;
}

const LONG_WORD = 8;

/** The words of the lists of synonyms and hints. No goods need to have them. */
export class KnownWords {
  readonly #words = new Set<string>();
  readonly #byStem = new Map<string, string>();
  readonly #writtenIn = new Map<number, Map<string, string>>();
  readonly #spelt = new Map<number, SpeltWords>();

  /** With its folded `word`. A word of a phrase is known, but the phrase alone has a meaning. */
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

  /** The folded word of which `written` is another number, case or gender: "ladkiyon", "মহিলাদের". */
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

  /** Words in the same script, without goods of their own. */
  writtenLike(typed: string): SpeltWords[] {
    const script = scriptOf(typed);
    const words = this.#spelt.get(script) ?? this.#spell(script);
    return words ? [{ ...words, mostMistakes: typed.length < LONG_WORD ? 1 : 2 }] : [];
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
