import type { FacetRegistry } from '#lib/catalog/listing-index/facets/facet-registry.server.ts';
import { optionFacetOf } from '#lib/catalog/listing-index/facets/facets.ts';
import { valueSlug } from '#lib/catalog/listing-index/facets/value-slug.ts';
import { colorFamily, type Palettes } from '#lib/catalog/products/swatches.ts';

export interface ColoredProduct {
  options: string[];
  categories: string[];
  variants: { values: string[]; colorId: number }[];
}

/** Returns whether a variant is stored under a colour family to which its colour no longer belongs. */
export function hasOutdatedFamily(
  { options, categories, variants }: ColoredProduct,
  palettes: Palettes,
  registry: FacetRegistry,
): boolean {
  const colorIndex = options.findIndex((label) => optionFacetOf(label) === 'color');
  const categorySlugs = registry.withParents(categories).map(({ slug }) => slug);
  return variants.some(({ values, colorId }) => {
    const color = values[colorIndex];
    const slug = color ? valueSlug(colorFamily(palettes, color, categorySlugs)) : '';
    return (slug === '' ? 0 : registry.find('color', slug)?.id) !== colorId;
  });
}
