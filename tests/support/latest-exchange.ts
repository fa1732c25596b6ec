import type { Shop } from '#lib/platform/shop.server.ts';
import { type AdminExchange, exchangesOfNumber } from '#lib/sales/exchanges/read-exchanges.server.ts';

/** Returns the newest exchange of an order. Throws an error if the order has no exchange. */
export async function latestExchange(shop: Pick<Shop, 'db'>, orderNumber: string): Promise<AdminExchange> {
  const [latest] = await exchangesOfNumber(shop, orderNumber);
  if (!latest) throw new Error(`Order ${orderNumber} has no exchange.`);
  return latest;
}
