import { valueSlug } from '#lib/catalog/listing-index/facets/value-slug.ts';
import { type Phrase, phraseOf } from '#lib/catalog/search/limits/term-lexemes.ts';

/** The word lists for parsing prices, ages and sizes in a search term. */
export interface LimitWordLists {
  below: string[];
  above: string[];
  between: string[];
  to: string[];
  currency: string[];
  thousand: string[];
  years: string[];
  months: string[];
  old: string[];
  measures: string[];
  size: string[];
  sizes: string[];
}

export interface LimitWords extends Record<Exclude<keyof LimitWordLists, 'sizes' | 'measures'>, readonly Phrase[]> {
  /** Units after which a number is not a price. */
  otherUnits: readonly Phrase[];
  /** Names of sizes, by the slug of what people type for them. */
  sizes: ReadonlyMap<string, readonly string[]>;
}

export function limitWords(lists: LimitWordLists): LimitWords {
  const { sizes, measures, ...others } = lists;
  const phrases = (list: readonly string[]) => list.map(phraseOf);
  return {
    below: phrases(others.below),
    above: phrases(others.above),
    between: phrases(others.between),
    to: phrases(others.to),
    currency: phrases(others.currency),
    thousand: phrases(others.thousand),
    years: phrases(others.years),
    months: phrases(others.months),
    old: phrases(others.old),
    size: phrases(others.size),
    otherUnits: phrases([...others.years, ...others.months, ...measures]),
    sizes: sizesByTerm(sizes),
  };
}

/** Parses lines such as "38, thirty eight > M". */
function sizesByTerm(lines: readonly string[]): Map<string, string[]> {
  const byTerm = new Map<string, string[]>();
  for (const line of lines) {
    const [terms = [], sizes = []] = line.split('>').map((side) => side.split(',').map((name) => name.trim()));
    for (const term of terms) byTerm.set(valueSlug(term), [...(byTerm.get(valueSlug(term)) ?? []), ...sizes]);
  }
  return byTerm;
}
