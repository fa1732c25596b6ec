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
import { indianDay } from '#lib/fields/indian-time.ts';
import { metresText, toMetres } from '#lib/fields/metres.ts';
import { wordList } from '#lib/fields/word-list.ts';

const LOW_STOCK_PIECES = 5;
const LOW_STOCK_CM = 300;
const MOST_PIECES = 20;

export type ShownVariant = Pick<
  Variant,
  '_id' | 'values' | 'pricePaise' | 'salePricePaise' | 'quantity' | 'preOrderAt' | 'longestCutCm'
>;

/** What choosing and buying needs of a product; small, for it is sent with the page. */
export interface BuyableProduct
  extends Pick<ProductDetail, '_id' | 'slug' | 'sellUnit' | 'unitStepCm' | 'minQuantity'> {
  options: BuyableOption[];
  variants: ShownVariant[];
}

interface BuyableOption extends Omit<OptionValues, 'dots'> {
  /** Of colours: six digits a value without anything between, which makes the page shorter. */
  dots?: string | undefined;
}

export interface Choice {
  value: string;
  dot: string | undefined;
  /** With this value, and otherwise as near to the chosen one as there is. */
  variant: ShownVariant;
  isChosen: boolean;
  isSoldOut: boolean;
  /** Nothing joins this value with the other chosen ones, so taking it changes one of those. */
  elsewhere: Elsewhere | undefined;
}

export interface Elsewhere {
  short: string;
  sentence: string;
  action: string;
}

export interface Picker extends Omit<OptionValues, 'dots'> {
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

/** `picked` are the options that the shopper has chosen a value of, by their places; unless they are known, all. */
export function pickersOf(
  product: Pick<BuyableProduct, 'options' | 'variants'>,
  current: ShownVariant,
  picked: ReadonlySet<number> = new Set(product.options.keys()),
): Picker[] {
  const leading = leadingOption(product.options);
  // The pictures show its value from the beginning.
  const kept = new Set([...picked, leading]);
  return product.options.map(({ label, values, dots }, index) => ({
    label,
    values,
    kind: optionKind(label),
    chosen: current.values[index] ?? '',
    choices: values.flatMap((value, at) => {
      const taken = { index, value, kept, isLeading: index === leading };
      const choice = choiceOf(product.variants, current, taken);
      return choice ? [{ ...choice, dot: dots && `#${dots.slice(6 * at, 6 * at + 6)}` }] : [];
    }),
  }));
}

/** Shoppers take the colour first, then a size in it, wherever the owner has put the two. */
function leadingOption(options: readonly BuyableOption[]): number {
  return Math.max(
    0,
    options.findIndex(({ label }) => optionKind(label) === 'color'),
  );
}

interface Taken {
  index: number;
  value: string;
  /** Options that must not change unsaid. */
  kept: ReadonlySet<number>;
  isLeading: boolean;
}

function choiceOf(variants: ShownVariant[], current: ShownVariant, taken: Taken): Omit<Choice, 'dot'> | undefined {
  const { index, value, isLeading } = taken;
  const variant = nearestVariant(variants, current, index, value);
  if (!variant) return undefined;
  return {
    value,
    variant,
    isChosen: current.values[index] === value,
    // One size that is out says nothing of the colour's others.
    isSoldOut: isLeading
      ? variants.every((one) => one.values[index] !== value || isOutOfStock(one))
      : isOutOfStock(variant),
    elsewhere: elsewhereOf(variants, current, taken, variant),
  };
}

/** "5-6 years comes in Papaya only": said of the options in which the nearest variant differs. */
function elsewhereOf(
  variants: ShownVariant[],
  current: ShownVariant,
  { index, value, kept }: Taken,
  nearest: ShownVariant,
): Elsewhere | undefined {
  const others = current.values.map((_, at) => at).filter((at) => at !== index);
  const differing = others.filter((at) => nearest.values[at] !== current.values[at]);
  if (!differing.some((at) => kept.has(at))) return undefined;
  const nameOf = (variant: ShownVariant) => differing.map((at) => variant.values[at]).join(' / ');
  const isAsNear = ({ values }: ShownVariant) =>
    values[index] === value && others.every((at) => differing.includes(at) || values[at] === current.values[at]);
  const names = [...new Set(variants.filter(isAsNear).map(nameOf))];
  const listed = wordList(names);
  return {
    short: names.length === 1 ? `in ${listed} only` : `not in ${nameOf(current)}`,
    sentence: `${value} comes in ${listed} only.`,
    action: `Change to ${nameOf(nearest)}`,
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
    const steps = Math.floor(Math.max(longest - product.minQuantity, 0) / product.unitStepCm);
    const max = toMetres(product.minQuantity + steps * product.unitStepCm);
    return { min: toMetres(product.minQuantity), max, step };
  }
  const inStock = variant.quantity > 0 ? variant.quantity : MOST_PIECES;
  return { min: product.minQuantity, max: Math.max(product.minQuantity, Math.min(inStock, MOST_PIECES)), step: 1 };
}

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

export function optionHeading(label: string): string {
  const word = optionKind(label) === 'color' ? 'colour' : label.trim();
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export function buyableOption({ label, values, dots }: OptionValues): BuyableOption {
  return dots ? { label, values, dots: dots.join('').replaceAll('#', '') } : { label, values };
}

export function buyable(product: ProductDetail): BuyableProduct {
  const { _id, slug, sellUnit, unitStepCm, minQuantity } = product;
  const options = product.options.map(buyableOption);
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
