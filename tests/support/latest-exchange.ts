import type { Shop } from '#lib/platform/shop.server.ts';
import { type AdminExchange, exchangesOfNumber } from '#lib/sales/exchanges/read-exchanges.server.ts';

/** The newest exchange of an order, which must exist. */
export async function latestExchange(shop: Pick<Shop, 'db'>, number: string): Promise<AdminExchange> {
  const [latest] = await exchangesOfNumber(shop, number);
  if (!latest) throw new Error(`no exchange of ${number}`);
  return latest;
}
