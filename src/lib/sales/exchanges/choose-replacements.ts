import type { ExchangeLine } from '#lib/platform/db/tables/exchange.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { NOTHING_LEFT } from '#lib/sales/exchanges/exchange.ts';
import { type Goods, type LineLeft, optionsFor, refusalFor } from '#lib/sales/exchanges/exchange-options.ts';
import { goodsName } from '#lib/sales/orders/record/goods-name.ts';

interface Chosen {
  line: LineLeft;
  fresh: Goods;
  quantity: number;
}

/**
 * New goods by old ones: an SKU by the SKU of the old goods, or the id of a variant by the position of a line of the
 * order.
 */
export type Swaps = ReadonlyMap<string | number, string | number>;

/** In variant order, so that two approvals can't deadlock. Throws `conflict` and `invalid`. */
export function chosenReplacements(
  lines: LineLeft[],
  requested: ExchangeLine[],
  swaps: Swaps,
  goods: Goods[],
): Chosen[] {
  const named = lines.filter((line) => {
    if (requested.length > 0) return requested.some(({ position }) => position === line.position);
    return swaps.size === 0 || swapOf(line, swaps) !== undefined;
  });
  if (named.length === 0) throw new ShopError('conflict', NOTHING_LEFT);
  const chosen = named.map((line) => {
    const ask = requested.find(({ position }) => position === line.position);
    const fresh = freshFor(line, ask, swapOf(line, swaps), goods);
    return { line, fresh, quantity: Math.min(ask?.quantity ?? line.left, line.left) };
  });
  return chosen.toSorted((a, b) => a.fresh.variant_id - b.fresh.variant_id || a.line.position - b.line.position);
}

function swapOf({ position, sku }: LineLeft, swaps: Swaps): string | number | undefined {
  return swaps.get(position) ?? (sku === null ? undefined : swaps.get(sku));
}

function freshFor(
  line: LineLeft,
  ask: ExchangeLine | undefined,
  swap: string | number | undefined,
  goods: Goods[],
): Goods {
  if (swap === undefined && ask?.is_open === 1) {
    const old = line.sku ?? 'OLD';
    throw new ShopError(
      'conflict',
      `The customer wants a suggestion instead of ${goodsName(line)}: make one with --swap ${old}=NEW. ${elsewise(line, goods)}`,
    );
  }
  const wanted = swap ?? ask?.variant_id ?? line.variant_id;
  const fresh = goods.find((one) => (typeof wanted === 'number' ? one.variant_id === wanted : one.sku === wanted));
  if (!fresh) {
    if (swap !== undefined) throw new ShopError('invalid', `${swap} can't take the place of that line.`);
    throw new ShopError('conflict', `${goodsName(ask ?? line)} is no longer sold. ${elsewise(line, goods)}`);
  }
  const refusal = refusalFor(line, fresh, goods);
  if (refusal !== undefined) throw new ShopError('invalid', refusal);
  return fresh;
}

export function notThere(line: LineLeft, fresh: Goods, goods: Goods[]): ShopError {
  const others = goods.filter(({ variant_id }) => variant_id !== fresh.variant_id);
  return new ShopError('conflict', `There is no longer enough of ${goodsName(fresh)}. ${elsewise(line, others)}`);
}

function elsewise(line: LineLeft, goods: Goods[]): string {
  const options = optionsFor(line, goods).map(({ sku, variant, name }) =>
    [sku, variant || name].filter(Boolean).join(' '),
  );
  return options.length > 0
    ? `In stock at the same price: ${options.join(', ')}.`
    : 'No other variant is in stock at the same price.';
}
