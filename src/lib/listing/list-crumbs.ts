import type { Facets, ListQuery } from '#lib/facets/facets.ts';
import type { Crumb } from '#lib/seo/json-ld.ts';

export function listCrumbs({ category: chosen }: ListQuery, { category: all }: Facets): Crumb[] {
  const category = chosen.length === 1 ? all.find(({ slug }) => slug === chosen[0]) : undefined;
  if (!category) return [];
  const above = all.find(({ slug }) => slug === category.parent);
  return [
    { name: 'Home', path: '/' },
    ...(above ? [{ name: above.name, path: `/products?category=${above.slug}` }] : []),
    { name: category.name },
  ];
}
