import { amountText } from '#lib/primitives/metres.ts';
import { countText } from '#lib/primitives/plural.ts';
import { type ExchangeableLine, LET_SHOP_CHOOSE } from '#lib/sales/exchanges/exchange.ts';

interface Choice {
  value: string;
  label: string;
}

/** The value of a select for each order line: `0:2` means two pieces of line 0, or variant 2 as its replacement. */
export type ValuesByLine = ReadonlyMap<number, string>;

/** Returns the quantities to choose from. A length of fabric can only be exchanged as a whole. */
export function quantityChoices({ line, sellUnit, remainingQuantity }: ExchangeableLine): Choice[] {
  const keepChoice = { value: `${line}:0`, label: 'I keep it' };
  if (sellUnit === 'metre')
    return [keepChoice, { value: `${line}:all`, label: `All of it, ${amountText(sellUnit, remainingQuantity)}` }];
  const quantities = Array.from({ length: remainingQuantity }, (_, index) => index + 1);
  return [keepChoice, ...quantities.map((n) => ({ value: `${line}:${n}`, label: countText(n, 'piece') }))];
}

export function replacementChoices({ line, options }: ExchangeableLine): Choice[] {
  const variantChoices = options.map(({ id, label, isOrderedVariant }) => ({
    value: `${line}:${id}`,
    label: isOrderedVariant ? `The same again: ${label}` : label,
  }));
  const suggestionChoice = { value: `${line}:${LET_SHOP_CHOOSE}`, label: 'None of these: please suggest' };
  return [{ value: `${line}:`, label: 'Choose' }, ...variantChoices, suggestionChoice];
}

/**
 * Returns the value of the quantity after a replacement was chosen: `quantity` or, if the shopper had not chosen a
 * quantity, all of the line.
 */
export function quantityForReplacement(line: ExchangeableLine, quantity: string, replacement: string): string {
  if (!quantity.endsWith(':0') || replacement.endsWith(':')) return quantity;
  return quantityChoices(line).at(-1)?.value ?? quantity;
}

/**
 * Returns the initial values for the quantities. If only one piece or length can be exchanged, it is preselected.
 */
export function initialQuantities(lines: readonly ExchangeableLine[], oldValues: ValuesByLine): ValuesByLine {
  const [onlyLine] = lines;
  const isPreselected = lines.length === 1 && (onlyLine?.remainingQuantity === 1 || onlyLine?.sellUnit === 'metre');
  return new Map(
    lines.map((line) => [
      line.line,
      oldValues.get(line.line) ?? quantityChoices(line)[isPreselected ? 1 : 0]?.value ?? '',
    ]),
  );
}

export function initialReplacements(lines: readonly ExchangeableLine[], oldValues: ValuesByLine): ValuesByLine {
  return new Map(lines.map(({ line }) => [line, oldValues.get(line) ?? `${line}:`]));
}

export function valuesByLine(values: readonly string[]): ValuesByLine {
  return new Map(values.map((value) => [Number(value.split(':', 1)[0]), value]));
}

/** Returns the values in old input, which is a JSON list if several fields have the same name. */
export function parseOldInput(text: string | undefined): string[] {
  if (!text) return [];
  return text.startsWith('[') ? JSON.parse(text) : [text];
}
