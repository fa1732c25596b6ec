import { amountText, type SellUnit } from '#lib/primitives/metres.ts';
import type { LineQuantity } from '#lib/sales/orders/record/order-amounts.ts';

/** Returns the name of an item for lists and emails. If the item has option values, they follow in brackets. */
export function goodsName({ name, variant }: { name: string; variant: string }): string {
  return variant ? `${name} (${variant})` : name;
}

type GoodsLine = Parameters<typeof goodsName>[0] & { sell_unit: SellUnit; quantity: number };

/** Returns the quantity and the name of an item, such as `1 × Scarf (Red)`. */
export function goodsText(line: GoodsLine): string {
  return `${amountText(line.sell_unit, line.quantity)} ${goodsName(line)}`;
}

/** Returns the texts of the credited items; an empty array if only an amount was credited. */
export function creditedGoodsTexts(
  credit: { lines: readonly LineQuantity[] },
  lines: readonly (Omit<GoodsLine, 'quantity'> & { position: number })[],
): string[] {
  return credit.lines.flatMap(({ position, quantity }) => {
    const line = lines.find((orderLine) => orderLine.position === position);
    return line && quantity > 0 ? [goodsText({ ...line, quantity })] : [];
  });
}

/**
 * The maximum length of a name in a subject. Longer names are truncated, because email programs on phones show about 60
 * characters.
 */
const SUBJECT_NAME_MAX_CHARACTERS = 40;

/**
 * Returns the goods for the subject of an email, for example "Indigo Kurta and 2 more"; "order" if there are no lines.
 */
export function goodsSummary(lines: readonly { name: string }[]): string {
  const [firstLine, ...otherLines] = lines;
  if (!firstLine) return 'order';
  const { name } = firstLine;
  const isLong = name.length > SUBJECT_NAME_MAX_CHARACTERS;
  const shortName = isLong ? `${name.slice(0, SUBJECT_NAME_MAX_CHARACTERS - 1).trimEnd()}…` : name;
  return otherLines.length === 0 ? shortName : `${shortName} and ${otherLines.length} more`;
}

interface SubjectParts {
  number: string;
  /** The items that the email is about. */
  lines: readonly { name: string }[];
}

/**
 * Returns the subject of an email about an order. In the template, `{goods}` stands for the goods, and `{is}` and
 * `{has}` for the verb that agrees with the goods in number. The order number comes last, so that a search of the
 * mailbox finds the email.
 */
export function orderSubject(template: string, { number, lines }: SubjectParts): string {
  const isSingular = lines.length <= 1;
  const text = template
    .replace('{is}', isSingular ? 'is' : 'are')
    .replace('{has}', isSingular ? 'has' : 'have')
    // The replacement is a function, because a name may contain `$&`.
    .replace('{goods}', () => goodsSummary(lines));
  return `${text} (${number})`;
}
