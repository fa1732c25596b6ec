import { FACETS, type Facets, type ListQuery } from '#lib/facets/facets.ts';
import { listHref, PRICE_STEPS } from '#lib/listing/list-query.ts';
import { wholePriceText } from '#lib/money/price-text.ts';

export interface FilterChip {
  label: string;
  href: string;
}

export function filterChips(query: ListQuery, facets: Facets, basePath: string): FilterChip[] {
  const chips = FACETS.flatMap(({ name: facet }) =>
    query[facet].map((slug) => ({
      label: facets[facet].find((value) => value.slug === slug)?.name ?? slug,
      href: listHref(query, { [facet]: query[facet].filter((other) => other !== slug) }, basePath),
    })),
  );
  if (query.minPricePaise !== undefined || query.maxPricePaise !== undefined) {
    chips.push({
      label: priceLabel(query),
      href: listHref(query, { minPricePaise: undefined, maxPricePaise: undefined }, basePath),
    });
  }
  return chips;
}

function priceLabel({ minPricePaise, maxPricePaise }: ListQuery): string {
  const [lowest, , , highest] = PRICE_STEPS;
  if (maxPricePaise === undefined) return `${wholePriceText(minPricePaise ?? lowest * 100)} and above`;
  if (minPricePaise === undefined) return `Up to ${wholePriceText(maxPricePaise ?? highest * 100)}`;
  return `${wholePriceText(minPricePaise)} to ${wholePriceText(maxPricePaise)}`;
}
