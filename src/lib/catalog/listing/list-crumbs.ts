import { ALL_PRODUCTS } from '#lib/catalog/listing/header-menu.ts';
import type { Facets, ListQuery } from '#lib/catalog/listing-index/facets/facets.ts';
import { innermost } from '#lib/catalog/listing-index/facets/narrowing.ts';
import type { Crumb } from '#lib/shop/seo/json-ld.ts';

export function listCrumbs({ category: chosen }: ListQuery, facets: Facets): Crumb[] {
  const { category: all } = facets;
  const [only, ...others] = narrowestCategories(chosen, facets);
  const category = others.length === 0 ? all.find(({ slug }) => slug === only) : undefined;
  if (!category) return [];
  const parent = all.find(({ slug }) => slug === category.parent);
  return [
    { name: 'Home', path: '/' },
    { name: ALL_PRODUCTS, path: '/products' },
    ...(parent ? [{ name: parent.name, path: `/products?category=${parent.slug}` }] : []),
    { name: category.name },
  ];
}

export function narrowestCategories(chosen: string[], { category: all }: Facets): string[] {
  return innermost(chosen, (slug) => all.find((value) => value.slug === slug)?.parent);
}
