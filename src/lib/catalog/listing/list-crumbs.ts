import { ALL_PRODUCTS } from '#lib/catalog/listing/header-menu.ts';
import type { Facets, ListQuery } from '#lib/catalog/listing-index/facets/facets.ts';
import { withoutAncestors } from '#lib/catalog/listing-index/facets/narrowing.ts';
import type { Crumb } from '#lib/shop/seo/json-ld.ts';

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
