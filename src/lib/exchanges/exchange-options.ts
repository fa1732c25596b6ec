import { priceText } from '#lib/money/price-text.ts';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';

/** Which goods may take the place of which: the same rules at the request and at the approval. */

type OldLine = Pick<
  OrderLineTable,
  'position' | 'product_id' | 'variant_id' | 'name' | 'variant' | 'sku' | 'sell_unit' | 'quantity' | 'price_paise'
>;
/** With what of it has not been exchanged yet, in pieces or centimetres. */
export type LineLeft = OldLine & { left: number };

/** Goods that a replacement may be. */
export interface Goods {
  variant_id: number;
  product_id: number;
  name: string;
  variant: string;
  sku: string | null;
  sell_unit: 'piece' | 'metre';
  price_paise: number;
  /** What can be had of it: pieces, or the longest bolt in centimetres. */
  available: number;
}

/** What an exchange of this line may bring: the goods of its own product in stock that cost the same. */
export function optionsFor(line: LineLeft, goods: readonly Goods[]): Goods[] {
  const least = line.sell_unit === 'metre' ? line.left : 1;
  return goods.filter(
    (one) => one.product_id === line.product_id && one.available >= least && refusalFor(line, one, goods) === undefined,
  );
}

/** Why `fresh` can't replace a line, as far as prices and units go. */
export function refusalFor(line: OldLine, fresh: Goods, goods: readonly Goods[]): string | undefined {
  const isSameVariant = fresh.variant_id === line.variant_id;
  if (fresh.sell_unit !== line.sell_unit) return `${nameOf(fresh)} can't take the place of ${nameOf(line)}.`;
  return replacementRefusal({
    name: nameOf(fresh),
    paidPaise: line.price_paise,
    oldPaise: goods.find(({ variant_id }) => variant_id === line.variant_id)?.price_paise,
    newPaise: fresh.price_paise,
    isSameVariant,
    isSameProduct: fresh.product_id === line.product_id,
  });
}

/** What may come in place of goods that are exchanged: prices of one piece or one metre, in paise. */
export interface Replacement {
  name: string;
  /** What was paid for the old goods, before a coupon. */
  paidPaise: number;
  /** What the old goods cost today; `undefined` when they are not sold any more. */
  oldPaise: number | undefined;
  newPaise: number;
  isSameVariant: boolean;
  isSameProduct: boolean;
}

/**
 * Why goods can't take the place of others: an exchange is like for like, and gives away nothing (exchange policy, "What
 * you get"). The same again is always right. Anything else costs what was paid or, for another size or colour, what the
 * old one costs today, so that the end of a sale does not keep anybody in a wrong size.
 */
export function replacementRefusal(goods: Replacement): string | undefined {
  const { name, paidPaise, oldPaise, newPaise, isSameVariant, isSameProduct } = goods;
  if (isSameVariant || newPaise === paidPaise) return undefined;
  if (isSameProduct && newPaise === oldPaise) return undefined;
  const prices = `${name} costs ${priceText(newPaise)}, and you paid ${priceText(paidPaise)}`;
  if (newPaise > paidPaise)
    return `${prices}. An exchange is for goods of the same price: please place a new order for it, and write to us about this one.`;
  return `${prices}. An exchange is for goods of the same price, and we can't pay back the difference: please choose another.`;
}

export function nameOf({ name, variant }: { name: string; variant: string }): string {
  return variant ? `${name} (${variant})` : name;
}
