import { replacementRefusal } from '#lib/exchanges/exchange-replacement.ts';
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

export function nameOf({ name, variant }: { name: string; variant: string }): string {
  return variant ? `${name} (${variant})` : name;
}
