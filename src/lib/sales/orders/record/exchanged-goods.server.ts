import type { Tx } from '#lib/platform/db/db.server.ts';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { LineNow } from '#lib/sales/orders/record/order-amounts.ts';

type Taken = Pick<LineNow, 'position' | 'quantity'>;

/** Throws `conflict` for goods that an exchange takes back: they must not go into stock twice. */
export async function refuseExchanged(
  tx: Tx,
  lines: readonly Pick<OrderLineTable, 'order_id' | 'position' | 'name' | 'sku' | 'quantity'>[],
  now: readonly Taken[],
  back: readonly Taken[],
): Promise<void> {
  const [first] = lines;
  if (!first) return;
  const exchanged = await tx
    .selectFrom('exchange_line')
    .innerJoin('exchange', 'exchange.id', 'exchange_line.exchange_id')
    .select(['position', 'exchange_line.quantity'])
    .where('order_id', '=', first.order_id)
    .where('state', 'in', ['approved', 'received'])
    .execute();
  const sumOf = (rows: readonly Taken[], position: number) =>
    rows.reduce((sum, row) => (row.position === position ? sum + row.quantity : sum), 0);
  const wrong = lines.find(
    ({ position }) =>
      sumOf(back, position) > 0 && sumOf(back, position) > sumOf(now, position) - sumOf(exchanged, position),
  );
  if (!wrong) return;
  const words = `${wrong.name} of this order was exchanged for other goods, or is being exchanged.`;
  throw new ShopError(
    'conflict',
    `${words} Send money back by orders refund, and put what comes back into stock by stock add.`,
  );
}
