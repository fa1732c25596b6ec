import { type OptionFacet, optionKind } from '#lib/catalog/listing-index/facets/facets.ts';
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
  dot: string | undefined;
  /** The selection with this value. */
  selection: Selection;
  isChosen: boolean;
  isSoldOut: boolean;
  /** The price of the value, if it is above that of the cheapest value of its option. */
  higherPaise: number | undefined;
  /**
   * The only value that this one is available with, or the choice that it would replace: "in Blue only", "not in M".
   */
  note: string | undefined;
  /** Set if choosing the value changes another choice, which the shopper must confirm. */
  conflict: ChoiceConflict | undefined;
}

export interface ChoiceConflict {
  sentence: string;
  action: string;
}

export interface Picker extends Omit<OptionValues, 'dots'> {
  kind: OptionFacet | undefined;
  chosen: string | null;
  choices: Choice[];
}

export function pickersOf(product: Pick<BuyableProduct, 'options' | 'variants'>, selection: Selection): Picker[] {
  return product.options.map(({ label, values, dots }, at) => {
    const offer = offerOf(product, replaceValue(selection, at, null));
    const lowestPaise = offer && effectivePaise(offer.cheapest);
    return {
      label,
      values,
      kind: optionKind(label),
      chosen: selection[at] ?? null,
      choices: values.flatMap((value, index) => {
        const choice = choiceOf(product, selection, { at, value, lowestPaise });
        return choice ? [{ ...choice, dot: dots && `#${dots.slice(6 * index, 6 * index + 6)}` }] : [];
      }),
    };
  });
}

interface OptionValue {
  at: number;
  value: string;
  lowestPaise: number | undefined;
}

function choiceOf(product: ProductWithOptions, selection: Selection, { at, value, lowestPaise }: OptionValue) {
  const { variants, options } = product;
  const nearest = nearestVariant(variants, selection, at, value);
  if (!nearest) return undefined;
  const isColor = at === colorOptionIndex(options);
  const matches = matchingVariants(variants, replaceValue(selection, at, value));
  // A colour is sold out only if all its sizes are.
  const relevant =
    isColor || matches.length === 0 ? variants.filter((variant) => variant.values[at] === value) : matches;
  const cheapest = offerOf({ variants: matches }, [])?.cheapest;
  const paise = cheapest && effectivePaise(cheapest);
  const choice = {
    value,
    isChosen: selection[at] === value,
    isSoldOut: relevant.every(isOutOfStock),
    higherPaise:
      !isColor && paise !== undefined && lowestPaise !== undefined && paise > lowestPaise ? paise : undefined,
  };
  if (isColor) {
    const next = withValue(product, selection, at, value);
    const cleared = selection.filter((chosen, option) => chosen !== null && next[option] === null);
    const note = cleared.length > 0 ? `not in ${cleared.join(' / ')}` : undefined;
    return { ...choice, selection: next, note, conflict: undefined };
  }
  if (matches.length > 0)
    return { ...choice, selection: replaceValue(selection, at, value), note: undefined, conflict: undefined };
  return { ...choice, ...conflictOf(variants, selection, at, nearest) };
}

/** "5-6 years comes in Papaya only": names the values in which the nearest variants differ from the selection. */
function conflictOf(variants: readonly BuyableVariant[], selection: Selection, at: number, nearest: BuyableVariant) {
  const value = nearest.values[at] ?? '';
  const others = selection.flatMap((chosen, option) => (option === at || chosen === null ? [] : [option]));
  const differing = others.filter((option) => nearest.values[option] !== selection[option]);
  const nameOf = (variant: BuyableVariant) => differing.map((option) => variant.values[option]).join(' / ');
  const isEquallyNear = ({ values }: BuyableVariant) =>
    values[at] === value &&
    others.every((option) => differing.includes(option) || values[option] === selection[option]);
  const names = [...new Set(variants.filter(isEquallyNear).map(nameOf))];
  const listed = wordList(names);
  const current = differing.map((option) => selection[option]).join(' / ');
  return {
    selection: selection.map((chosen, option) =>
      option === at || chosen !== null ? (nearest.values[option] ?? null) : null,
    ),
    note: names.length === 1 ? `in ${listed} only` : `not in ${current}`,
    conflict: { sentence: `${value} comes in ${listed} only.`, action: `Change to ${nameOf(nearest)}` },
  };
}

/** The variant with this value that keeps the most other choices; ties prefer variants that can be bought. */
export function nearestVariant(
  variants: readonly BuyableVariant[],
  selection: Selection,
  at: number,
  value: string,
): BuyableVariant | undefined {
  const sharedCount = ({ values }: BuyableVariant) =>
    values.filter((other, option) => option !== at && other === selection[option]).length;
  const score = (variant: BuyableVariant) => sharedCount(variant) * 2 + (isOutOfStock(variant) ? 0 : 1);
  return variants
    .filter((variant) => variant.values[at] === value)
    .reduce<BuyableVariant | undefined>((best, next) => (best && score(best) >= score(next) ? best : next), undefined);
}
