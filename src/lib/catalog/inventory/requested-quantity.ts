import { quantityRange } from '#lib/catalog/products/buyable-product.ts';
import { metresText, toCm } from '#lib/primitives/metres.ts';

/** The messages about invalid quantities. The rules are in product.md, "Quantities". */
export const QUANTITY_MESSAGES = {
  notANumber: 'Enter a quantity.',
  belowOne: 'The quantity cannot go below 1.',
  notWhole: 'Please enter a whole number.',
} as const;

/** The rules for a quantity. Quantities are in pieces or metres. `max` is `min` plus a whole number of steps. */
export interface QuantityRules {
  min: number;
  max: number;
  step: number;
  isMetre: boolean;
  /** The number of pieces in stock, or undefined for cloth. */
  piecesLeft?: number | undefined;
}

/**
 * The result of a check. `exact`: the quantity can be sold. `rounded`: the length is between two lengths that can be
 * cut, or slightly below the minimum; `quantity` is the next longer length that can be cut. `refused`: the quantity is
 * too low, too high, not whole or not a number, so the shopper must choose another. `choices` are the nearest
 * quantities that can be sold.
 */
export type QuantityCheck =
  | { kind: 'exact'; quantity: number }
  | { kind: 'rounded'; quantity: number; choices: number[]; message: string }
  | { kind: 'refused'; choices: number[]; message: string };

export function quantityRules(...[product, variant]: Parameters<typeof quantityRange>): QuantityRules {
  const isMetre = product.sellUnit === 'metre';
  return { ...quantityRange(product, variant), isMetre, piecesLeft: isMetre ? undefined : variant.quantity };
}

/** Returns the rules of the variant with the highest maximum. These rules apply while no variant is selected. */
export function widestRules(
  product: Parameters<typeof quantityRange>[0],
  variants: readonly Parameters<typeof quantityRange>[1][],
): QuantityRules {
  const rules = variants.map((variant) => quantityRules(product, variant));
  return rules.reduce((widest, next) => (next.max > widest.max ? next : widest));
}

/**
 * Parses a number as people type it: `1.5`, `1,5`, `.5`, `1.5 m`. Returns undefined if the text is not such a number,
 * or is ambiguous, such as `1,250`.
 */
export function parseNumber(text: string): number | undefined {
  const match = /^(\d{0,9})(?:[.,](\d{1,4}))? ?m?$/.exec(text.trim());
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  const hasThousandsSeparator = text.includes(',') && fraction.length > 2;
  return hasThousandsSeparator || whole + fraction === '' ? undefined : Number(`${whole || 0}.${fraction || 0}`);
}

/** Parses the text of a quantity field, and checks the quantity. */
export function readQuantity(text: string, rules: QuantityRules): QuantityCheck {
  return checkQuantity(parseNumber(text) ?? Number.NaN, rules);
}

/** Checks a quantity in pieces or metres. The quantity is never replaced with a lower quantity. */
export function checkQuantity(quantity: number, rules: QuantityRules): QuantityCheck {
  const { min, max, step, isMetre } = rules;
  if (!Number.isFinite(quantity)) return { kind: 'refused', choices: [], message: QUANTITY_MESSAGES.notANumber };
  if (quantity > max) return { kind: 'refused', choices: [max], message: tooMuchMessage(rules) };
  if (quantity < min) {
    const message =
      min === 1 && !isMetre ? QUANTITY_MESSAGES.belowOne : `The minimum is ${formatQuantity(min, isMetre)}.`;
    if (!isMetre || min - quantity >= step) return { kind: 'refused', choices: [min], message };
    return { kind: 'rounded', quantity: min, choices: [min], message };
  }
  const steps = (quantity - min) / step;
  const nearestStep = Math.round(steps);
  // Stryker disable next-line EqualityOperator: no quantity that people type is off by exactly this
  if (Math.abs(steps - nearestStep) < 1e-6) return { kind: 'exact', quantity: roundQuantity(min + nearestStep * step) };
  const lowerChoice = roundQuantity(min + Math.floor(steps) * step);
  const upperChoice = roundQuantity(min + Math.ceil(steps) * step);
  const choices = [lowerChoice, upperChoice];
  if (!isMetre) return { kind: 'refused', choices, message: QUANTITY_MESSAGES.notWhole };
  const message = `${metresText(toCm(quantity))} can’t be cut. The nearest lengths are ${choices.map((choice) => formatQuantity(choice, true)).join(' and ')}.`;
  return { kind: 'rounded', quantity: upperChoice, choices, message };
}

/**
 * Returns the text of a quantity field after editing. `replacedText` is the typed text if it was rounded, for a
 * message. A refused text is returned unchanged.
 */
export function roundToAllowed(text: string, rules: QuantityRules): { text: string; replacedText?: string } {
  const check = readQuantity(text, rules);
  if (check.kind === 'refused') return { text };
  const allowedText = String(check.quantity);
  return check.kind === 'rounded' ? { text: allowedText, replacedText: text } : { text: allowedText };
}

/** Returns the text of a quantity: a length such as "1.5 m", or a number of pieces such as "2". */
export function formatQuantity(quantity: number, isMetre: boolean): string {
  return isMetre ? metresText(toCm(quantity)) : String(quantity);
}

function tooMuchMessage({ max, isMetre, piecesLeft = 0 }: QuantityRules): string {
  if (isMetre) return `We can cut at most ${formatQuantity(max, true)} in one piece.`;
  return piecesLeft > 0 && piecesLeft <= max ? `Only ${max} left.` : `At most ${max} in one order.`;
}

function roundQuantity(quantity: number): number {
  return Math.round(quantity * 1_000) / 1_000;
}
