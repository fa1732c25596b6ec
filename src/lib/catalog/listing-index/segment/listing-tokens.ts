import { OPTION_FACETS, type OptionFacet, VARIANT_FACETS } from '#lib/catalog/listing-index/facets/facets.ts';
import type { VariantTable } from '#lib/platform/db/query/tables.ts';

/** The id of the availability value "in stock", set by migration 0001. */
export const IN_STOCK_ID = 1;
/** The id of the availability value "pre-order", set by migration 0001. */
export const PRE_ORDER_ID = 2;

/**
 * The combination of values of a variant: an id for each of OPTION_FACETS (0 if the variant has no value), then flags
 * (1: in stock, 2: pre-order).
 */
export type Combo = readonly number[];
export const COMBO_LENGTH = OPTION_FACETS.length + 1;

type FilterableVariant = Pick<VariantTable, `${OptionFacet}_id` | 'quantity' | 'pre_order_at'>;

export function comboOf(variant: FilterableVariant): Combo {
  const flags = (variant.quantity > 0 ? 1 : 0) | (variant.pre_order_at === null ? 0 : 2);
  return [...OPTION_FACETS.map((facet) => variant[`${facet}_id`] satisfies number), flags];
}

/** Returns the ids of the values for one facet. `facetIndex` is an index in VARIANT_FACETS. */
export function comboValuesAt(combo: Combo, facetIndex: number): number[] {
  const idOrFlags = combo[facetIndex] ?? 0;
  if (facetIndex < OPTION_FACETS.length) return idOrFlags === 0 ? [] : [idOrFlags];
  const ids = [IN_STOCK_ID, PRE_ORDER_ID];
  return ids.filter((_, bit) => (idOrFlags & (1 << bit)) !== 0);
}

/** Returns the ids of all values in a combination. */
export function comboValues(combo: Combo): number[] {
  return VARIANT_FACETS.flatMap((_, index) => comboValuesAt(combo, index));
}

/** Returns the ids of the option values in `combos`, as returned by `parseTokens`. */
export function optionIds(combos: readonly number[]): number[] {
  return combos.filter((id, index) => id !== 0 && index % COMBO_LENGTH !== OPTION_FACETS.length);
}

/** The number of options in stored tokens that do not contain this number. */
const IMPLIED_OPTION_COUNT = 3;

/**
 * Returns the values of the product itself, the distinct combinations of its variants, and the number of options unless
 * it is three, as JSON.
 */
export function listingTokens(productValueIds: number[], variants: FilterableVariant[]): string {
  const combos = new Set(variants.map((variant) => comboOf(variant).join()));
  const optionCountText = OPTION_FACETS.length === IMPLIED_OPTION_COUNT ? '' : `,${OPTION_FACETS.length}`;
  return `[[${productValueIds.join()}],[${[...combos].join()}]${optionCountText}]`;
}

/**
 * Parses the result of `listingTokens`. Variants have no value for options that did not exist when the tokens were
 * stored.
 */
export function parseTokens(tokensJson: string, optionCount = OPTION_FACETS.length) {
  const [productValueIds, combos, storedOptionCount = IMPLIED_OPTION_COUNT]: [number[], number[], number?] =
    JSON.parse(tokensJson);
  if (storedOptionCount === optionCount) return { productValueIds, combos };
  const missingIds = new Array<number>(optionCount - storedOptionCount).fill(0);
  const isFlags = (index: number) => index % (storedOptionCount + 1) === storedOptionCount;
  return { productValueIds, combos: combos.flatMap((id, index) => (isFlags(index) ? [...missingIds, id] : [id])) };
}
