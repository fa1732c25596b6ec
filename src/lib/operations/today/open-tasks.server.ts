import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { ordersWithStatus, preOrderedLines } from '#lib/sales/orders/list/filter-orders.server.ts';
import type { OrderQuery } from '#lib/sales/orders/list/order-query.schema.ts';
import { lastPackingTime } from '#lib/shop/settings/closings.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/** The number of open tasks of each kind. */
export interface OpenTasks {
  /** Placed orders that staff have not confirmed yet. */
  toConfirm: number;
  /** Cash orders that the customer has not confirmed yet. */
  unconfirmed: number;
  /** Confirmed orders that are not packed yet. */
  toPack: number;
  /** Packed orders that are not shipped yet. */
  toShip: number;
  /** Open orders with pre-ordered items that are due. During a holiday, only items due before the holiday count. */
  preOrdersDue: number;
  /** Delivered cash orders for which the courier has not paid the shop yet. */
  cashDue: number;
  refunds: { count: number; paise: number };
  tickets: number;
  /** Exchanges that are requested, or whose items were returned but whose replacements are not shipped yet. */
  exchanges: number;
  /** Messages from the contact form that are neither answered nor closed. */
  messages: number;
  /** Reviews that no member of staff has seen. */
  reviews: number;
}

export async function countOpenTasks(db: Pick<ShopDatabase, 'read' | 'memo'>, at: number): Promise<OpenTasks> {
  const { read } = db;
  const dueAt = lastPackingTime(shopSettings(db).closings, at);
  const counts = await read
    .selectNoFrom((eb) => {
      const count = eb.fn.countAll<number>().as('n');
      const dueRefunds = eb.selectFrom('refund').where('state', '=', 'due');
      const orders = (status: OrderQuery['status']) => ordersWithStatus(eb.selectFrom('orders'), status).select(count);
      const exchanges = eb.selectFrom('exchange').where('state', 'in', ['requested', 'received']);
      return [
        orders('to_confirm').as('toConfirm'),
        orders('cod_unconfirmed').as('unconfirmed'),
        orders('to_pack').as('toPack'),
        orders('to_ship').as('toShip'),
        orders('open')
          .where((orderEb) => orderEb.exists(preOrderedLines(orderEb).where('pre_order_at', '<=', dueAt)))
          .as('preOrdersDue'),
        orders('cash_due').as('cashDue'),
        dueRefunds.select(count).as('refunds'),
        dueRefunds.select(({ fn }) => fn.sum<number | null>('amount_paise').as('sum')).as('refundsPaise'),
        eb.selectFrom('ticket').where('state', '=', 'open').select(count).as('tickets'),
        exchanges.where('shipped_at', 'is', null).select(count).as('exchanges'),
        // The values are literals, so that the databases use their partial indexes.
        eb.selectFrom('contact_message').where(sql<boolean>`state = 'new'`).select(count).as('messages'),
        eb.selectFrom('review').where(sql<boolean>`unseen = 1`).select(count).as('reviews'),
      ];
    })
    .executeTakeFirstOrThrow();
  return {
    toConfirm: Number(counts.toConfirm),
    unconfirmed: Number(counts.unconfirmed),
    toPack: Number(counts.toPack),
    toShip: Number(counts.toShip),
    preOrdersDue: Number(counts.preOrdersDue),
    cashDue: Number(counts.cashDue),
    refunds: { count: Number(counts.refunds), paise: Number(counts.refundsPaise ?? 0) },
    tickets: Number(counts.tickets),
    exchanges: Number(counts.exchanges),
    messages: Number(counts.messages),
    reviews: Number(counts.reviews),
  };
}
