import { priceWords } from '#lib/catalog/listing/price-words.ts';
import type { FacetValueIndex } from '#lib/catalog/listing-index/facets/facet-values.ts';
import type { ListQuery } from '#lib/catalog/listing-index/facets/facets.ts';
import { ageRangeOf } from '#lib/catalog/search/limits/age-phrase.ts';
import type { LimitWords } from '#lib/catalog/search/limits/limit-words.ts';
import type { KnownLimits, TermLimits } from '#lib/catalog/search/limits/term-limits.ts';

/** A query as a search was read, and the words for the limits that it took from the term. */
export interface Reading {
  query: ListQuery;
  limits?: string;
  /** Limits of the term that are left out, since no goods keep them. */
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

/** With all limits of the term, then with fewer, a price being the last to go. Filters of the query stand above the term's. */
export function readings(query: ListQuery, limits: TermLimits): Reading[] {
  const hasPrice = limits.minPricePaise !== undefined || limits.maxPricePaise !== undefined;
  const hasChoices = limits.size.length + limits.age.length > 0;
  const fewer = hasPrice && hasChoices ? FEWER : FEWER.slice(-1);
  return [ALL, ...fewer].map((kept) => readingWith(query, limits, kept));
}

function readingWith(query: ListQuery, limits: TermLimits, kept: typeof ALL): Reading {
  const { search: _search, ...filters } = query;
  const reading: Reading = { query: limits.rest ? { ...filters, search: limits.rest } : withoutTerm(filters) };
  const { minPricePaise, maxPricePaise } = limits;
  const isPriced = query.minPricePaise !== undefined || query.maxPricePaise !== undefined;
  if (kept.hasPrice && !isPriced) {
    if (minPricePaise !== undefined) reading.query.minPricePaise = minPricePaise;
    if (maxPricePaise !== undefined) reading.query.maxPricePaise = maxPricePaise;
  }
  const isUnmet = !kept.hasPrice && !isPriced && (minPricePaise ?? maxPricePaise) !== undefined;
  if (isUnmet && query.sort === 'best') reading.nearest = maxPricePaise === undefined ? 'hightolow' : 'lowtohigh';
  for (const facet of ['size', 'age'] as const) {
    if (kept.hasChoices && query[facet].length === 0) reading.query[facet] = limits[facet].map(({ slug }) => slug);
  }
  const [met, unmet] = [
    limitText(limits, kept),
    limitText(limits, { hasPrice: !kept.hasPrice, hasChoices: !kept.hasChoices }),
  ];
  return { ...reading, ...(met && { limits: met }), ...(unmet && { unmetLimits: unmet }) };
}

/** Without a term, "best match" is no order. */
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

/** Sizes and ages of the catalogue; ages are those that name a number of years or months. */
export function knownLimits({ byId }: Pick<FacetValueIndex, 'byId'>, words: LimitWords): KnownLimits {
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
