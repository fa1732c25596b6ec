import { priceText } from '#lib/money/price-text.ts';

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
