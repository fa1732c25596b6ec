export interface UntaxedVariant {
  productId: number;
  slug: string;
  sku: string | null;
  variant: string;
  hsn: string | null;
  isHeldBack: boolean;
}

/** Returns the ids of the products to hold back or to show again, and the number of held-back products afterwards. */
export function heldBackChanges(
  untaxed: readonly UntaxedVariant[],
  heldBack: readonly number[],
): { count: number; changedIds: number[] } {
  const untaxedIds = new Set(untaxed.map(({ productId }) => productId));
  const shownIds = untaxed.filter(({ isHeldBack }) => !isHeldBack).map(({ productId }) => productId);
  return {
    count: untaxedIds.size,
    changedIds: [...new Set([...shownIds, ...heldBack.filter((id) => !untaxedIds.has(id))])],
  };
}

export function untaxedLine({ slug, variant, sku, hsn, isHeldBack }: UntaxedVariant): string {
  const name = [slug, variant, sku && `(${sku})`].filter(Boolean).join(' ');
  return `${name}: ${hsn === null ? 'no HSN' : `no rate is known for HSN ${hsn}`}${isHeldBack ? ', held back from sale' : ''}`;
}
