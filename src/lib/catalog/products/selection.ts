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

/** The chosen value of each option, in the order of the options; `null` until the shopper chooses a value. */
export type Selection = readonly (string | null)[];

export interface ProductWithOptions {
  options: readonly Pick<BuyableOption, 'label' | 'values'>[];
  variants: readonly BuyableVariant[];
}

/** The choice in a URL: a variant, or only a colour. Unknown values are ignored. */
interface UrlChoice {
  variantId?: string | undefined;
  color?: string | null | undefined;
}

/**
 * Returns the initial selection: the variant in the URL; if there is none, the colour in the URL or that of the first
 * available variant, and options with a single value (product.md, "Product page").
 */
export function initialSelection(
  { options, variants }: ProductWithOptions,
  { variantId, color }: UrlChoice = {},
): Selection {
  const variantInUrl = variants.find(({ _id }) => String(_id) === variantId);
  if (variantInUrl) return variantInUrl.values;
  const colorIndex = colorOptionIndex(options);
  const variantsOfColor = variants.filter(({ values }) => values[colorIndex] === color);
  const shownVariant = firstAvailable(variantsOfColor.length > 0 ? variantsOfColor : variants);
  return options.map((_, optionIndex) =>
    optionIndex === colorIndex ? (shownVariant?.values[optionIndex] ?? null) : singleValue(variants, optionIndex),
  );
}

/** Returns the value of an option that all variants share; null if their values differ. */
function singleValue([firstVariant, ...otherVariants]: readonly BuyableVariant[], optionIndex: number): string | null {
  const value = firstVariant?.values[optionIndex];
  return value !== undefined && otherVariants.every(({ values }) => values[optionIndex] === value) ? value : null;
}

/** Returns the name of the form field with the chosen value of an option. */
export function choiceField(optionIndex: number): string {
  return `choice${optionIndex}`;
}

/**
 * Returns the selection of values that a form or an API client sent. Unknown values count as not chosen, except that
 * options with a single value are always chosen.
 */
export function selectionOf(
  { options, variants }: ProductWithOptions,
  sentValues: readonly (string | undefined)[],
): Selection {
  return options.map(
    ({ values }, optionIndex) =>
      values.find((value) => value === sentValues[optionIndex]) ?? singleValue(variants, optionIndex),
  );
}

/** Returns the variants that have all selected values. */
export function matchingVariants<V extends Pick<BuyableVariant, 'values'>>(
  variants: readonly V[],
  selection: Selection,
): V[] {
  return variants.filter(({ values }) =>
    selection.every((value, optionIndex) => value === null || value === values[optionIndex]),
  );
}

/** Returns the selected variant; undefined if an option has no value, or if no variant has the selected values. */
export function selectedVariant<V extends Pick<BuyableVariant, 'values'>>(
  { variants }: { variants: readonly V[] },
  selection: Selection,
): V | undefined {
  return selection.includes(null) ? undefined : matchingVariants(variants, selection)[0];
}

/** Returns the selection with a new value for one option. Clears other values that do not exist with the new value. */
export function withValue(
  { variants }: Pick<ProductWithOptions, 'variants'>,
  selection: Selection,
  optionIndex: number,
  value: string,
): Selection {
  let newSelection: Selection = selection.map((_, index) => (index === optionIndex ? value : null));
  for (const [index, chosen] of selection.entries()) {
    if (index === optionIndex || chosen === null) continue;
    const candidate = replaceValue(newSelection, index, chosen);
    if (matchingVariants(variants, candidate).length > 0) newSelection = candidate;
  }
  return newSelection;
}

/** Returns the selection with another value for one option, whether or not a variant has this combination. */
export function replaceValue(selection: Selection, optionIndex: number, value: string | null): Selection {
  return selection.map((chosen, index) => (index === optionIndex ? value : chosen));
}

/**
 * Returns the prompt for the first option without a value, such as "Choose a size"; undefined if all have a value.
 */
export function choicePrompt(
  options: readonly Pick<BuyableOption, 'label'>[],
  selection: Selection,
): string | undefined {
  const option = options[selection.indexOf(null)];
  return option && `Choose ${withArticle(optionHeading(option.label))}`;
}

/**
 * Returns a text such as "M does not come in Kashish Grey. Choose a size." if the change cleared another value;
 * otherwise, an empty string.
 */
export function clearedText(
  { options }: Pick<ProductWithOptions, 'options'>,
  before: Selection,
  after: Selection,
): string {
  const clearedValues = before.filter((value, optionIndex) => value !== null && after[optionIndex] === null);
  const changedValues = after.filter((value, optionIndex) => value !== null && value !== before[optionIndex]);
  if (clearedValues.length === 0) return '';
  return `${clearedValues.join(' / ')} does not come in ${changedValues.join(' / ')}. ${choicePrompt(options, after)}.`;
}

function withArticle(heading: string): string {
  // "Size" becomes "size", but "US size" keeps its capitals.
  const phrase = /^\p{Lu}\p{Lu}/u.test(heading) ? heading : heading.charAt(0).toLowerCase() + heading.slice(1);
  return `${/^[aeio]/i.test(phrase) ? 'an' : 'a'} ${phrase}`;
}

/**
 * Returns the path of the selected variant; if none is selected, that of the product with the chosen colour.
 * `quantity` is in pieces or metres.
 */
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

export type Offer = NonNullable<ReturnType<typeof offerOf>>;

/** Returns the price and availability of a selection; undefined if no variant matches it. */
export function offerOf({ variants }: Pick<ProductWithOptions, 'variants'>, selection: Selection) {
  const matches = matchingVariants(variants, selection);
  const buyableVariants = matches.filter((variant) => !isOutOfStock(variant));
  const offeredVariants = buyableVariants.length > 0 ? buyableVariants : matches;
  const [firstVariant] = offeredVariants;
  const shownVariant = firstAvailable(offeredVariants);
  if (!firstVariant || !shownVariant) return undefined;
  const cheapestVariant = offeredVariants.reduce(
    (lowest, variant) => (effectivePaise(variant) < effectivePaise(lowest) ? variant : lowest),
    firstVariant,
  );
  const hasHigherPrices = offeredVariants.some((variant) => effectivePaise(variant) > effectivePaise(cheapestVariant));
  return {
    /** The selected variant; undefined until every option has a value. */
    variant: selectedVariant({ variants }, selection),
    /** The cheapest offered variant. */
    cheapestVariant,
    /** Whether other offered variants cost more, so that "from" is shown before the price. */
    hasHigherPrices,
    /** The variant whose availability is shown. */
    shownVariant,
    /** The matching variants that can be bought; if there are none, all matching variants. */
    offeredVariants,
  };
}
