import { type ListQuery, PRODUCT_FACETS } from '#lib/facets/facets.ts';
import { narrowestCategories } from '#lib/listing/list-crumbs.ts';
import type { ListPage } from '#lib/listing/list-query.ts';

export function listHeading(query: ListQuery, { facets, searched }: Pick<ListPage, 'facets' | 'searched'>): string {
  if (query.search !== undefined) return `Results for “${searched?.shownFor ?? query.search}”`;
  const shown = { ...query, category: narrowestCategories(query.category, facets) };
  const [only, ...others] = PRODUCT_FACETS.flatMap((facet) =>
    shown[facet].map((slug) => facets[facet].find((value) => value.slug === slug)?.name),
  );
  if (only !== undefined && others.length === 0) return only;
  if (query.sort === 'top_sale') return 'Top sellers';
  return 'All goods';
}
