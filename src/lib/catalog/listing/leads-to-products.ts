import { type FacetName, PRODUCT_FACETS } from '#lib/catalog/listing-index/facets/facets.ts';

/** For each facet of `PRODUCT_FACETS`, the slugs of its values that have products on sale. */
export type ValuesWithProducts = ReadonlyMap<FacetName, ReadonlySet<string>>;

/** False for a list of a category, collection or other facet value without products; true for any other address. */
export function leadsToProducts(valuesWithProducts: ValuesWithProducts, href: string): boolean {
  const [path = '', query = ''] = (href.split('#', 1)[0] ?? '').split('?', 2);
  if (path !== '/products' && path !== '/products/') return true;
  const parameters = new URLSearchParams(query);
  return PRODUCT_FACETS.every((kind) => {
    const named = parameters.getAll(kind).flatMap((value) => value.split(',').filter(Boolean));
    return named.length === 0 || named.some((slug) => valuesWithProducts.get(kind)?.has(slug));
  });
}
