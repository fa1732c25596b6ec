import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

export interface CashHistory {
  /** The number of delivered parcels, even if their items were returned afterwards. */
  delivered: number;
  /** The number of parcels that came back undelivered. */
  returned: number;
}

/**
 * Counts the delivered and the returned parcels of cash orders to a pincode that were placed since `since` (epoch
 * milliseconds). Counts only orders whose pincode the job `indexOrders` has already stored.
 */
export async function pincodeHistory(
  { read }: Pick<ShopDatabase, 'read'>,
  pincode: string,
  since = 0,
): Promise<CashHistory> {
  // `cod` and 0 are literals, because the index `orders_cash_of_pincode` covers only these values.
  const { rows } = await sql<Record<keyof CashHistory, number | string>>`
    select count(case when delivered_at is not null then 1 end) as delivered,
      count(case when delivered_at is null and order_status = 'returned' then 1 end) as returned
    from orders
    where payment_method = 'cod' and collected = 0
      and delivery_pincode = ${pincode} and created_at >= ${since}`.execute(read);
  return { delivered: Number(rows[0]?.delivered), returned: Number(rows[0]?.returned) };
}
