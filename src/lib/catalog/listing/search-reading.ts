import { priceWords } from '#lib/catalog/listing/price-words.ts';
import type { FacetIndex } from '#lib/catalog/listing-index/facets/facet-values.ts';
import type { ListQuery } from '#lib/catalog/listing-index/facets/facets.ts';
import { ageRangeOf } from '#lib/catalog/search/limits/age-phrase.ts';
import type { LimitWords } from '#lib/catalog/search/limits/limit-words.ts';
import type { KnownLimits, TermLimits } from '#lib/catalog/search/limits/term-limits.ts';

/** An interpretation of a search: the query, and the text of the limits taken from the term. */
export interface Reading {
  query: ListQuery;
  limits?: string;
  /** Limits of the term that are ignored because no products meet them. */
  unmetLimits?: string;
  /** The order of prices that begins nearest to an unmet price, unless the shopper chose another order. */
  nearest?: 'lowtohigh' | 'hightolow';
}

const ALL = { hasPrice: true, hasChoices: true };
const FEWER = [
  { hasPrice: true, hasChoices: false },
  { hasPrice: false, hasChoices: true },
  { hasPrice: false, hasChoices: false },
];

/** All limits of the term first, then fewer; the price limit goes last. Filters in the query override those of the term. */
export function readings(query: ListQuery, limits: TermLimits): Reading[] {
  const hasPrice = limits.minPricePaise !== undefined || limits.maxPricePaise !== undefined;
  const hasChoices = limits.size.length + limits.age.length > 0;
  const fewer = hasPrice && hasChoices ? FEWER : FEWER.slice(-1);
  return [ALL, ...fewer].map((applied) => readingWith(query, limits, applied));
}

function readingWith(query: ListQuery, limits: TermLimits, applied: typeof ALL): Reading {
  const { search: _search, ...filters } = query;
  const reading: Reading = { query: limits.rest ? { ...filters, search: limits.rest } : withoutTerm(filters) };
  const { minPricePaise, maxPricePaise } = limits;
  const isPriced = query.minPricePaise !== undefined || query.maxPricePaise !== undefined;
  if (applied.hasPrice && !isPriced) {
    if (minPricePaise !== undefined) reading.query.minPricePaise = minPricePaise;
    if (maxPricePaise !== undefined) reading.query.maxPricePaise = maxPricePaise;
  }
  const isUnmet = !applied.hasPrice && !isPriced && (minPricePaise ?? maxPricePaise) !== undefined;
  if (isUnmet && query.sort === 'best') reading.nearest = maxPricePaise === undefined ? 'hightolow' : 'lowtohigh';
  for (const facet of ['size', 'age'] as const) {
    if (applied.hasChoices && query[facet].length === 0) reading.query[facet] = limits[facet].map(({ slug }) => slug);
  }
  const [met, unmet] = [
    limitText(limits, applied),
    limitText(limits, { hasPrice: !applied.hasPrice, hasChoices: !applied.hasChoices }),
  ];
  return { ...reading, ...(met && { limits: met }), ...(unmet && { unmetLimits: unmet }) };
}

/** "Best match" needs a term. */
function withoutTerm(query: ListQuery): ListQuery {
  return { ...query, sort: query.sort === 'best' ? 'latest' : query.sort };
}

/** "Up to ₹1,000, size L or XL, age 2-3 years" */
function limitText(limits: TermLimits, { hasPrice, hasChoices }: typeof ALL): string {
  const isPriced = limits.minPricePaise !== undefined || limits.maxPricePaise !== undefined;
  const named = (label: string, values: TermLimits['size']) =>
    hasChoices && values.length > 0 ? [`${label} ${values.map(({ name }) => name).join(' or ')}`] : [];
  return [
    ...(hasPrice && isPriced ? [priceWords(limits)] : []),
    ...named('size', limits.size),
    ...named('age', limits.age),
  ].join(', ');
}

/** Sizes of the catalogue, and ages that state a number of years or months. */
export function knownLimits({ byId }: Pick<FacetIndex, 'byId'>, words: LimitWords): KnownLimits {
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
