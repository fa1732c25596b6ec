import { valueSlug } from '#lib/catalog/listing-index/facets/value-slug.ts';
import type { LimitWordLists } from '#lib/catalog/search/limits/search-limits.schema.ts';
import { type Phrase, phraseOf } from '#lib/catalog/search/limits/term-lexemes.ts';

export interface LimitWords extends Record<Exclude<keyof LimitWordLists, 'sizes' | 'measures'>, readonly Phrase[]> {
  /** Units after which a number is not a price. */
  otherUnits: readonly Phrase[];
  /** Names of sizes, by the slug of the text that people type for them. */
  sizes: ReadonlyMap<string, readonly string[]>;
}

export function limitWords(lists: LimitWordLists): LimitWords {
  const { sizes, measures, ...otherLists } = lists;
  const phrases = (list: readonly string[]) => list.map(phraseOf);
  return {
    below: phrases(otherLists.below),
    above: phrases(otherLists.above),
    between: phrases(otherLists.between),
    to: phrases(otherLists.to),
    currency: phrases(otherLists.currency),
    thousand: phrases(otherLists.thousand),
    years: phrases(otherLists.years),
    months: phrases(otherLists.months),
    old: phrases(otherLists.old),
    size: phrases(otherLists.size),
    otherUnits: phrases([...otherLists.years, ...otherLists.months, ...measures]),
    sizes: sizesByTerm(sizes),
  };
}

/** Returns the names of sizes by the slug of each term, from lines such as "38, thirty eight > M". */
function sizesByTerm(lines: readonly string[]): Map<string, string[]> {
  const namesByTerm = new Map<string, string[]>();
  for (const line of lines) {
    const [terms = [], sizes = []] = line.split('>').map((side) => side.split(',').map((text) => text.trim()));
    for (const term of terms) namesByTerm.set(valueSlug(term), [...(namesByTerm.get(valueSlug(term)) ?? []), ...sizes]);
  }
  return namesByTerm;
}
