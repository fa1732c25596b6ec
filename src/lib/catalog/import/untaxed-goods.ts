export interface UntaxedVariant {
  productId: number;
  slug: string;
  sku: string | null;
  variantName: string;
  hsn: string | null;
  isHeldBack: boolean;
}

/** Returns the ids of the products to hold back or to show again, and the number of held-back products afterwards. */
export function heldBackChanges(
  untaxedVariants: readonly UntaxedVariant[],
  heldBackIds: readonly number[],
): { heldBackCount: number; changedIds: number[] } {
  const untaxedIds = new Set(untaxedVariants.map(({ productId }) => productId));
  const idsToHoldBack = untaxedVariants.filter(({ isHeldBack }) => !isHeldBack).map(({ productId }) => productId);
  return {
    heldBackCount: untaxedIds.size,
    changedIds: [...new Set([...idsToHoldBack, ...heldBackIds.filter((id) => !untaxedIds.has(id))])],
  };
}

export function untaxedLine({ slug, variantName, sku, hsn, isHeldBack }: UntaxedVariant): string {
  const name = [slug, variantName, sku && `(${sku})`].filter(Boolean).join(' ');
  return `${name}: ${hsn === null ? 'no HSN' : `no rate is known for HSN ${hsn}`}${isHeldBack ? ', held back from sale' : ''}`;
}
