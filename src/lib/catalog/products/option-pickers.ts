import { type OptionFacet, optionFacetOf } from '#lib/catalog/listing-index/facets/facets.ts';
import { type BuyableProduct, type BuyableVariant, colorOptionIndex } from '#lib/catalog/products/buyable-product.ts';
import { effectivePaise, isOutOfStock, type OptionValues } from '#lib/catalog/products/catalog.ts';
import {
  matchingVariants,
  offerOf,
  type ProductWithOptions,
  replaceValue,
  type Selection,
  withValue,
} from '#lib/catalog/products/selection.ts';
import { wordList } from '#lib/primitives/word-list.ts';

export interface Choice {
  value: string;
  /** For a colour, the colour of its swatch, as `#rrggbb`. */
  dot: string | undefined;
  /** The selection with this value. */
  selection: Selection;
  isChosen: boolean;
  isSoldOut: boolean;
  /** The price of the value if it is higher than that of the cheapest value; otherwise, and for colours, undefined. */
  higherPaise: number | undefined;
  /**
   * A note such as "in Blue only" or "not in M" if the value is not available with the other choices; undefined if it
   * is.
   */
  note: string | undefined;
  /** The change to other choices that the shopper must confirm; undefined if none is needed, and for colours. */
  conflict: { sentence: string; action: string } | undefined;
}

/** An option, with the values from which the shopper chooses. */
export interface Picker extends Omit<OptionValues, 'dots'> {
  kind: OptionFacet | undefined;
  chosenValue: string | null;
  choices: Choice[];
}

/** Returns a picker for each option, with the values that at least one variant has. */
export function pickersOf(product: Pick<BuyableProduct, 'options' | 'variants'>, selection: Selection): Picker[] {
  return product.options.map(({ label, values, dots }, optionIndex) => {
    const offer = offerOf(product, replaceValue(selection, optionIndex, null));
    const lowestPaise = offer && effectivePaise(offer.cheapestVariant);
    return {
      label,
      values,
      kind: optionFacetOf(label),
      chosenValue: selection[optionIndex] ?? null,
      choices: values.flatMap((value, index) => {
        const choice = choiceOf(product, selection, { optionIndex, value, lowestPaise });
        return choice ? [{ ...choice, dot: dots && `#${dots.slice(6 * index, 6 * index + 6)}` }] : [];
      }),
    };
  });
}

interface ChoiceInput {
  optionIndex: number;
  value: string;
  lowestPaise: number | undefined;
}

function choiceOf(product: ProductWithOptions, selection: Selection, { optionIndex, value, lowestPaise }: ChoiceInput) {
  const { variants, options } = product;
  const nearestMatch = nearestVariant(variants, selection, optionIndex, value);
  if (!nearestMatch) return undefined;
  const isColor = optionIndex === colorOptionIndex(options);
  const matches = matchingVariants(variants, replaceValue(selection, optionIndex, value));
  // A colour is sold out only if all variants of the colour are sold out.
  const relevantVariants =
    isColor || matches.length === 0 ? variants.filter((variant) => variant.values[optionIndex] === value) : matches;
  const cheapestVariant = offerOf({ variants: matches }, [])?.cheapestVariant;
  const paise = cheapestVariant && effectivePaise(cheapestVariant);
  const choice = {
    value,
    isChosen: selection[optionIndex] === value,
    isSoldOut: relevantVariants.every(isOutOfStock),
    higherPaise:
      !isColor && paise !== undefined && lowestPaise !== undefined && paise > lowestPaise ? paise : undefined,
  };
  if (isColor) {
    const newSelection = withValue(product, selection, optionIndex, value);
    const clearedValues = selection.filter((chosen, index) => chosen !== null && newSelection[index] === null);
    const note = clearedValues.length > 0 ? `not in ${clearedValues.join(' / ')}` : undefined;
    return { ...choice, selection: newSelection, note, conflict: undefined };
  }
  if (matches.length > 0)
    return { ...choice, selection: replaceValue(selection, optionIndex, value), note: undefined, conflict: undefined };
  return { ...choice, ...conflictOf(variants, selection, optionIndex, nearestMatch) };
}

/**
 * Returns the selection of the nearest variant, and the texts of the conflict, such as "5-6 years comes in Papaya
 * only." They name the values in which the nearest variants differ from the selection.
 */
function conflictOf(
  variants: readonly BuyableVariant[],
  selection: Selection,
  optionIndex: number,
  nearestMatch: BuyableVariant,
) {
  const value = nearestMatch.values[optionIndex] ?? '';
  const otherIndexes = selection.flatMap((chosen, index) => (index === optionIndex || chosen === null ? [] : [index]));
  const differingIndexes = otherIndexes.filter((index) => nearestMatch.values[index] !== selection[index]);
  const nameOf = (variant: BuyableVariant) => differingIndexes.map((index) => variant.values[index]).join(' / ');
  const isEquallyNear = ({ values }: BuyableVariant) =>
    values[optionIndex] === value &&
    otherIndexes.every((index) => differingIndexes.includes(index) || values[index] === selection[index]);
  const names = [...new Set(variants.filter(isEquallyNear).map(nameOf))];
  const nameList = wordList(names);
  const currentValues = differingIndexes.map((index) => selection[index]).join(' / ');
  return {
    selection: selection.map((chosen, index) =>
      index === optionIndex || chosen !== null ? (nearestMatch.values[index] ?? null) : null,
    ),
    note: names.length === 1 ? `in ${nameList} only` : `not in ${currentValues}`,
    conflict: { sentence: `${value} comes in ${nameList} only.`, action: `Change to ${nameOf(nearestMatch)}` },
  };
}

/**
 * Returns the variant with this value that keeps the most other choices, preferably one that can be bought; undefined
 * if no variant has this value.
 */
export function nearestVariant(
  variants: readonly BuyableVariant[],
  selection: Selection,
  optionIndex: number,
  value: string,
): BuyableVariant | undefined {
  const sharedCount = ({ values }: BuyableVariant) =>
    values.filter((other, index) => index !== optionIndex && other === selection[index]).length;
  const score = (variant: BuyableVariant) => sharedCount(variant) * 2 + (isOutOfStock(variant) ? 0 : 1);
  return variants
    .filter((variant) => variant.values[optionIndex] === value)
    .reduce<BuyableVariant | undefined>(
      (nearest, variant) => (nearest && score(nearest) >= score(variant) ? nearest : variant),
      undefined,
    );
}
