import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { ordersWithStatus, preOrderedLines } from '#lib/sales/orders/list/filter-orders.server.ts';
import type { OrderQuery } from '#lib/sales/orders/list/order-query.schema.ts';
import { lastPackingTime } from '#lib/shop/settings/closings.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/** Returns the number of open tasks of each kind. */
export async function countOpenTasks(db: Pick<ShopDatabase, 'read' | 'memo'>, at: number) {
  const dueAt = lastPackingTime(shopSettings(db).closings, at);
  const counts = await db.read
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
    /** Placed orders that staff have not confirmed yet. */
    toConfirm: Number(counts.toConfirm),
    /** Cash orders that the customer has not confirmed yet. */
    unconfirmed: Number(counts.unconfirmed),
    /** Confirmed orders that are not packed yet. */
    toPack: Number(counts.toPack),
    /** Packed orders that are not shipped yet. */
    toShip: Number(counts.toShip),
    /** Open orders with pre-ordered items that are due. During a holiday, only items due before the holiday count. */
    preOrdersDue: Number(counts.preOrdersDue),
    /** Delivered cash orders for which the courier has not paid the shop yet. */
    cashDue: Number(counts.cashDue),
    refunds: { count: Number(counts.refunds), paise: Number(counts.refundsPaise ?? 0) },
    tickets: Number(counts.tickets),
    /** Exchanges that are requested, or whose items were returned but whose replacements are not shipped yet. */
    exchanges: Number(counts.exchanges),
    /** Messages from the contact form that are neither answered nor closed. */
    messages: Number(counts.messages),
    /** Reviews that no member of staff has seen. */
    reviews: Number(counts.reviews),
  };
}
