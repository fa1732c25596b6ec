import { ALL_PRODUCTS } from '#lib/catalog/listing/header-menu.ts';
import { narrowestCategories } from '#lib/catalog/listing/list-crumbs.ts';
import type { ListPage } from '#lib/catalog/listing/list-query.ts';
import {
  type FacetName,
  type Facets,
  type ListQuery,
  PRODUCT_FACETS,
} from '#lib/catalog/listing-index/facets/facets.ts';

/**
 * Returns the heading of a list, from its search term, filters and sort order. Categories with the same name get
 * different headings.
 */
export function listHeading(query: ListQuery, { facets, searchNote }: Pick<ListPage, 'facets' | 'searchNote'>): string {
  if (query.search !== undefined) return `Results for “${searchNote?.shownFor ?? query.search}”`;
  const shownQuery = { ...query, category: narrowestCategories(query.category, facets) };
  const [name, ...otherNames] = PRODUCT_FACETS.flatMap((facet) =>
    shownQuery[facet].map((slug) => valueName(facets, facet, slug)),
  );
  if (name !== undefined && otherNames.length === 0) return name;
  if (query.sort === 'top_sale') return 'Top sellers';
  return ALL_PRODUCTS;
}

/** Returns the heading with the page number, so that pages of a list differ in title, heading and description. */
export function pageHeading(heading: string, page: number): string {
  return page > 1 ? `${heading}, page ${page}` : heading;
}

function valueName(facets: Facets, facet: FacetName, slug: string): string | undefined {
  const value = facets[facet].find((candidate) => candidate.slug === slug);
  const isAmbiguous = facets[facet].some(({ slug: otherSlug, name }) => otherSlug !== slug && name === value?.name);
  const parent = isAmbiguous ? facets[facet].find((candidate) => candidate.slug === value?.parent) : undefined;
  return parent ? `${parent.name}: ${value?.name}` : value?.name;
}
