import { amountText } from '#lib/primitives/metres.ts';
import { countText } from '#lib/primitives/plural.ts';
import { type ExchangeableLine, LET_SHOP_CHOOSE } from '#lib/sales/exchanges/exchange-lines.ts';

interface Choice {
  value: string;
  label: string;
}

/** The value of a select by order line: `0:2` means two pieces of line 0, or its replacement by variant 2. */
export type ValuesByLine = ReadonlyMap<number, string>;

/** A length of fabric can only be exchanged as a whole. */
export function quantityChoices({ line, sellUnit, left }: ExchangeableLine): Choice[] {
  const none = { value: `${line}:0`, label: 'I keep it' };
  if (sellUnit === 'metre') return [none, { value: `${line}:all`, label: `All of it, ${amountText(sellUnit, left)}` }];
  const some = Array.from({ length: left }, (_, index) => index + 1);
  return [none, ...some.map((n) => ({ value: `${line}:${n}`, label: countText(n, 'piece') }))];
}

export function replacementChoices({ line, options }: ExchangeableLine): Choice[] {
  const variants = options.map(({ id, label, isSame }) => ({
    value: `${line}:${id}`,
    label: isSame ? `The same again: ${label}` : label,
  }));
  const suggestion = { value: `${line}:${LET_SHOP_CHOOSE}`, label: 'None of these: please suggest' };
  return [{ value: `${line}:`, label: 'Choose' }, ...variants, suggestion];
}

/** Choosing a replacement before a quantity means all of the line that can be exchanged. */
export function quantityForReplacement(line: ExchangeableLine, quantity: string, replacement: string): string {
  if (!quantity.endsWith(':0') || replacement.endsWith(':')) return quantity;
  return quantityChoices(line).at(-1)?.value ?? quantity;
}

/** If only one piece or length can be exchanged, it is preselected. */
export function initialQuantities(lines: readonly ExchangeableLine[], typed: ValuesByLine): ValuesByLine {
  const [only] = lines;
  const isOnly = lines.length === 1 && (only?.left === 1 || only?.sellUnit === 'metre');
  return new Map(
    lines.map((line) => [line.line, typed.get(line.line) ?? quantityChoices(line)[isOnly ? 1 : 0]?.value ?? '']),
  );
}

export function initialReplacements(lines: readonly ExchangeableLine[], typed: ValuesByLine): ValuesByLine {
  return new Map(lines.map(({ line }) => [line, typed.get(line) ?? `${line}:`]));
}

export function valuesByLine(texts: readonly string[]): ValuesByLine {
  return new Map(texts.map((text) => [Number(text.split(':', 1)[0]), text]));
}

/** If several fields have the same name, their old input is a JSON list. */
export function parseOldInput(typed: string | undefined): string[] {
  if (!typed) return [];
  return typed.startsWith('[') ? JSON.parse(typed) : [typed];
}
