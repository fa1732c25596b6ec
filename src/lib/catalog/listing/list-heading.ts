import { ALL_PRODUCTS } from '#lib/catalog/listing/header-menu.ts';
import type { ListPage } from '#lib/catalog/listing/list-query.ts';
import { withoutAncestors } from '#lib/catalog/listing-index/facets/facet-values.ts';
import {
  type FacetName,
  type Facets,
  type ListQuery,
  PRODUCT_FACETS,
} from '#lib/catalog/listing-index/facets/facets.ts';
import type { Crumb } from '#lib/shop/seo/json-ld.ts';

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

/** Returns the breadcrumb of a list of a single category, or an empty array for any other list. */
export function listCrumbs({ category: slugs }: ListQuery, facets: Facets): Crumb[] {
  const { category: categories } = facets;
  const [chosenSlug, ...otherSlugs] = narrowestCategories(slugs, facets);
  const category = otherSlugs.length === 0 ? categories.find(({ slug }) => slug === chosenSlug) : undefined;
  if (!category) return [];
  const parent = categories.find(({ slug }) => slug === category.parent);
  return [
    { name: 'Home', path: '/' },
    { name: ALL_PRODUCTS, path: '/products' },
    ...(parent ? [{ name: parent.name, path: `/products?category=${parent.slug}` }] : []),
    { name: category.name },
  ];
}

/** Returns the slugs of those categories that are not ancestors of other categories in `slugs`. */
export function narrowestCategories(slugs: string[], { category: categories }: Facets): string[] {
  return withoutAncestors(slugs, (slug) => categories.find((value) => value.slug === slug)?.parent);
}
