import { ALL_PRODUCTS } from '#lib/catalog/listing/header-menu.ts';
import { narrowestCategories } from '#lib/catalog/listing/list-crumbs.ts';
import type { ListPage } from '#lib/catalog/listing/list-query.ts';
import {
  type FacetName,
  type Facets,
  type ListQuery,
  PRODUCT_FACETS,
} from '#lib/catalog/listing-index/facets/facets.ts';

/** The heading of a list, from its filters. Two categories with the same name, such as "Kurtas", get different ones. */
export function listHeading(query: ListQuery, { facets, searchNote }: Pick<ListPage, 'facets' | 'searchNote'>): string {
  if (query.search !== undefined) return `Results for “${searchNote?.shownFor ?? query.search}”`;
  const shown = { ...query, category: narrowestCategories(query.category, facets) };
  const [only, ...others] = PRODUCT_FACETS.flatMap((facet) =>
    shown[facet].map((slug) => valueName(facets, facet, slug)),
  );
  if (only !== undefined && others.length === 0) return only;
  if (query.sort === 'top_sale') return 'Top sellers';
  return ALL_PRODUCTS;
}

/** For titles, headings and descriptions, so that each page of a list has its own. */
export function pageHeading(heading: string, page: number): string {
  return page > 1 ? `${heading}, page ${page}` : heading;
}

function valueName(facets: Facets, facet: FacetName, slug: string): string | undefined {
  const value = facets[facet].find((one) => one.slug === slug);
  const isAmbiguous = facets[facet].some(({ slug: other, name }) => other !== slug && name === value?.name);
  const parent = isAmbiguous ? facets[facet].find((one) => one.slug === value?.parent) : undefined;
  return parent ? `${parent.name}: ${value?.name}` : value?.name;
}
