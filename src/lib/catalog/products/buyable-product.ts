import { optionFacetOf } from '#lib/catalog/listing-index/facets/facets.ts';
import {
  effectivePaise,
  IN_STOCK,
  isOutOfStock,
  type OptionValues,
  OUT_OF_STOCK,
  type ProductDetail,
  type Variant,
} from '#lib/catalog/products/catalog.ts';
import { indianDay } from '#lib/primitives/indian-time.ts';
import { metresText, toMetres } from '#lib/primitives/metres.ts';

const LOW_STOCK_PIECES = 5;
const LOW_STOCK_CM = 300;
const MAX_PIECES = 20;

/** The fields of a variant that the buy box needs. */
export type BuyableVariant = Pick<
  Variant,
  '_id' | 'values' | 'pricePaise' | 'salePricePaise' | 'quantity' | 'preOrderAt' | 'longestCutCm'
>;

/** The part of a product that the buy box needs. It is kept small, because each product page embeds it. */
export interface BuyableProduct
  extends Pick<ProductDetail, '_id' | 'slug' | 'sellUnit' | 'unitStepCm' | 'minQuantity'> {
  options: BuyableOption[];
  variants: BuyableVariant[];
}

export interface BuyableOption extends Omit<OptionValues, 'dots'> {
  /** For a colour option: six hex digits per value, concatenated to keep the page small. */
  dots?: string | undefined;
}

/**
 * Returns the first variant in stock; if no variant is in stock, the first variant for pre-order; if there is none
 * either, the first variant.
 */
export function firstAvailable(variants: readonly BuyableVariant[]): BuyableVariant | undefined {
  return (
    variants.find((variant) => variant.quantity > 0) ??
    variants.find((variant) => !isOutOfStock(variant)) ??
    variants[0]
  );
}

/** Returns the index of the colour option; -1 if there is none. */
export function colorOptionIndex(options: readonly Pick<OptionValues, 'label'>[]): number {
  return options.findIndex(({ label }) => optionFacetOf(label) === 'color');
}

/** Returns the colour among the values of a variant or a selection; undefined if they contain no colour. */
export function colorOf(
  { options }: { options: readonly Pick<OptionValues, 'label'>[] },
  values: readonly (string | null)[],
): string | undefined {
  return values[colorOptionIndex(options)] ?? undefined;
}

/** Returns the discount in whole percent; 0 if the variant has no lower sale price. */
export function discountPercentage(variant: Pick<Variant, 'pricePaise' | 'salePricePaise'>): number {
  const paise = effectivePaise(variant);
  return paise < variant.pricePaise ? Math.round(((variant.pricePaise - paise) * 100) / variant.pricePaise) : 0;
}

/** Returns a string such as "Only 2 left", in pieces or metres; undefined if the stock is zero or is not low. */
export function lowStockText(
  variant: Pick<Variant, 'quantity'>,
  sellUnit: ProductDetail['sellUnit'],
): string | undefined {
  const isMetre = sellUnit === 'metre';
  if (variant.quantity <= 0 || variant.quantity > (isMetre ? LOW_STOCK_CM : LOW_STOCK_PIECES)) return undefined;
  return isMetre ? `Only ${metresText(variant.quantity)} left` : `Only ${variant.quantity} left`;
}

/**
 * Returns the minimum, maximum and step of the quantity field, in pieces or metres. The maximum of cloth depends on the
 * longest bolt, because one order line is cut from one bolt.
 */
export function quantityRange(
  product: Pick<BuyableProduct, 'sellUnit' | 'unitStepCm' | 'minQuantity'>,
  variant: Pick<BuyableVariant, 'quantity' | 'preOrderAt' | 'longestCutCm'>,
): { min: number; max: number; step: number } {
  if (product.sellUnit === 'metre') {
    const step = toMetres(product.unitStepCm);
    const longestCm = variant.longestCutCm ?? variant.quantity;
    const steps = Math.floor(Math.max(longestCm - product.minQuantity, 0) / product.unitStepCm);
    const max = toMetres(product.minQuantity + steps * product.unitStepCm);
    return { min: toMetres(product.minQuantity), max, step };
  }
  const orderablePieces = variant.quantity > 0 ? Math.min(variant.quantity, MAX_PIECES) : MAX_PIECES;
  return { min: product.minQuantity, max: Math.max(product.minQuantity, orderablePieces), step: 1 };
}

/** Returns the path of a variant, or of the product if it has no options. */
export function variantHref(
  product: Pick<ProductDetail, 'slug'> & { options: readonly unknown[] },
  variant: Pick<Variant, '_id'>,
): string {
  const path = `/products/${product.slug}`;
  return product.options.length === 0 ? path : `${path}/${variant._id}`;
}

export function stockLabel(variant: Pick<Variant, 'quantity' | 'preOrderAt'>): string {
  if (variant.quantity > 0) return IN_STOCK;
  return variant.preOrderAt === undefined ? OUT_OF_STOCK : `Pre-order: ships from ${indianDay(variant.preOrderAt)}`;
}

/** Returns the label of an option with a capital letter, such as "Size"; "Colour" for both "color" and "colour". */
export function optionHeading(label: string): string {
  const heading = optionFacetOf(label) === 'color' ? 'colour' : label.trim();
  return heading.charAt(0).toUpperCase() + heading.slice(1);
}

export function buyableOption({ label, values, dots }: OptionValues): BuyableOption {
  return dots ? { label, values, dots: dots.join('').replaceAll('#', '') } : { label, values };
}

export function toBuyableProduct(product: ProductDetail): BuyableProduct {
  const { _id, slug, sellUnit, unitStepCm, minQuantity, variants } = product;
  const options = product.options.map(buyableOption);
  return { _id, slug, sellUnit, unitStepCm, minQuantity, options, variants };
}
