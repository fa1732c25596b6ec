import type { Selectable } from 'kysely';
import type { ExchangeState, ExchangeTable } from '#lib/db/tables/exchange.ts';
import type { Shop } from '#lib/shop/shop.server.ts';
import { ShopError } from '#lib/shop/shop-error.ts';

export type Exchange = Selectable<ExchangeTable>;
/** As it lies on the owner's desk. */
export type DeskExchange = Exchange & { number: string; email: string };

const LISTED = 50;

/** The latest requests, or those in one state. */
export function exchangesOnDesk({ db }: Pick<Shop, 'db'>, state: ExchangeState | undefined): Promise<DeskExchange[]> {
  const query = db.write
    .selectFrom('exchange')
    .innerJoin('orders', 'orders.id', 'exchange.order_id')
    .selectAll('exchange')
    .select(['orders.number', 'orders.email'])
    .orderBy('exchange.created_at', 'desc')
    .limit(LISTED);
  return (state ? query.where('state', '=', state) : query).execute();
}

/** The open request of an order, or its last; throws `not_found`. */
export async function exchangeOnDesk({ db }: Pick<Shop, 'db'>, number: string): Promise<DeskExchange> {
  const found = await db.write
    .selectFrom('exchange')
    .innerJoin('orders', 'orders.id', 'exchange.order_id')
    .selectAll('exchange')
    .select(['orders.number', 'orders.email'])
    .where('orders.number', '=', number)
    .orderBy('exchange.created_at', 'desc')
    .executeTakeFirst();
  if (!found) throw new ShopError('not_found', `Nobody has asked to exchange ${number}.`);
  return found;
}

/** The goods of the order, whose SKUs a swap names, and the pictures that came with the request. */
export async function exchangeDetails({ db }: Pick<Shop, 'db'>, { id, order_id }: Exchange) {
  const goods = await db.write
    .selectFrom('order_line')
    .select(['sku', 'name', 'variant', 'quantity', 'sell_unit'])
    .where('order_id', '=', order_id)
    .orderBy('position')
    .execute();
  const images = await db.write
    .selectFrom('exchange_image')
    .select(['name', 'bytes', 'file_key'])
    .where('exchange_id', '=', id)
    .orderBy('position')
    .execute();
  return { goods, images };
}
