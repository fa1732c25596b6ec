import type { ProductDetail, Variant } from '#lib/catalog/products/catalog.ts';
import { CM_IN_A_METRE } from '#lib/primitives/metres.ts';

/** Swatches of a set, and at most in one order (product.md, "Swatches"). */
export const SWATCHES = 5;

/** The owner's terms. */
export interface SwatchOffer {
  /** Of a set of five. */
  pricePaise: number;
  /** How much cloth a swatch takes. */
  lengthCm: number;
  /** How long the coupon for the price is valid; 0: there is none. */
  creditDays: number;
  /** Slugs of fabrics that have no swatches. */
  without: readonly string[];
}

export const SWATCH_MESSAGES = {
  choose: 'Choose at least one cloth.',
  tooMany: `An order has ${SWATCHES} swatches at most.`,
  gone: 'Swatches of this cloth are no longer offered.',
  cut: 'A length of this cloth is in your cart already.',
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

/** Paise per metre, such that a swatch costs a fifth of a set. */
export function swatchPricePaise({ pricePaise, lengthCm }: SwatchOffer): number {
  return Math.round((pricePaise / SWATCHES) * (CM_IN_A_METRE / lengthCm));
}

/**
 * A product and its variant as a swatch is sold: in one length, at the price of a swatch. Without an offer, as the line
 * was stored.
 */
export function asSwatch(
  { product, variant }: { product: ProductDetail; variant: Variant },
  { lengthCm, pricePaise }: { lengthCm: number; pricePaise: number },
): { product: ProductDetail; variant: Variant } {
  const { salePricePaise: _sale, saleEndsAt: _end, preOrderAt: _ahead, ...plain } = variant;
  const longest = variant.longestCutCm ?? variant.quantity;
  const quantity = longest >= lengthCm ? lengthCm : 0;
  return {
    product: { ...product, name: swatchName(product.name), minQuantity: lengthCm, unitStepCm: lengthCm },
    variant: { ...plain, pricePaise, quantity, longestCutCm: quantity },
  };
}
