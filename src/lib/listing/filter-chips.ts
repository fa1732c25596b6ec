import { FACETS, type Facets, type ListQuery } from '#lib/facets/facets.ts';
import { listHref, PRICE_STEPS } from '#lib/listing/list-query.ts';
import { formatRupees } from '#lib/money/money.ts';

export interface FilterChip {
  label: string;
  /** The listing without this one filter. */
  href: string;
}

/** The chosen filters, each with the address that takes it off. */
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
  if (maxPricePaise === undefined) return `₹${formatRupees((minPricePaise ?? lowest * 100) / 100)} and above`;
  if (minPricePaise === undefined) return `Up to ₹${formatRupees((maxPricePaise ?? highest * 100) / 100)}`;
  return `₹${formatRupees(minPricePaise / 100)} to ₹${formatRupees(maxPricePaise / 100)}`;
}
