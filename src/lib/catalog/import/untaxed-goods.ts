export interface UntaxedVariant {
  productId: number;
  slug: string;
  sku: string | null;
  variant: string;
  hsn: string | null;
  isHeldBack: boolean;
}

/** Which products to hide or show again, and how many are then hidden. `held` are those hidden before. */
export function changedHolds(
  untaxed: readonly UntaxedVariant[],
  held: readonly number[],
): { count: number; changed: number[] } {
  const wanted = new Set(untaxed.map(({ productId }) => productId));
  const shown = untaxed.filter(({ isHeldBack }) => !isHeldBack).map(({ productId }) => productId);
  return { count: wanted.size, changed: [...new Set([...shown, ...held.filter((id) => !wanted.has(id))])] };
}

export function untaxedLine({ slug, variant, sku, hsn, isHeldBack }: UntaxedVariant): string {
  const name = [slug, variant, sku && `(${sku})`].filter(Boolean).join(' ');
  return `${name}: ${hsn === null ? 'no HSN' : `no rate is known for HSN ${hsn}`}${isHeldBack ? ', held back from sale' : ''}`;
}
