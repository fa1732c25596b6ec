import {
  type BuyableOption,
  type BuyableProduct,
  type BuyableVariant,
  colorOf,
  colorOptionIndex,
  firstAvailable,
  optionHeading,
  variantHref,
} from '#lib/catalog/products/buyable-product.ts';
import { effectivePaise, isOutOfStock } from '#lib/catalog/products/catalog.ts';

/** The chosen value of each option, in the order of the options; `null` until the shopper chooses one. */
export type Selection = readonly (string | null)[];

export interface ProductWithOptions {
  options: readonly Pick<BuyableOption, 'label' | 'values'>[];
  variants: readonly BuyableVariant[];
}

/** The choice in an address: a variant, or only a colour. Unknown values are ignored. */
export interface AddressChoice {
  variantId?: string | undefined;
  color?: string | null | undefined;
}

/**
 * The initial selection: the variant in the address; otherwise the colour in the address, or that of the first
 * available variant, and options with a single value (product.md, "Product page").
 */
export function initialSelection(
  { options, variants }: ProductWithOptions,
  { variantId, color }: AddressChoice = {},
): Selection {
  const inAddress = variants.find(({ _id }) => String(_id) === variantId);
  if (inAddress) return inAddress.values;
  const colorIndex = colorOptionIndex(options);
  const ofColor = variants.filter(({ values }) => values[colorIndex] === color);
  const shown = firstAvailable(ofColor.length > 0 ? ofColor : variants);
  return options.map((_, at) => (at === colorIndex ? (shown?.values[at] ?? null) : singleValue(variants, at)));
}

function singleValue([first, ...others]: readonly BuyableVariant[], at: number): string | null {
  const value = first?.values[at];
  return value !== undefined && others.every(({ values }) => values[at] === value) ? value : null;
}

/** The field of a form that holds the chosen value of an option. */
export function choiceField(at: number): string {
  return `choice${at}`;
}

/**
 * The selection of values that a form or an API client sent. Unknown values count as not chosen, except that options
 * with a single value are always chosen.
 */
export function selectionOf(
  { options, variants }: ProductWithOptions,
  sent: readonly (string | undefined)[],
): Selection {
  return options.map(({ values }, at) => values.find((value) => value === sent[at]) ?? singleValue(variants, at));
}

export function matchingVariants<V extends Pick<BuyableVariant, 'values'>>(
  variants: readonly V[],
  selection: Selection,
): V[] {
  return variants.filter(({ values }) => selection.every((value, at) => value === null || value === values[at]));
}

/** The variant once every option has a value. */
export function selectedVariant<V extends Pick<BuyableVariant, 'values'>>(
  { variants }: { variants: readonly V[] },
  selection: Selection,
): V | undefined {
  return selection.includes(null) ? undefined : matchingVariants(variants, selection)[0];
}

/** Changes one value, keeps the others that exist with it, and clears the rest. */
export function withValue(
  { variants }: Pick<ProductWithOptions, 'variants'>,
  from: Selection,
  at: number,
  value: string,
): Selection {
  let next: Selection = from.map((_, option) => (option === at ? value : null));
  for (const [option, chosen] of from.entries()) {
    if (option === at || chosen === null) continue;
    const candidate = replaceValue(next, option, chosen);
    if (matchingVariants(variants, candidate).length > 0) next = candidate;
  }
  return next;
}

/** The selection with another value for one option, whether or not it exists. */
export function replaceValue(selection: Selection, at: number, value: string | null): Selection {
  return selection.map((chosen, option) => (option === at ? value : chosen));
}

/** What to do next while an option has no value: "Choose a size", "Choose an age". */
export function choicePrompt(
  options: readonly Pick<BuyableOption, 'label'>[],
  selection: Selection,
): string | undefined {
  const option = options[selection.indexOf(null)];
  return option && `Choose ${withArticle(optionHeading(option.label))}`;
}

/** "M does not come in Kashish Grey. Choose a size." if the change cleared another value; otherwise empty. */
export function clearedText(
  { options }: Pick<ProductWithOptions, 'options'>,
  before: Selection,
  after: Selection,
): string {
  const cleared = before.filter((value, at) => value !== null && after[at] === null);
  const changed = after.filter((value, at) => value !== null && value !== before[at]);
  if (cleared.length === 0) return '';
  return `${cleared.join(' / ')} does not come in ${changed.join(' / ')}. ${choicePrompt(options, after)}.`;
}

function withArticle(heading: string): string {
  // "Size" becomes "size", but "US size" keeps its capitals.
  const word = /^\p{Lu}\p{Lu}/u.test(heading) ? heading : heading.charAt(0).toLowerCase() + heading.slice(1);
  return `${/^[aeio]/i.test(word) ? 'an' : 'a'} ${word}`;
}

/** The path of the selected variant, else of the product with the chosen colour. `quantity` in pieces or metres. */
export function selectionHref(
  product: ProductWithOptions & Pick<BuyableProduct, 'slug'>,
  selection: Selection,
  quantity?: number,
): string {
  const variant = selectedVariant(product, selection);
  const color = variant ? undefined : colorOf(product, selection);
  const search = new URLSearchParams({
    ...(color === undefined ? {} : { color }),
    ...(quantity === undefined ? {} : { quantity: String(quantity) }),
  }).toString();
  return (variant ? variantHref(product, variant) : `/products/${product.slug}`) + (search && `?${search}`);
}

export interface Offer {
  /** The selected variant, once every option has a value. */
  variant: BuyableVariant | undefined;
  /** The cheapest offered variant. */
  cheapest: BuyableVariant;
  /** Whether other offered variants cost more, so that "from" stands before the price. */
  isFrom: boolean;
  /** The variant whose availability is shown. */
  available: BuyableVariant;
  /** The matching variants that can be bought; if there are none, all matching variants. */
  offered: BuyableVariant[];
}

/** The price and availability of a selection; undefined if no variant matches it. */
export function offerOf({ variants }: Pick<ProductWithOptions, 'variants'>, selection: Selection): Offer | undefined {
  const all = matchingVariants(variants, selection);
  const buyable = all.filter((variant) => !isOutOfStock(variant));
  const offered = buyable.length > 0 ? buyable : all;
  const [first] = offered;
  const available = firstAvailable(offered);
  if (!first || !available) return undefined;
  const cheapest = offered.reduce(
    (lowest, next) => (effectivePaise(next) < effectivePaise(lowest) ? next : lowest),
    first,
  );
  const isFrom = offered.some((variant) => effectivePaise(variant) > effectivePaise(cheapest));
  return { variant: selectedVariant({ variants }, selection), cheapest, isFrom, available, offered };
}
