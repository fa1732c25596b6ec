import { type FacetName, PRODUCT_FACETS } from '#lib/catalog/listing-index/facets/facets.ts';

/** For each facet of `PRODUCT_FACETS`, the slugs of its values that have products for sale. */
export type ValuesWithProducts = ReadonlyMap<FacetName, ReadonlySet<string>>;

/**
 * Returns whether a URL leads to products: false for a list of a category, collection or other facet value without
 * products; true for any other URL.
 */
export function leadsToProducts(valuesWithProducts: ValuesWithProducts, href: string): boolean {
  const [path = '', query = ''] = (href.split('#', 1)[0] ?? '').split('?', 2);
  if (path !== '/products' && path !== '/products/') return true;
  const parameters = new URLSearchParams(query);
  return PRODUCT_FACETS.every((kind) => {
    const slugs = parameters.getAll(kind).flatMap((value) => value.split(',').filter(Boolean));
    return slugs.length === 0 || slugs.some((slug) => valuesWithProducts.get(kind)?.has(slug));
  });
}
