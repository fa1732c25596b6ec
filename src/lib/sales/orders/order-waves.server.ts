import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import { cancelOrder } from '#lib/sales/orders/move-order.server.ts';
import { BEING_PREPARED } from '#lib/sales/orders/record/orders.ts';

/** Cash orders from unverified mailboxes that came from one network and have not been shipped. */
export type OrderWave = Awaited<ReturnType<typeof orderWaves>>[number];

const NAME_CHARACTERS = 6;
const COLUMNS = [
  'orders.id',
  'orders.number',
  'orders.email',
  'orders.created_at',
  'orders.total_paise',
  'network_key',
] as const;

/**
 * Reads the waves of orders that were placed in the last `periodMs` milliseconds. The wave with the most orders comes
 * first.
 */
export async function orderWaves({ write }: Pick<ShopDatabase, 'write'>, now: number, periodMs: number) {
  const rows = await write
    .selectFrom('unverified_order')
    .innerJoin('orders', 'orders.id', 'unverified_order.order_id')
    .innerJoin('order_line', 'order_line.order_id', 'orders.id')
    .select(COLUMNS)
    .select(({ fn }) => fn.countAll<number>().as('lineCount'))
    .where('unverified_order.created_at', '>', now - periodMs)
    .where('orders.payment_status', '=', 'cod')
    .where('orders.order_status', 'in', BEING_PREPARED)
    .groupBy(COLUMNS)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.number', 'desc')
    .execute();
  const rowsByNetwork = Map.groupBy(rows, ({ network_key }) => network_key);
  return [...rowsByNetwork]
    .map(([key, networkRows]) => ({
      /** The beginning of the network's keyed hash. */
      networkName: key.slice(0, NAME_CHARACTERS) || 'unknown',
      /** The orders of the wave, the newest first. */
      orders: networkRows.map(({ network_key: _network, lineCount, ...order }) => ({
        ...order,
        lineCount: Number(lineCount),
      })),
    }))
    .sort((a, b) => b.orders.length - a.orders.length || (a.networkName < b.networkName ? -1 : 1));
}

/**
 * Cancels each order in a separate transaction, which also restocks its items. Returns the order numbers of the orders
 * that could no longer be cancelled.
 */
export async function cancelWave(
  shop: OrderShop,
  orders: OrderWave['orders'],
  reason: string | undefined,
): Promise<string[]> {
  const uncancelledNumbers: string[] = [];
  for (const { id, number } of orders) {
    try {
      await cancelOrder(shop, id, 'shop', { reason });
    } catch (error) {
      if (!isShopError(error)) throw error;
      uncancelledNumbers.push(number);
    }
  }
  return uncancelledNumbers;
}
