import type { ExchangeLine } from '#lib/platform/db/tables/exchange.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { NOTHING_LEFT } from '#lib/sales/exchanges/exchange.ts';
import {
  type RemainingLine,
  type ReplacementVariant,
  replacementOptions,
  replacementRefusal,
} from '#lib/sales/exchanges/exchange-options.ts';
import { goodsName } from '#lib/sales/orders/record/goods-name.ts';

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
