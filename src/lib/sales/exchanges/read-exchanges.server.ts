import type { Selectable } from 'kysely';
import type { ExchangeTable } from '#lib/platform/db/tables/exchange.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import type { ExchangeStep } from '#lib/sales/exchanges/exchange.ts';
import { findOrder } from '#lib/sales/orders/record/find-order.server.ts';

export type Exchange = Selectable<ExchangeTable>;
export type AdminExchange = Exchange & { number: string; email: string };

const MAX_LISTED = 50;

/** Reads up to `MAX_LISTED` exchanges, the latest first. If `step` is given, reads only exchanges in that step. */
export function exchangesForAdmin({ db }: Pick<Shop, 'db'>, step: ExchangeStep | undefined): Promise<AdminExchange[]> {
  const query = adminExchanges(db).orderBy('exchange.created_at', 'desc').limit(MAX_LISTED);
  if (step === undefined) return query.execute();
  if (step === 'shipped')
    return query.where('shipped_at', 'is not', null).where('exchange.delivered_at', 'is', null).execute();
  if (step === 'delivered') return query.where('exchange.delivered_at', 'is not', null).execute();
  return query.where('state', '=', step).where('shipped_at', 'is', null).execute();
}

/**
 * Reads the exchanges of an order, the latest first. Throws `not_found` if the order does not exist or has no
 * exchanges, and `conflict` if `typedNumber` matches several orders.
 */
export async function exchangesOfNumber({ db }: Pick<Shop, 'db'>, typedNumber: string): Promise<AdminExchange[]> {
  const { id, number } = await findOrder(db, typedNumber);
  const exchanges = await adminExchanges(db)
    .where('orders.id', '=', id)
    .orderBy('exchange.created_at', 'desc')
    .execute();
  if (exchanges.length === 0) throw new ShopError('not_found', `There is no exchange request for ${number}.`);
  return exchanges;
}

/** Reads an exchange. Throws `not_found` if the exchange does not exist. */
export async function exchangeOfId({ db }: Pick<Shop, 'db'>, id: string): Promise<AdminExchange> {
  const exchange = await adminExchanges(db).where('exchange.id', '=', id).executeTakeFirst();
  if (!exchange) throw new ShopError('not_found', 'There is no such exchange.');
  return exchange;
}

function adminExchanges({ write }: Pick<Shop['db'], 'write'>) {
  return write
    .selectFrom('exchange')
    .innerJoin('orders', 'orders.id', 'exchange.order_id')
    .selectAll('exchange')
    .select(['orders.number', 'orders.email']);
}

export type ExchangeDetails = Awaited<ReturnType<typeof exchangeDetails>>;

/**
 * Reads the order's address, all lines of the order with their replacements in this exchange, and the pictures of the
 * request.
 */
export async function exchangeDetails({ db }: Pick<Shop, 'db'>, { id, order_id }: Exchange) {
  const order = await db.write
    .selectFrom('orders')
    .select(['address_json', 'mobile'])
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow();
  const goods = await db.write
    .selectFrom('order_line')
    .leftJoin('exchange_line as new_line', (on) =>
      on.onRef('new_line.position', '=', 'order_line.position').on('new_line.exchange_id', '=', id),
    )
    .select(['order_line.sku', 'order_line.name', 'order_line.variant', 'order_line.quantity', 'order_line.sell_unit'])
    .select(['new_line.sku as new_sku', 'new_line.name as new_name', 'new_line.variant as new_variant'])
    .select(['new_line.quantity as exchanged_quantity', 'new_line.bolt_position', 'new_line.is_open', 'new_line.taken'])
    .where('order_id', '=', order_id)
    .orderBy('order_line.position')
    .execute();
  const images = await db.write
    .selectFrom('exchange_image')
    .select(['id', 'name', 'kind', 'bytes', 'file_key'])
    .where('exchange_id', '=', id)
    .orderBy('position')
    .execute();
  return { order, goods, images };
}
