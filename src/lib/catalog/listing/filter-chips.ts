import { listHref } from '#lib/catalog/listing/list-query.ts';
import { priceRangeText } from '#lib/catalog/listing/price-range-text.ts';
import { FACETS, type Facets, type ListQuery } from '#lib/catalog/listing-index/facets/facets.ts';

export function filterChips(query: ListQuery, facets: Facets, basePath: string): { label: string; href: string }[] {
  const chips = FACETS.flatMap(({ name: facet }) =>
    query[facet].map((slug) => ({
      label: facets[facet].find((value) => value.slug === slug)?.name ?? slug,
      href: listHref(query, { [facet]: query[facet].filter((other) => other !== slug) }, basePath),
    })),
  );
  if (query.minPricePaise !== undefined || query.maxPricePaise !== undefined) {
    chips.push({
      label: priceRangeText(query),
      href: listHref(query, { minPricePaise: undefined, maxPricePaise: undefined }, basePath),
    });
  }
  return chips;
}

/**
 * Returns the URL of the unfiltered list. It keeps only the search term, not its `exact` parameter or the sort order.
 */
export function unfilteredHref({ search }: ListQuery, basePath: string): string {
  return search ? `${basePath}?${new URLSearchParams({ search })}` : basePath;
}
