import { priceRangeText } from '#lib/catalog/listing/price-range-text.ts';
import type { FacetIndex } from '#lib/catalog/listing-index/facets/facet-values.ts';
import type { ListQuery } from '#lib/catalog/listing-index/facets/facets.ts';
import { ageRangeOf } from '#lib/catalog/search/limits/age-phrase.ts';
import type { LimitWords } from '#lib/catalog/search/limits/term-lexemes.ts';
import type { CatalogueLimits, TermLimits } from '#lib/catalog/search/limits/term-limits.ts';
import type { SearchNote } from '#lib/catalog/search/search.ts';
import type { WordSearchResult } from '#lib/catalog/search/word-index.server.ts';

/** An interpretation of a search: the query, and the limits of the term as texts. */
export interface Interpretation {
  query: ListQuery;
  /** The limits of the term that are applied. */
  limits?: string;
  /** The limits of the term that are not applied, because no relevant products meet them. */
  unmetLimits?: string;
  /**
   * The sort order by price that starts with the prices nearest to an unmet limit; undefined if the shopper chose
   * another sort order.
   */
  nearestSort?: 'lowtohigh' | 'hightolow';
}

const ALL_LIMITS = { hasPrice: true, hasSizeOrAge: true };
const FEWER_LIMITS = [
  { hasPrice: true, hasSizeOrAge: false },
  { hasPrice: false, hasSizeOrAge: true },
  { hasPrice: false, hasSizeOrAge: false },
];

/**
 * Returns the interpretations to try, in this order: with all limits of the term, without sizes and ages, without the
 * price, without any limit. The second and third interpretations are left out if the term does not have both kinds of
 * limits. Filters in the query override limits in the term.
 */
export function interpretations(query: ListQuery, termLimits: TermLimits): Interpretation[] {
  const limits = withoutOverridden(termLimits, query);
  const hasPrice = limits.minPricePaise !== undefined || limits.maxPricePaise !== undefined;
  const hasSizeOrAge = limits.size.length + limits.age.length > 0;
  const fewerLimits = hasPrice && hasSizeOrAge ? FEWER_LIMITS : FEWER_LIMITS.slice(-1);
  return [ALL_LIMITS, ...fewerLimits].map((appliedLimits) => interpretationWith(query, limits, appliedLimits));
}

function withoutOverridden(limits: TermLimits, query: ListQuery): TermLimits {
  const { minPricePaise: _min, maxPricePaise: _max, ...withoutPrice } = limits;
  const hasPriceFilter = query.minPricePaise !== undefined || query.maxPricePaise !== undefined;
  return {
    ...(hasPriceFilter ? withoutPrice : limits),
    size: query.size.length > 0 ? [] : limits.size,
    age: query.age.length > 0 ? [] : limits.age,
  };
}

function interpretationWith(query: ListQuery, limits: TermLimits, appliedLimits: typeof ALL_LIMITS): Interpretation {
  const { hasPrice, hasSizeOrAge } = appliedLimits;
  const { minPricePaise, maxPricePaise, rest } = limits;
  const slugsOf = (facet: 'size' | 'age') =>
    hasSizeOrAge && query[facet].length === 0 ? limits[facet].map(({ slug }) => slug) : query[facet];
  const isUnmet = !hasPrice && (minPricePaise ?? maxPricePaise) !== undefined;
  const nearestSort = maxPricePaise === undefined ? 'hightolow' : 'lowtohigh';
  return {
    query: {
      ...query,
      minPricePaise: (hasPrice ? minPricePaise : undefined) ?? query.minPricePaise,
      maxPricePaise: (hasPrice ? maxPricePaise : undefined) ?? query.maxPricePaise,
      size: slugsOf('size'),
      age: slugsOf('age'),
      search: rest || undefined,
      // "Best match" needs a search term.
      sort: !rest && query.sort === 'best' ? 'latest' : query.sort,
    },
    nearestSort: isUnmet && query.sort === 'best' ? nearestSort : undefined,
    limits: limitText(limits, appliedLimits) || undefined,
    unmetLimits: limitText(limits, { hasPrice: !hasPrice, hasSizeOrAge: !hasSizeOrAge }) || undefined,
  };
}

/** Returns a string such as "Up to ₹1,000, size L or XL, age 2-3 years". */
function limitText(limits: TermLimits, { hasPrice, hasSizeOrAge }: typeof ALL_LIMITS): string {
  const hasPriceLimit = limits.minPricePaise !== undefined || limits.maxPricePaise !== undefined;
  const limitPhrases = (label: string, values: TermLimits['size']) =>
    hasSizeOrAge && values.length > 0 ? [`${label} ${values.map(({ name }) => name).join(' or ')}`] : [];
  return [
    ...(hasPrice && hasPriceLimit ? [priceRangeText(limits)] : []),
    ...limitPhrases('size', limits.size),
    ...limitPhrases('age', limits.age),
  ].join(', ');
}

/** Returns the sizes in the catalogue, and the ages that state a number of years or months. */
export function catalogueLimits({ byId }: Pick<FacetIndex, 'byId'>, words: LimitWords): CatalogueLimits {
  const values = [...byId.values()];
  const ages = values.filter(({ kind }) => kind === 'age');
  return {
    sizes: values.filter(({ kind }) => kind === 'size'),
    ages: ages.flatMap((value) => {
      const range = ageRangeOf(value.name, words);
      return range ? [{ slug: value.slug, name: value.name, ...range }] : [];
    }),
  };
}

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
