import { OPTION_FACETS, type OptionFacet, VARIANT_FACETS } from '#lib/catalog/listing-index/facets/facets.ts';
import type { VariantTable } from '#lib/platform/db/query/tables.ts';

/** Ids set by migration 0001. */
export const IN_STOCK_ID = 1;
export const PRE_ORDER_ID = 2;

/**
 * The combination of values of a variant: an id for each of OPTION_FACETS (0: none), then flags (1: in stock, 2:
 * pre-order).
 */
export type Combo = readonly number[];
export const COMBO_LENGTH = OPTION_FACETS.length + 1;

type FilterableVariant = Pick<VariantTable, `${OptionFacet}_id` | 'quantity' | 'pre_order_at'>;

export function comboOf(variant: FilterableVariant): Combo {
  const flags = (variant.quantity > 0 ? 1 : 0) | (variant.pre_order_at === null ? 0 : 2);
  return [...OPTION_FACETS.map((facet) => variant[`${facet}_id`] satisfies number), flags];
}

/** `facetIndex` is an index in VARIANT_FACETS. */
export function comboValuesAt(combo: Combo, facetIndex: number): number[] {
  const value = combo[facetIndex] ?? 0;
  if (facetIndex < OPTION_FACETS.length) return value === 0 ? [] : [value];
  const ids = [IN_STOCK_ID, PRE_ORDER_ID];
  return ids.filter((_, bit) => (value & (1 << bit)) !== 0);
}

export function comboValues(combo: Combo): number[] {
  return VARIANT_FACETS.flatMap((_, index) => comboValuesAt(combo, index));
}

/** Ids of the option values in `combos`, as returned by `parseTokens`. */
export function optionIds(combos: readonly number[]): number[] {
  return combos.filter((id, at) => id !== 0 && at % COMBO_LENGTH !== OPTION_FACETS.length);
}

/** The number of options in rows that do not state it. */
const IMPLIED_OPTION_COUNT = 3;

/** The product's own values, its distinct combinations concatenated, and the number of options unless it is three. */
export function listingTokens(ownIds: number[], variants: FilterableVariant[]): string {
  const combos = new Set(variants.map((variant) => comboOf(variant).join()));
  const options = OPTION_FACETS.length === IMPLIED_OPTION_COUNT ? '' : `,${OPTION_FACETS.length}`;
  return `[[${ownIds.join()}],[${[...combos].join()}]${options}]`;
}

export function parseTokens(
  tokens: string,
  optionCount = OPTION_FACETS.length,
): { ownIds: number[]; combos: number[] } {
  const [ownIds, combos, options = IMPLIED_OPTION_COUNT]: [number[], number[], number?] = JSON.parse(tokens);
  if (options === optionCount) return { ownIds, combos };
  const missing = new Array<number>(optionCount - options).fill(0);
  const isFlags = (at: number) => at % (options + 1) === options;
  return { ownIds, combos: combos.flatMap((id, at) => (isFlags(at) ? [...missing, id] : [id])) };
}
