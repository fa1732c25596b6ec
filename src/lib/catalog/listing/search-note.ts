import type { Interpretation } from '#lib/catalog/listing/search-interpretation.ts';
import type { ListQuery } from '#lib/catalog/listing-index/facets/facets.ts';
import type { SearchNote } from '#lib/catalog/search/search.ts';
import type { WordSearchResult } from '#lib/catalog/search/word-index.server.ts';

/** A query, its search results, and the interpretation of a term that limits price, size or age. */
export interface InterpretedQuery {
  query: ListQuery;
  hits?: WordSearchResult | undefined;
  interpretation?: Interpretation | undefined;
  /** The term without its limits; an empty string if it contains only limits. */
  termWithoutLimits?: string;
}

/** Returns the note on the results of a search: what was searched for instead, and which limits apply. */
export function noteOf(
  hits: WordSearchResult | undefined,
  { interpretation, termWithoutLimits }: InterpretedQuery,
): SearchNote {
  const { shownFor, isPartial = false, isFarOff = false, missingKinds = [] } = hits ?? {};
  const { limits, unmetLimits } = interpretation ?? {};
  const limitNote = interpretation && { limits, unmetLimits, termWithoutLimits };
  return {
    shownFor,
    isPartial,
    ...(isFarOff && { isFarOff }),
    ...(missingKinds.length > 0 && { missingKinds }),
    ...limitNote,
  };
}
