import type { ProductDetail, Variant } from '#lib/catalog/products/catalog.ts';
import { CM_PER_METRE } from '#lib/primitives/metres.ts';
import type { Services } from '#lib/shop/settings/services.schema.ts';

/** The number of swatches in a set, and the maximum number of swatches in an order (product.md, "Swatches"). */
export const SWATCHES_PER_SET = 5;

/** The owner's terms for swatches. */
export type SwatchOffer = Omit<Services['swatches'], 'offered'>;

export const SWATCH_MESSAGES = {
  choose: 'Choose at least one fabric.',
  tooMany: `An order can have at most ${SWATCHES_PER_SET} swatches.`,
  notOffered: 'Swatches of this cloth are no longer offered.',
  lengthInCart: 'A length of this cloth is already in your cart.',
} as const;

export function hasSwatches(
  offer: SwatchOffer | undefined,
  { sellUnit, slug }: Pick<ProductDetail, 'sellUnit' | 'slug'>,
): offer is SwatchOffer {
  return offer !== undefined && sellUnit === 'metre' && !offer.without.includes(slug);
}

export function swatchName(name: string): string {
  return `Swatch: ${name}`;
}

/** Returns the price per metre at which a swatch costs a fifth of a set. */
export function swatchPricePaise({ pricePaise, lengthCm }: SwatchOffer): number {
  return Math.round((pricePaise / SWATCHES_PER_SET) * (CM_PER_METRE / lengthCm));
}

/**
 * Returns a product and its variant as a swatch, which is sold in one length. If the shop no longer offers swatches,
 * callers pass the length and price that were stored with the line.
 */
export function asSwatch(
  { product, variant }: { product: ProductDetail; variant: Variant },
  { lengthCm, pricePaise }: Pick<SwatchOffer, 'lengthCm' | 'pricePaise'>,
): { product: ProductDetail; variant: Variant } {
  const { salePricePaise: _sale, saleEndsAt: _end, preOrderAt: _preOrder, ...otherFields } = variant;
  const longestCutCm = variant.longestCutCm ?? variant.quantity;
  const quantity = longestCutCm >= lengthCm ? lengthCm : 0;
  return {
    product: { ...product, name: swatchName(product.name), minQuantity: lengthCm, unitStepCm: lengthCm },
    variant: { ...otherFields, pricePaise, quantity, longestCutCm: quantity },
  };
}
