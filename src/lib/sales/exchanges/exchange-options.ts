import type { ExchangeLine } from '#lib/platform/db/tables/exchange.ts';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { NOTHING_LEFT } from '#lib/sales/exchanges/exchange.ts';
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

interface ReplacementPrices {
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

interface ChosenReplacement {
  line: RemainingLine;
  replacement: ReplacementVariant;
  quantity: number;
}

/**
 * The replacement for each ordered item: the new SKU by the item's SKU, or the id of the new variant by the position of
 * the order line.
 */
export type Swaps = ReadonlyMap<string | number, string | number>;

/**
 * Returns the replacements to reserve, sorted by variant, so that two approvals can't deadlock. Throws `conflict` if
 * nothing is left to exchange, if a replacement is no longer sold, or if staff must choose a replacement, and `invalid`
 * if a chosen item can't replace the ordered item.
 */
export function chosenReplacements(
  lines: RemainingLine[],
  requestedLines: ExchangeLine[],
  swaps: Swaps,
  goods: ReplacementVariant[],
): ChosenReplacement[] {
  const selectedLines = lines.filter((line) => {
    if (requestedLines.length > 0) return requestedLines.some(({ position }) => position === line.position);
    return swaps.size === 0 || newSkuOrIdOf(line, swaps) !== undefined;
  });
  if (selectedLines.length === 0) throw new ShopError('conflict', NOTHING_LEFT);
  const replacements = selectedLines.map((line) => {
    const requestedLine = requestedLines.find(({ position }) => position === line.position);
    const replacement = replacementFor(line, requestedLine, newSkuOrIdOf(line, swaps), goods);
    return {
      line,
      replacement,
      quantity: Math.min(requestedLine?.quantity ?? line.remainingQuantity, line.remainingQuantity),
    };
  });
  return replacements.toSorted(
    (a, b) => a.replacement.variant_id - b.replacement.variant_id || a.line.position - b.line.position,
  );
}

function newSkuOrIdOf({ position, sku }: RemainingLine, swaps: Swaps): string | number | undefined {
  return swaps.get(position) ?? (sku === null ? undefined : swaps.get(sku));
}

function replacementFor(
  line: RemainingLine,
  requestedLine: ExchangeLine | undefined,
  newSkuOrId: string | number | undefined,
  goods: ReplacementVariant[],
): ReplacementVariant {
  if (newSkuOrId === undefined && requestedLine?.is_open === 1) {
    const oldSku = line.sku ?? 'OLD';
    throw new ShopError(
      'conflict',
      `The customer wants a suggestion instead of ${goodsName(line)}: choose a replacement, in the CLI with --swap ${oldSku}=NEW. ${alternativesText(line, goods)}`,
    );
  }
  const chosenSkuOrId = newSkuOrId ?? requestedLine?.variant_id ?? line.variant_id;
  const replacement = goods.find(({ variant_id, sku }) =>
    typeof chosenSkuOrId === 'number' ? variant_id === chosenSkuOrId : sku === chosenSkuOrId,
  );
  if (!replacement) {
    if (newSkuOrId !== undefined) throw new ShopError('invalid', `${newSkuOrId} can't replace ${goodsName(line)}.`);
    throw new ShopError(
      'conflict',
      `${goodsName(requestedLine ?? line)} is no longer sold. ${alternativesText(line, goods)}`,
    );
  }
  const refusal = replacementRefusal(line, replacement, goods);
  if (refusal !== undefined) throw new ShopError('invalid', refusal);
  return replacement;
}

export function outOfStockError(
  line: RemainingLine,
  replacement: ReplacementVariant,
  goods: ReplacementVariant[],
): ShopError {
  const otherGoods = goods.filter(({ variant_id }) => variant_id !== replacement.variant_id);
  return new ShopError(
    'conflict',
    `There is no longer enough of ${goodsName(replacement)}. ${alternativesText(line, otherGoods)}`,
  );
}

function alternativesText(line: RemainingLine, goods: ReplacementVariant[]): string {
  const options = replacementOptions(line, goods).map(({ sku, variant, name }) =>
    [sku, variant || name].filter(Boolean).join(' '),
  );
  return options.length > 0
    ? `In stock at the same price: ${options.join(', ')}.`
    : 'No other variant is in stock at the same price.';
}
