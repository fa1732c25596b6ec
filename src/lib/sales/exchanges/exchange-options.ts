import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { goodsName } from '#lib/sales/orders/record/goods-name.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

// The rules for replacements. They are checked when an exchange is requested and when it is approved.

type ReplacedLine = Pick<
  OrderLineTable,
  'position' | 'product_id' | 'variant_id' | 'name' | 'variant' | 'sku' | 'sell_unit' | 'quantity' | 'price_paise'
>;
/** `remainingQuantity` is the quantity that has not been exchanged or credited, in pieces or centimetres. */
export type RemainingLine = ReplacedLine & { remainingQuantity: number };

export interface ReplacementVariant {
  variant_id: number;
  product_id: number;
  name: string;
  variant: string;
  sku: string | null;
  sell_unit: 'piece' | 'metre';
  price_paise: number;
  /** The number of pieces, or the length of the longest bolt in centimetres. */
  available: number;
}

/** Returns the variants in stock of the same product that can replace the line. A length must come from one bolt. */
export function replacementOptions(line: RemainingLine, goods: readonly ReplacementVariant[]): ReplacementVariant[] {
  const minAvailable = line.sell_unit === 'metre' ? line.remainingQuantity : 1;
  return goods.filter(
    (candidate) =>
      candidate.product_id === line.product_id &&
      candidate.available >= minAvailable &&
      replacementRefusal(line, candidate, goods) === undefined,
  );
}

/** Returns why a variant can't replace the line, or undefined if it can. Does not check the stock. */
export function replacementRefusal(
  line: ReplacedLine,
  replacement: ReplacementVariant,
  goods: readonly ReplacementVariant[],
): string | undefined {
  const isSameVariant = replacement.variant_id === line.variant_id;
  if (replacement.sell_unit !== line.sell_unit) return `${goodsName(replacement)} can't replace ${goodsName(line)}.`;
  return priceRefusal({
    name: goodsName(replacement),
    paidPaise: line.price_paise,
    oldPaise: goods.find(({ variant_id }) => variant_id === line.variant_id)?.price_paise,
    newPaise: replacement.price_paise,
    isSameVariant,
    isSameProduct: replacement.product_id === line.product_id,
  });
}

export interface ReplacementPrices {
  /** The name of the replacement. */
  name: string;
  /** The price paid, before a coupon. This price and the other prices are in paise per piece or metre. */
  paidPaise: number;
  /** The current price of the old items. Undefined if the old items are no longer sold. */
  oldPaise: number | undefined;
  newPaise: number;
  isSameVariant: boolean;
  isSameProduct: boolean;
}

/**
 * Returns why the price rules out a replacement, or undefined if it doesn't. The price must be the price paid or, for
 * the same product, the current price of the old items, because a sale may have ended (exchange policy, "What you
 * get").
 */
export function priceRefusal(prices: ReplacementPrices): string | undefined {
  const { name, paidPaise, oldPaise, newPaise, isSameVariant, isSameProduct } = prices;
  if (isSameVariant || newPaise === paidPaise) return undefined;
  if (isSameProduct && newPaise === oldPaise) return undefined;
  const pricesText = `${name} costs ${priceText(newPaise)}, and you paid ${priceText(paidPaise)}`;
  if (newPaise > paidPaise)
    return `${pricesText}. An exchange is for goods of the same price: please place a new order for it, and write to us about the item that you have.`;
  return `${pricesText}. An exchange is for goods of the same price, and we can't refund the difference: please choose another item.`;
}
