import type { Basket } from '#lib/operations/demo-history/order-plans.ts';
import type { SeededRandom } from '#lib/primitives/seeded-random.ts';

/** A variant of the demo catalogue; quantities in pieces or centimetres. */
export interface DemoVariant {
  variantId: number;
  productId: number;
  slug: string;
  sku: string;
  sellUnit: 'piece' | 'metre';
  minQuantity: number;
  stepCm: number;
  pricePaise: number;
  isPreOrder: boolean;
  /** The stock after the import, so that a resumed history chooses the same variants. */
  openingQuantity: number;
}

export interface ChosenLine {
  variant: DemoVariant;
  /** In pieces or metres. */
  quantity: number;
}

/**
 * The minimum opening stock of a chosen variant, so that it does not sell out. `festive` and `pre-order` have other
 * rules.
 */
const MIN_PIECES = 8;
const MIN_CM = 1_200;
const MAX_USUAL_PAISE = 350_000;
const MAX_FESTIVE_PAISE = 1_500_000;
const LENGTHS_CM = [150, 200, 250, 300];

/** Chooses the lines of an order, each of another product. The same seed and catalogue give the same lines. */
export function chooseOrderLines(all: readonly DemoVariant[], basket: Basket, random: SeededRandom): ChosenLine[] {
  const pieces = all.filter((variant) => isPlentiful(variant) && variant.sellUnit === 'piece');
  const usual = pieces.filter(({ pricePaise }) => pricePaise <= MAX_USUAL_PAISE);
  const cloth = all.filter((variant) => isPlentiful(variant) && variant.sellUnit === 'metre');
  const chooseFrom = (from: readonly DemoVariant[], count: number) => chooseLines(from, count, random);
  switch (basket) {
    case 'pieces':
      return chooseFrom(usual, 1 + random.integerBelow(3));
    case 'several':
      return chooseFrom(usual, 2 + random.integerBelow(2));
    case 'cloth':
      return chooseFrom(cloth, 1 + random.integerBelow(2));
    case 'mixed':
      return [...chooseFrom(cloth, 1), ...chooseFrom(usual, 1 + random.integerBelow(2))];
    case 'festive':
      return chooseFrom(festiveVariants(all), 1);
    case 'pre-order':
      return chooseFrom(preOrderedVariants(all), 1);
    case 'exchangeable':
      return chooseFrom(
        usual.filter((variant) => otherSize(all, variant)),
        1,
      );
  }
}

/** Another variant of the product at the same price and with enough stock; undefined if there is none. */
export function otherSize(all: readonly DemoVariant[], { variantId, productId, pricePaise }: DemoVariant) {
  return all.find(
    (other) =>
      other.productId === productId &&
      other.variantId !== variantId &&
      other.pricePaise === pricePaise &&
      isPlentiful(other),
  );
}

/** Variants that are sold out and can't be pre-ordered. */
export function soldOutVariants(all: readonly DemoVariant[]): DemoVariant[] {
  return all.filter(({ openingQuantity, isPreOrder }) => openingQuantity === 0 && !isPreOrder);
}

function isPlentiful({ sellUnit, openingQuantity }: DemoVariant): boolean {
  return openingQuantity >= (sellUnit === 'metre' ? MIN_CM : MIN_PIECES);
}

/** Expensive products; they need less stock, because few orders contain them. */
function festiveVariants(all: readonly DemoVariant[]): DemoVariant[] {
  return all.filter(
    ({ sellUnit, pricePaise, openingQuantity }) =>
      sellUnit === 'piece' && pricePaise > MAX_USUAL_PAISE && pricePaise <= MAX_FESTIVE_PAISE && openingQuantity >= 4,
  );
}

function preOrderedVariants(all: readonly DemoVariant[]): DemoVariant[] {
  return all.filter(
    ({ isPreOrder, openingQuantity, sellUnit }) => isPreOrder && openingQuantity === 0 && sellUnit === 'piece',
  );
}

function chooseLines(from: readonly DemoVariant[], count: number, random: SeededRandom): ChosenLine[] {
  const chosen: ChosenLine[] = [];
  while (chosen.length < count) {
    const candidates = from.filter(({ productId }) => chosen.every(({ variant }) => variant.productId !== productId));
    const variant = random.pick(candidates);
    chosen.push({ variant, quantity: quantityOf(variant, random) });
  }
  return chosen;
}

function quantityOf({ sellUnit, minQuantity, stepCm }: DemoVariant, random: SeededRandom): number {
  if (sellUnit === 'piece') return Math.max(minQuantity, random.integerBelow(4) === 0 ? 2 : 1);
  const steps = Math.max(0, Math.round((random.pick(LENGTHS_CM) - minQuantity) / stepCm));
  return (minQuantity + steps * stepCm) / 100;
}
