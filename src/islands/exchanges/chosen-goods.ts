import { amountText } from '#lib/primitives/metres.ts';
import { countText } from '#lib/primitives/plural.ts';
import { type ExchangeableLine, LET_SHOP_CHOOSE } from '#lib/sales/exchanges/exchange-lines.ts';

interface Choice {
  value: string;
  label: string;
}

/** The value of a select for each order line: `0:2` means two pieces of line 0, or variant 2 as its replacement. */
export type ValuesByLine = ReadonlyMap<number, string>;

/** Returns the quantities to choose from. A length of fabric can only be exchanged as a whole. */
export function quantityChoices({ line, sellUnit, left }: ExchangeableLine): Choice[] {
  const keepChoice = { value: `${line}:0`, label: 'I keep it' };
  if (sellUnit === 'metre')
    return [keepChoice, { value: `${line}:all`, label: `All of it, ${amountText(sellUnit, left)}` }];
  const quantities = Array.from({ length: left }, (_, index) => index + 1);
  return [keepChoice, ...quantities.map((n) => ({ value: `${line}:${n}`, label: countText(n, 'piece') }))];
}

export function replacementChoices({ line, options }: ExchangeableLine): Choice[] {
  const variants = options.map(({ id, label, isSame }) => ({
    value: `${line}:${id}`,
    label: isSame ? `The same again: ${label}` : label,
  }));
  const suggestion = { value: `${line}:${LET_SHOP_CHOOSE}`, label: 'None of these: please suggest' };
  return [{ value: `${line}:`, label: 'Choose' }, ...variants, suggestion];
}

/** Returns `quantity`, or the whole exchangeable quantity if a replacement is chosen before a quantity. */
export function quantityForReplacement(line: ExchangeableLine, quantity: string, replacement: string): string {
  if (!quantity.endsWith(':0') || replacement.endsWith(':')) return quantity;
  return quantityChoices(line).at(-1)?.value ?? quantity;
}

/**
 * Returns the initial quantity of each line. If only one piece or length can be exchanged, this choice is preselected.
 */
export function initialQuantities(lines: readonly ExchangeableLine[], oldValues: ValuesByLine): ValuesByLine {
  const [onlyLine] = lines;
  const isPreselected = lines.length === 1 && (onlyLine?.left === 1 || onlyLine?.sellUnit === 'metre');
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

export function valuesByLine(texts: readonly string[]): ValuesByLine {
  return new Map(texts.map((text) => [Number(text.split(':', 1)[0]), text]));
}

/** Returns the values in old input, which is a JSON list if several fields have the same name. */
export function parseOldInput(text: string | undefined): string[] {
  if (!text) return [];
  return text.startsWith('[') ? JSON.parse(text) : [text];
}
