import { type RawBuilder, sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { keysetPage } from '#lib/platform/db/keyset-page.server.ts';
import type { Period } from '#lib/sales/money-reports/month.ts';

type Reader = Pick<ShopDatabase, 'read'>;

const ORDERS_PER_PAGE = 100;

export type CourierCash = Awaited<ReturnType<typeof byCourier>>[number];

/**
 * The cash that the courier collected for an order, with the same rules as `collectedCash` in `receive-cash.server.ts`.
 */
const COLLECTED_PAISE = sql<number>`orders.total_paise - orders.advance_paise * orders.advance_paid - coalesce((
  select sum(order_credit.total_paise - order_credit.owed_paise) from order_credit
  where order_credit.order_id = orders.id and order_credit.created_at <= orders.delivered_at), 0)`;

/** Reads the cash that couriers have collected but not yet paid to the shop, by courier. */
export function cashWithCouriers(db: Reader): Promise<CourierCash[]> {
  // The value is a literal, because the index covers only this value.
  return byCourier(db, sql`cash_due = 1`, 'delivered_at');
}

/** Reads the cash that couriers paid to the shop in a period, by courier. */
export function cashReceived(db: Reader, { from, to }: Period): Promise<CourierCash[]> {
  return byCourier(db, sql`cash_remitted_at >= ${from} and cash_remitted_at < ${to}`, 'cash_remitted_at');
}

async function byCourier(
  { read }: Reader,
  condition: RawBuilder<unknown>,
  timeColumn: 'delivered_at' | 'cash_remitted_at',
) {
  type Row = Record<'orders' | 'paise' | 'since', number | string | null> & { carrier: string | null };
  const { rows } = await sql<Row>`
    select carrier, count(*) as orders, sum(${COLLECTED_PAISE}) as paise, min(${sql.ref(timeColumn)}) as since
    from orders where ${condition} group by carrier order by carrier`.execute(read);
  return rows.map(({ carrier, orders, paise, since }) => ({
    /** The name of the courier, or null for orders without a courier. */
    carrier,
    orderCount: Number(orders),
    paise: Number(paise),
    /** When the first of these parcels was delivered or, for received cash, the first cash was received, in epoch ms. */
    since: Number(since),
  }));
}

export type ReceivedCash = Awaited<ReturnType<typeof listReceivedCash>>['rows'][number];

interface ReceivedCashQuery {
  carrier?: string;
  after?: string;
  before?: string;
}

/** Reads a page of the orders whose cash was received in a period, the oldest payment first. */
export async function listReceivedCash(
  { read }: Reader,
  { from, to }: Period,
  { carrier, ...page }: ReceivedCashQuery = {},
) {
  const receivedOrders = read
    .selectFrom('orders')
    .select([
      'id',
      'number',
      'carrier',
      'tracking_number as trackingNumber',
      'delivered_at as deliveredAt',
      'cash_remitted_at',
      COLLECTED_PAISE.as('paise'),
    ])
    .where('cash_remitted_at', '>=', from)
    .where('cash_remitted_at', '<', to);
  const sort = { column: 'cash_remitted_at', direction: 'asc' as const };
  const result = await keysetPage(
    carrier === undefined ? receivedOrders : receivedOrders.where('carrier', '=', carrier),
    { sort, size: ORDERS_PER_PAGE, ...page },
  );
  const rows = result.rows.map(({ cash_remitted_at: receivedAt, paise, ...row }) => ({
    ...row,
    receivedAt,
    paise: Number(paise),
  }));
  return { ...result, rows };
}
