import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { InboxKind } from '#lib/admin/inbox/inbox.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { filteredOrders, searchTerms } from '#lib/sales/orders/list/filter-orders.server.ts';
import { ORDER_QUERY } from '#lib/sales/orders/list/order-query.schema.ts';

const LAST_CHARACTER = '\u{10FFFF}';
/** The prefix before the order's number in the subject of a ticket that was opened from an order's page. */
const ORDER_SUBJECT_PREFIX = 'order ';
/**
 * The maximum number of matches for each condition. A text that matches more rows is too common to be useful, and slows
 * the search.
 */
const MAX_MATCHES = 200;

/** Customers and orders that match a search. The inbox items that belong to them match, too. */
export type SearchMatches = Awaited<ReturnType<typeof findCustomersAndOrders>>;

/** Searches for customers by the start of their name or email address, and for orders as the list of orders does. */
export async function findCustomersAndOrders(db: Pick<ShopDatabase, 'read' | 'engine'>, search: string) {
  const startsWith = columnStartsWith(db.engine, search.toLowerCase());
  const query = ORDER_QUERY.parse({ search, status: 'all' });
  const orderQuery = db.read.selectFrom('orders').select(['id', 'customer_id', 'email']);
  const byName = matchingIds('customer', startsWith('lower(name)'));
  const byEmail = matchingIds('customer', startsWith('email'));
  const [orders, customers] = await Promise.all([
    filteredOrders(orderQuery, query, await searchTerms(db, search))
      .limit(MAX_MATCHES)
      .execute(),
    sql<{ id: string }>`${union([byName, byEmail])}`.execute(db.read),
  ]);
  const ids = [...customers.rows.map(({ id }) => id), ...orders.flatMap(({ customer_id }) => customer_id ?? [])];
  return {
    /** The ids of the customers, including the customers of the orders. */
    customerIds: [...new Set(ids)],
    orderIds: orders.map(({ id }) => id),
    /** The email addresses of the orders. */
    emails: [...new Set(orders.map(({ email }) => email))],
  };
}

/** Builds a query for the ids of the items of one kind that match the search or belong to its customers or orders. */
export function matchingItemIds(
  { engine }: Pick<ShopDatabase, 'engine'>,
  kind: InboxKind,
  search: string,
  { customerIds, orderIds, emails }: SearchMatches,
): RawBuilder<unknown> {
  const startsWith = columnStartsWith(engine, search.toLowerCase());
  const isOfCustomers = isOneOf(sql.ref('customer_id'), customerIds);
  switch (kind) {
    case 'ticket':
      return union([
        matchingIds('ticket', isOfCustomers),
        matchingIds('ticket', sql<SqlBool>`number = ${search.toUpperCase()}`),
        matchingIds('ticket', startsWith('lower(subject)')),
        matchingIds('ticket', columnStartsWith(engine, ORDER_SUBJECT_PREFIX + search.toLowerCase())('lower(subject)')),
      ]);
    case 'exchange': {
      const isOfOrdersOfCustomers = sql<SqlBool>`order_id in (${matchingIds('orders', isOfCustomers)})`;
      return union([
        matchingIds('exchange', isOneOf(sql.ref('order_id'), orderIds)),
        matchingIds('exchange', isOfOrdersOfCustomers),
      ]);
    }
    case 'message':
      return union([
        matchingIds('contact_message', startsWith('lower(name)')),
        matchingIds('contact_message', startsWith('email')),
        matchingIds('contact_message', isOneOf(comparedByBytes(engine, 'email'), emails)),
      ]);
    case 'review':
      return union([matchingIds('review', isOfCustomers), matchingIds('review', startsWith('lower(name)'))]);
  }
}

function matchingIds(table: string, condition: RawBuilder<SqlBool>): RawBuilder<unknown> {
  const limitedQuery = sql`select id from ${sql.table(table)} where ${condition} limit ${sql.lit(MAX_MATCHES)}`;
  // In SQLite, a query in a union can't have its own limit, unless it is a subquery.
  return sql`select id from (${limitedQuery}) as some_rows`;
}

function union(queries: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(queries, sql` union `);
}

function isOneOf(column: RawBuilder<unknown>, values: readonly string[]): RawBuilder<SqlBool> {
  return values.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${column} in (${sql.join(values)})`;
}

/** Returns a function that builds the condition that an indexed column or expression starts with `text`. */
function columnStartsWith(engine: ShopDatabase['engine'], text: string): (column: string) => RawBuilder<SqlBool> {
  return (column) => {
    const comparedColumn = comparedByBytes(engine, column);
    return sql<SqlBool>`(${comparedColumn} >= ${text} and ${comparedColumn} < ${text + LAST_CHARACTER})`;
  };
}

/** Returns SQL that compares a column or expression by bytes, as the indexes on names, subjects and emails require. */
export function comparedByBytes(engine: ShopDatabase['engine'], column: string): RawBuilder<unknown> {
  return sql.raw(engine === 'postgres' ? `${column} collate "C"` : column);
}
