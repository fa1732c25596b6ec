import type { DemoVariant } from '#lib/operations/demo-history/read-variants.server.ts';
import type { SeededRandom } from '#lib/primitives/seeded-random.ts';

/** `several` has at least two lines. `exchangeable` has one line, for a product with another size. */
export type Basket = 'pieces' | 'several' | 'cloth' | 'mixed' | 'festive' | 'pre-order' | 'exchangeable';

interface ChosenLine {
  variant: DemoVariant;
  /** The quantity in pieces or metres. */
  quantity: number;
}

/**
 * The minimum opening stock of a chosen variant, which prevents it from selling out. The baskets `festive` and
 * `pre-order` have other rules.
 */
const MIN_STOCK_PIECES = 8;
const MIN_STOCK_CM = 1_200;
const MAX_USUAL_PAISE = 350_000;
const MAX_FESTIVE_PAISE = 1_500_000;
const LENGTHS_CM = [150, 200, 250, 300];

/** Chooses the lines of an order, each for a different product. The same seed and catalogue give the same lines. */
export function chooseOrderLines(variants: readonly DemoVariant[], basket: Basket, random: SeededRandom): ChosenLine[] {
  const pieceVariants = variants.filter((variant) => isPlentiful(variant) && variant.sellUnit === 'piece');
  const usualPieceVariants = pieceVariants.filter(({ pricePaise }) => pricePaise <= MAX_USUAL_PAISE);
  const clothVariants = variants.filter((variant) => isPlentiful(variant) && variant.sellUnit === 'metre');
  const chooseFrom = (candidates: readonly DemoVariant[], count: number) => chooseLines(candidates, count, random);
  switch (basket) {
    case 'pieces':
      return chooseFrom(usualPieceVariants, 1 + random.integerBelow(3));
    case 'several':
      return chooseFrom(usualPieceVariants, 2 + random.integerBelow(2));
    case 'cloth':
      return chooseFrom(clothVariants, 1 + random.integerBelow(2));
    case 'mixed':
      return [...chooseFrom(clothVariants, 1), ...chooseFrom(usualPieceVariants, 1 + random.integerBelow(2))];
    case 'festive':
      return chooseFrom(festiveVariants(variants), 1);
    case 'pre-order':
      return chooseFrom(preOrderedVariants(variants), 1);
    case 'exchangeable':
      return chooseFrom(
        usualPieceVariants.filter((variant) => findOtherSize(variants, variant)),
        1,
      );
  }
}

/** Finds another variant of the product with the same price and enough stock. Returns undefined if there is none. */
export function findOtherSize(variants: readonly DemoVariant[], { variantId, productId, pricePaise }: DemoVariant) {
  return variants.find(
    (other) =>
      other.productId === productId &&
      other.variantId !== variantId &&
      other.pricePaise === pricePaise &&
      isPlentiful(other),
  );
}

/** Returns the variants that are sold out and can't be pre-ordered. */
export function soldOutVariants(variants: readonly DemoVariant[]): DemoVariant[] {
  return variants.filter(({ openingQuantity, isPreOrder }) => openingQuantity === 0 && !isPreOrder);
}

function isPlentiful({ sellUnit, openingQuantity }: DemoVariant): boolean {
  return openingQuantity >= (sellUnit === 'metre' ? MIN_STOCK_CM : MIN_STOCK_PIECES);
}

/** Returns variants of expensive products, which need less stock, because few orders contain them. */
function festiveVariants(variants: readonly DemoVariant[]): DemoVariant[] {
  return variants.filter(
    ({ sellUnit, pricePaise, openingQuantity }) =>
      sellUnit === 'piece' && pricePaise > MAX_USUAL_PAISE && pricePaise <= MAX_FESTIVE_PAISE && openingQuantity >= 4,
  );
}

function preOrderedVariants(variants: readonly DemoVariant[]): DemoVariant[] {
  return variants.filter(
    ({ isPreOrder, openingQuantity, sellUnit }) => isPreOrder && openingQuantity === 0 && sellUnit === 'piece',
  );
}

function chooseLines(variants: readonly DemoVariant[], count: number, random: SeededRandom): ChosenLine[] {
  const lines: ChosenLine[] = [];
  while (lines.length < count) {
    const candidates = variants.filter(({ productId }) =>
      lines.every(({ variant }) => variant.productId !== productId),
    );
    const variant = random.pick(candidates);
    lines.push({ variant, quantity: quantityOf(variant, random) });
  }
  return lines;
}

function quantityOf({ sellUnit, minQuantity, stepCm }: DemoVariant, random: SeededRandom): number {
  if (sellUnit === 'piece') return Math.max(minQuantity, random.integerBelow(4) === 0 ? 2 : 1);
  const steps = Math.max(0, Math.round((random.pick(LENGTHS_CM) - minQuantity) / stepCm));
  return (minQuantity + steps * stepCm) / 100;
}
