import type { ProductRecord, TaxonomyRecord, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import type { ListView } from '#lib/catalog/listing/list-query.ts';
import {
  ATTRIBUTES,
  type FacetName,
  type ListQuery,
  PRODUCT_FACETS,
  VARIANT_FACETS,
} from '#lib/catalog/listing-index/facets/facets.ts';
import { compareAges, compareSizes } from '#lib/catalog/listing-index/facets/ordered-values.ts';
import { valueSlug } from '#lib/catalog/listing-index/facets/value-slug.ts';
import { colorFamily } from '#lib/catalog/products/swatches.ts';
import { demoPalettes } from '#support/demo-content.ts';

const PRODUCT_LEVEL: readonly FacetName[] = PRODUCT_FACETS;
const VARIANT_LEVEL: readonly FacetName[] = VARIANT_FACETS;

export interface ReferencePage {
  slugs: string[];
  total: number;
  page: number;
  lastPage: number;
  outsideRange?: { under: number; over: number };
  /** The counts of the values that active products have, by facet. */
  counts: Record<FacetName, Record<string, number>>;
}

/**
 * Returns the list for a query according to a simple implementation of the rules, to compare with the shop's results.
 * `products` are in the order in which they were first saved.
 */
export function referenceListing(
  products: ProductRecord[],
  categories: Extract<TaxonomyRecord, { type: 'category' }>[],
  query: ListQuery,
  { perPage, priceRange }: ListView,
): ReferencePage {
  const activeProducts = products.filter((product) => product.status !== 'draft');
  const productValues = (product: ProductRecord, facet: FacetName): string[] => {
    if (facet === 'brand') return product.brand ? [product.brand] : [];
    const attribute = ATTRIBUTES.find((name) => name === facet);
    if (attribute) return product[attribute] ? [product[attribute]] : [];
    if (facet === 'collection') return product.collections ?? [];
    const parents = product.categories.map(
      (slug) => categories.find((category) => category.slug === slug)?.parent ?? slug,
    );
    return [...product.categories, ...parents];
  };
  // If both "Women" and "Kurtas" are selected, only "Kurtas" applies.
  const isNarrowed = (slug: string) =>
    categories.some((category) => category.parent === slug && query.category.includes(category.slug));
  const narrowedQuery = { ...query, category: query.category.filter((slug) => !isNarrowed(slug)) };
  const matchesFacet = (values: string[], facet: FacetName) =>
    narrowedQuery[facet].length === 0 || values.some((value) => narrowedQuery[facet].includes(value));
  const isInPriceRange = (product: ProductRecord): boolean => {
    const price = lowestPaise(product);
    return price >= (query.minPricePaise ?? 0) && price <= (query.maxPricePaise ?? Number.MAX_SAFE_INTEGER);
  };
  const isMatch = (
    product: ProductRecord,
    override?: { facet: FacetName; value: string },
    ignoresPrice = false,
  ): boolean => {
    if (!ignoresPrice && !isInPriceRange(product)) return false;
    const passes = (values: string[], facet: FacetName) =>
      override?.facet === facet ? values.includes(override.value) : matchesFacet(values, facet);
    if (!PRODUCT_LEVEL.every((facet) => passes(productValues(product, facet), facet))) return false;
    const isRequested = VARIANT_LEVEL.some((facet) => query[facet].length > 0 || override?.facet === facet);
    return (
      !isRequested ||
      product.variants.some((variant) => VARIANT_LEVEL.every((facet) => passes(variantValues(variant, facet), facet)))
    );
  };
  const matches = activeProducts
    .filter((product) => isMatch(product))
    .sort((a, b) => keyOf(a, query) - keyOf(b, query) || products.indexOf(b) - products.indexOf(a));
  const lastPage = Math.max(1, Math.ceil(matches.length / perPage));
  const page = Math.min(query.page, lastPage);
  const countsOf = (facet: FacetName) => {
    const values = activeProducts.flatMap((product) =>
      PRODUCT_LEVEL.includes(facet)
        ? productValues(product, facet)
        : product.variants.flatMap((variant) => variantValues(variant, facet)),
    );
    return Object.fromEntries(
      [...new Set(values)].map((value) => [
        value,
        activeProducts.filter((product) => isMatch(product, { facet, value })).length,
      ]),
    );
  };
  const paiseAtAnyPrice = activeProducts.filter((product) => isMatch(product, undefined, true)).map(lowestPaise);
  const outsideRange = priceRange && {
    under: paiseAtAnyPrice.filter((paise) => paise < priceRange.lowestPaise).length,
    over: paiseAtAnyPrice.filter((paise) => paise > priceRange.highestPaise).length,
  };
  return {
    slugs: matches.slice((page - 1) * perPage, page * perPage).map(({ slug }) => slug),
    total: matches.length,
    page,
    lastPage,
    outsideRange,
    counts: Object.fromEntries(
      [...PRODUCT_LEVEL, ...VARIANT_LEVEL].map((facet) => [facet, countsOf(facet)]),
    ) as ReferencePage['counts'],
  };
}

function variantValues(variant: VariantRecord, facet: FacetName): string[] {
  if (facet === 'availability')
    return [...(variant.quantity > 0 ? ['in_stock'] : []), ...(variant.pre_order ? ['pre_order'] : [])];
  const value = variant.values?.[facet];
  return value ? [valueSlug(facet === 'color' ? colorFamily(demoPalettes, value) : value)] : [];
}

function lowestPaise(product: ProductRecord): number {
  return Math.min(
    ...product.variants.map(({ price, sale_price }) => Math.round(100 * Math.min(price, sale_price ?? price))),
  );
}

function keyOf(product: ProductRecord, query: ListQuery): number {
  if (query.sort === 'lowtohigh') return lowestPaise(product);
  if (query.sort === 'hightolow') return -lowestPaise(product);
  return query.sort === 'top_sale' ? -(product.sold ?? 0) : -Date.parse(product.created_at ?? '');
}

export function isInOrder(names: string[], kind: 'size' | 'age'): boolean {
  const compare = kind === 'size' ? compareSizes : compareAges;
  return names.every((name, index) => index === 0 || compare(names[index - 1] ?? '', name) <= 0);
}
