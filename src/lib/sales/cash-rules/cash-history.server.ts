import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { mailboxOf } from '#lib/primitives/email.ts';
import { type CashHistory, EXCUSED_REASONS } from '#lib/sales/cash-rules/cash-rules.ts';

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

/** The details that identify a customer: normalised mailboxes (`mailboxOf`), and the mobile number of the orders. */
export interface CashCustomer {
  mailboxes: readonly string[];
  mobile?: string;
}

/**
 * Counts a customer's cash parcels that were ordered since `since` (epoch milliseconds) and came back. Leaves out
 * parcels that were damaged on the way.
 */
export async function countRefusedParcels(
  read: Kysely<Tables>,
  customer: CashCustomer,
  since: number,
): Promise<number> {
  const excusedCredits = sql`select 1 from order_credit
    where order_credit.order_id = orders.id and return_reason in (${sql.join(EXCUSED_REASONS)})`;
  return countRows(read, returnedParcels(customer, sql`created_at >= ${since} and not exists (${excusedCredits})`));
}

/**
 * Counts a customer's delivered and returned cash parcels, for staff. Delivered parcels are found by email address, or
 * by mobile number if there is no email address. Returned parcels are found by email address and by mobile number.
 */
export async function customerHistory(
  read: Kysely<Tables>,
  { email, mobile }: { email: string; mobile: string },
): Promise<CashHistory> {
  const customer = { mailboxes: email === '' ? [] : [mailboxOf(email)], mobile };
  // Customers without an email address are found with the index of the order search.
  const orderCondition =
    email === '' ? sql`id in (select order_id from order_term where term = ${mobile})` : sql`email = ${email}`;
  const [delivered, returned] = await Promise.all([
    countRows(
      read,
      sql`select id from orders
        where ${orderCondition} and payment_method = 'cod' and collected = 0 and delivered_at is not null`,
    ),
    countRows(read, returnedParcels(customer, sql`1 = 1`)),
  ]);
  return { delivered, returned };
}

/**
 * Returns a query for a customer's returned cash parcels. The query has one part for each condition, because SQLite
 * would use no index for several conditions together.
 */
function returnedParcels({ mailboxes, mobile = '' }: CashCustomer, extraCondition: RawBuilder<unknown>) {
  const conditions = [
    ...mailboxes.map((mailbox) => sql`mailbox = ${mailbox}`),
    ...(mobile === '' ? [] : [sql`mobile = ${mobile}`]),
  ];
  const queries = (conditions.length > 0 ? conditions : [sql`1 = 0`]).map(
    (condition) => sql`select id from orders
      where payment_method = 'cod' and order_status = 'returned' and delivered_at is null and ${condition} and ${extraCondition}`,
  );
  return sql.join(queries, sql` union `);
}

async function countRows(read: Kysely<Tables>, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ parcel_count: number | string }>`
    select count(*) as parcel_count from (${query}) as parcels`.execute(read);
  return Number(rows[0]?.parcel_count);
}
