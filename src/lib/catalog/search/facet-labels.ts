import type { Alternative, WordGroup } from '#lib/catalog/search/scoring/read-term.ts';
import type { SearchHit, SearchResult } from '#lib/catalog/search/search.ts';
import { foldWord } from '#lib/catalog/search/words/fold-word.ts';
import { wordsOf } from '#lib/catalog/search/words/word-fields.ts';
import type { FacetValueTable } from '#lib/platform/db/query/tables.ts';

export type MatchingFacets = Pick<SearchResult, 'category' | 'brand'>;

type FacetLabel = Pick<FacetValueTable, 'id' | 'kind' | 'slug' | 'name' | 'parent_id' | 'product_count'>;

const MAX_HITS_PER_FACET = 5;

/** The folded words of each label. A changed label is a new object, so cached words are never outdated. */
const wordsByLabel = new WeakMap<FacetLabel, string[]>();

/** Finds categories and brands by name; those with the most products come first. */
export function matchingFacets(groups: readonly WordGroup[], labels: readonly FacetLabel[]): MatchingFacets {
  const nameById = new Map<number | null, string>(labels.map(({ id, name }) => [id, name]));
  const hits = (kind: string): SearchHit[] =>
    labels
      .filter((label) => label.kind === kind && label.product_count > 0 && isMatch(label, groups))
      .sort((a, b) => b.product_count - a.product_count || a.id - b.id)
      .slice(0, MAX_HITS_PER_FACET)
      .map(({ slug, name, parent_id }) => ({ slug, name, parent: nameById.get(parent_id) }));
  return { category: hits('category'), brand: hits('brand') };
}

function isMatch(label: FacetLabel, groups: readonly WordGroup[]): boolean {
  const labelWords = wordsByLabel.get(label) ?? wordsOf(label.name).map(foldWord);
  wordsByLabel.set(label, labelWords);
  return (
    groups.length > 0 &&
    groups.every(({ alternatives }) => alternatives.some((alternative) => containsAll(labelWords, alternative)))
  );
}

function containsAll(labelWords: string[], { words, isPrefix }: Alternative): boolean {
  return words.every((word) =>
    labelWords.some((labelWord) => (isPrefix ? labelWord.startsWith(word) : labelWord === word)),
  );
}
