import {
  effectivePaise,
  IN_STOCK,
  isOutOfStock,
  type OptionValues,
  OUT_OF_STOCK,
  type ProductDetail,
  type Variant,
} from '#lib/catalog/catalog.ts';
import { type OptionFacet, optionKind } from '#lib/facets/facets.ts';
import { metresText, toMetres } from '#lib/fields/metres.ts';

const LOW_STOCK_PIECES = 5;
const LOW_STOCK_CM = 300;
const MOST_PIECES = 20;

export type ShownVariant = Pick<
  Variant,
  '_id' | 'values' | 'pricePaise' | 'salePricePaise' | 'quantity' | 'preOrderAt' | 'longestCutCm'
>;

/** What choosing and buying needs of a product; small, for it is sent with the page. */
export interface BuyableProduct
  extends Pick<ProductDetail, '_id' | 'slug' | 'sellUnit' | 'unitStepCm' | 'minQuantity' | 'options'> {
  variants: ShownVariant[];
}

export interface Choice {
  value: string;
  variant: ShownVariant;
  isChosen: boolean;
  isSoldOut: boolean;
  /** No variant joins this value with the other chosen ones, so something else changes with it. */
  changesOthers: boolean;
}

export interface Picker extends OptionValues {
  kind: OptionFacet | undefined;
  chosen: string;
  choices: Choice[];
}

/** The variant of the address; else the first that can be bought at once, or ahead, or at all. */
export function chosenVariant(variants: ShownVariant[], id?: string | number): ShownVariant | undefined {
  return (
    variants.find((variant) => String(variant._id) === String(id)) ??
    variants.find((variant) => variant.quantity > 0) ??
    variants.find((variant) => !isOutOfStock(variant)) ??
    variants[0]
  );
}

export function pickersOf(product: Pick<BuyableProduct, 'options' | 'variants'>, current: ShownVariant): Picker[] {
  return product.options.map(({ label, values }, index) => ({
    label,
    values,
    kind: optionKind(label),
    chosen: current.values[index] ?? '',
    choices: values.flatMap((value) => choiceOf(product.variants, current, index, value) ?? []),
  }));
}

function choiceOf(variants: ShownVariant[], current: ShownVariant, index: number, value: string): Choice | undefined {
  const variant = nearestVariant(variants, current, index, value);
  if (!variant) return undefined;
  return {
    value,
    variant,
    isChosen: current.values[index] === value,
    isSoldOut: isOutOfStock(variant),
    changesOthers: sharedValues(variant, current, index) < current.values.length - 1,
  };
}

/** With this value, and as many of the other chosen ones as there is a variant for; what can be bought comes first among equals. */
export function nearestVariant(
  variants: ShownVariant[],
  current: ShownVariant,
  index: number,
  value: string,
): ShownVariant | undefined {
  const score = (variant: ShownVariant) => sharedValues(variant, current, index) * 2 + (isOutOfStock(variant) ? 0 : 1);
  return variants
    .filter((variant) => variant.values[index] === value)
    .reduce<ShownVariant | undefined>((best, next) => (best && score(best) >= score(next) ? best : next), undefined);
}

function sharedValues(variant: ShownVariant, current: ShownVariant, besides: number): number {
  return variant.values.filter((value, at) => at !== besides && value === current.values[at]).length;
}

export function colorOf(
  product: { options: readonly Pick<OptionValues, 'label'>[] },
  variant: Pick<ShownVariant, 'values'> | undefined,
): string | undefined {
  const index = product.options.findIndex(({ label }) => optionKind(label) === 'color');
  return index === -1 ? undefined : variant?.values[index];
}

export function discountPercentage(variant: Pick<Variant, 'pricePaise' | 'salePricePaise'>): number {
  const now = effectivePaise(variant);
  return now < variant.pricePaise ? Math.round(((variant.pricePaise - now) * 100) / variant.pricePaise) : 0;
}

/** "Only 2 left", in pieces or metres; nothing while there is plenty, or none. */
export function lowStockText(
  variant: Pick<Variant, 'quantity'>,
  sellUnit: ProductDetail['sellUnit'],
): string | undefined {
  const isMetre = sellUnit === 'metre';
  if (variant.quantity <= 0 || variant.quantity > (isMetre ? LOW_STOCK_CM : LOW_STOCK_PIECES)) return undefined;
  return isMetre ? `Only ${metresText(variant.quantity)} left` : `Only ${variant.quantity} left`;
}

/** Smallest, largest and step of the quantity field, in pieces or metres. One line of cloth is cut from one bolt. */
export function quantityRange(
  product: Pick<BuyableProduct, 'sellUnit' | 'unitStepCm' | 'minQuantity'>,
  variant: Pick<ShownVariant, 'quantity' | 'preOrderAt' | 'longestCutCm'>,
): { min: number; max: number; step: number } {
  if (product.sellUnit === 'metre') {
    const step = toMetres(product.unitStepCm);
    const longest = variant.longestCutCm ?? variant.quantity;
    const max = Math.floor(Math.max(longest, product.minQuantity) / product.unitStepCm) * step;
    return { min: toMetres(product.minQuantity), max, step };
  }
  const inStock = variant.quantity > 0 ? variant.quantity : MOST_PIECES;
  return { min: product.minQuantity, max: Math.max(product.minQuantity, Math.min(inStock, MOST_PIECES)), step: 1 };
}

export function variantHref(product: Pick<BuyableProduct, 'slug' | 'options'>, variant: Pick<Variant, '_id'>): string {
  const path = `/products/${product.slug}`;
  return product.options.length === 0 ? path : `${path}/${variant._id}`;
}

let day: Intl.DateTimeFormat | undefined;

/** Made when it is needed: making it takes a slow phone 100 ms of its first touch. */
function dayText(at: number): string {
  day ??= new Intl.DateTimeFormat('en-IN', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Asia/Kolkata',
  });
  return day.format(at);
}

/** The stock label, or when a variant that may be ordered ahead will ship. */
export function stockLabel(variant: Pick<Variant, 'quantity' | 'preOrderAt'>): string {
  if (variant.quantity > 0) return IN_STOCK;
  return variant.preOrderAt === undefined ? OUT_OF_STOCK : `Pre-order: ships from ${dayText(variant.preOrderAt)}`;
}

/** `color` → `Colour`: the owner's name of an option as a heading. */
export function optionHeading(label: string): string {
  const word = optionKind(label) === 'color' ? 'colour' : label.trim();
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export function buyable(product: ProductDetail): BuyableProduct {
  const { _id, slug, sellUnit, unitStepCm, minQuantity, options } = product;
  const variants = product.variants.map(
    ({ _id, values, pricePaise, salePricePaise, quantity, preOrderAt, longestCutCm }) => ({
      _id,
      values,
      pricePaise,
      ...(salePricePaise === undefined ? {} : { salePricePaise }),
      quantity,
      ...(preOrderAt === undefined ? {} : { preOrderAt }),
      ...(longestCutCm === undefined ? {} : { longestCutCm }),
    }),
  );
  return { _id, slug, sellUnit, unitStepCm, minQuantity, options, variants };
}
