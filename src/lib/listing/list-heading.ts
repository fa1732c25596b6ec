import type { Facets, ListQuery } from '#lib/catalog/catalog.ts';

/** What a listing is called: its category, brand or material when one alone is chosen. */
export function listHeading(query: ListQuery, facets: Facets): string {
  const [only, ...others] = [
    ...query.category.map((slug) => facets.category.find((value) => value.slug === slug)?.name),
    ...query.brand.map((slug) => facets.brand.find((value) => value.slug === slug)?.name),
    ...query.material.map((slug) => facets.material.find((value) => value.slug === slug)?.name),
    ...query.collection.map((slug) => facets.collection.find((value) => value.slug === slug)?.name),
  ];
  if (only !== undefined && others.length === 0) return only;
  if (query.sort === 'top_sale') return 'Top sellers';
  return 'All goods';
}
