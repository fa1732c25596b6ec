import { quantityRules } from '#lib/catalog/inventory/requested-quantity.ts';
import { variantHref } from '#lib/catalog/products/buyable-product.ts';
import {
  effectivePaise,
  isOutOfStock,
  OUT_OF_STOCK,
  type ProductDetail,
  type Variant,
} from '#lib/catalog/products/catalog.ts';
import {
  CLOTH_WIDTHS,
  type ClothLengths,
  cutLength,
  findGarment,
  findWidthCm,
  type GarmentLengths,
  MAX_GARMENTS,
  usualWidth,
  widthCm,
  widthKey,
} from '#lib/content/content/cloth-lengths.ts';
import { metresText, toCm, toMetres } from '#lib/primitives/metres.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

/** The values that were sent with the form, or the initial values. */
export type ClothInput = ReturnType<typeof clothInput>;

/** A variant from which the length can be cut, or the reason why it can't. */
export interface ClothOffer {
  name: string;
  href?: string;
  text: string;
}

export type ClothResult = { problem: string } | { sentence: string; metres: number; offers: ClothOffer[] };

export function clothPath({ slug }: Pick<ProductDetail, 'slug'>): string {
  return `/products/${slug}/cloth`;
}

/** Returns the form's values. The initial width is the widest usual width that the product's details allow. */
export function clothInput({ details, content }: Pick<ProductDetail, 'details' | 'content'>, params: URLSearchParams) {
  const detailsWidthCm = findWidthCm([...details, content]);
  const count = Number(params.get('count') ?? 1);
  return {
    garment: params.get('garment') ?? '',
    width:
      CLOTH_WIDTHS.find((inches) => String(inches) === params.get('width')) ??
      (detailsWidthCm ? usualWidth(detailsWidthCm) : undefined),
    count: Number.isInteger(count) && count >= 1 && count <= MAX_GARMENTS ? count : 1,
  };
}

/**
 * Returns the length of cloth for the garments, rounded up to a length that can be cut; a `problem` if there is none;
 * undefined before a garment is chosen.
 */
export function clothResult(product: ProductDetail, lengths: ClothLengths, input: ClothInput): ClothResult | undefined {
  if (input.garment === '') return undefined;
  const garmentLengths = findGarment(lengths, input.garment);
  if (!garmentLengths) return { problem: 'Choose a garment from the list.' };
  if (input.width === undefined) return { problem: 'Choose the width of the cloth.' };
  const metresEach = garmentLengths[widthKey(input.width)];
  const clothText = `cloth ${widthCm(input.width)} cm wide`;
  if (metresEach === null) return { problem: `${garmentLengths.garment} can’t be made from ${clothText}.` };
  const rules = { min: toMetres(product.minQuantity), step: toMetres(product.unitStepCm) };
  const metres = cutLength(metresEach * input.count, rules);
  const offers = product.variants.map((variant) => offerOf(product, variant, metres));
  return { sentence: sentenceOf(garmentLengths, input.count, clothText, metres), metres, offers };
}

function sentenceOf({ garment, size }: GarmentLengths, count: number, clothText: string, metres: number): string {
  const garments = count === 1 ? garment : `${count} × ${garment}`;
  return `${garments}, ${size}, on ${clothText}: about ${metresText(toCm(metres))}.`;
}

function offerOf(product: ProductDetail, variant: Variant, metres: number): ClothOffer {
  const { max } = quantityRules(product, variant);
  const name = variant.name || product.name;
  if (isOutOfStock(variant)) return { name, text: OUT_OF_STOCK };
  if (metres > max) return { name, text: `At most ${metresText(toCm(max))} in one piece` };
  const price = priceText(Math.round(effectivePaise(variant) * metres));
  return { name, href: `${variantHref(product, variant)}?quantity=${metres}`, text: price };
}
