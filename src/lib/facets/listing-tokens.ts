import type { VariantTable } from '#lib/platform/db/tables.ts';

/** Ids of the values of the facet `availability`, as migration 0001 makes them. */
export const IN_STOCK_ID = 1;
export const PRE_ORDER_ID = 2;

/** What filters a product: its own facet values, and what each variant is and whether it may be bought. */
export function listingTokens(ownIds: number[], variants: VariantTable[]): string {
  const combos = variants.map((variant) => {
    const flags = (variant.quantity > 0 ? 1 : 0) | (variant.pre_order_at === null ? 0 : 2);
    return [variant.size_id, variant.color_id, variant.age_id, flags].join(',');
  });
  return `[[${ownIds.join(',')}],[${[...new Set(combos)].join(',')}]]`;
}
