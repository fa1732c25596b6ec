import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { InboxKind } from '#lib/admin/inbox/inbox.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { filteredOrders, searchTerms } from '#lib/sales/orders/list/filter-orders.server.ts';
import { ORDER_QUERY } from '#lib/sales/orders/list/order-query.schema.ts';

type ReadDatabase = Pick<ShopDatabase, 'read' | 'engine'>;

const LAST_CHARACTER = '\u{10FFFF}';
/** Tickets that are opened from the page of an order have this subject. */
const ABOUT_ORDER = 'order ';
/** A text that more rows have is too common to be of use, and would be slow. */
const MAX_FOUND = 200;

/** Customers and orders that a text finds, for what belongs to them. */
export interface FoundPeople {
  customers: string[];
  orders: string[];
  emails: string[];
}

/** By the beginning of a name or an email address, and by everything by which the list of orders finds them. */
export async function findPeople(db: ReadDatabase, search: string): Promise<FoundPeople> {
  const begins = beginsWith(db.engine, search.toLowerCase());
  const query = ORDER_QUERY.parse({ search, status: 'all' });
  const columns = db.read.selectFrom('orders').select(['id', 'customer_id', 'email']);
  const [orders, customers] = await Promise.all([
    filteredOrders(columns, query, await searchTerms(db, search))
      .limit(MAX_FOUND)
      .execute(),
    sql<{ id: string }>`${union([some('customer', begins('lower(name)')), some('customer', begins('email'))])}`.execute(
      db.read,
    ),
  ]);
  const ids = [...customers.rows.map(({ id }) => id), ...orders.flatMap(({ customer_id }) => customer_id ?? [])];
  return {
    customers: [...new Set(ids)],
    orders: orders.map(({ id }) => id),
    emails: [...new Set(orders.map(({ email }) => email))],
  };
}

/** The ids of one kind: what belongs to these people, and what the text itself finds. */
export function foundIds(
  { engine }: Pick<ShopDatabase, 'engine'>,
  kind: InboxKind,
  search: string,
  { customers, orders, emails }: FoundPeople,
): RawBuilder<unknown> {
  const begins = beginsWith(engine, search.toLowerCase());
  switch (kind) {
    case 'ticket':
      return union([
        some('ticket', isOneOf('customer_id', customers)),
        some('ticket', sql<SqlBool>`number = ${search.toUpperCase()}`),
        some('ticket', begins('lower(subject)')),
        some('ticket', beginsWith(engine, ABOUT_ORDER + search.toLowerCase())('lower(subject)')),
      ]);
    case 'exchange': {
      const ofCustomers = sql<SqlBool>`order_id in (${some('orders', isOneOf('customer_id', customers))})`;
      return union([some('exchange', isOneOf('order_id', orders)), some('exchange', ofCustomers)]);
    }
    case 'message':
      return union([
        some('contact_message', begins('lower(name)')),
        some('contact_message', begins('email')),
        some('contact_message', isOneOf('email', emails)),
      ]);
    case 'review':
      return union([some('review', isOneOf('customer_id', customers)), some('review', begins('lower(name)'))]);
  }
}

function some(table: string, condition: RawBuilder<SqlBool>): RawBuilder<unknown> {
  const rows = sql`select id from ${sql.table(table)} where ${condition} limit ${sql.lit(MAX_FOUND)}`;
  return sql`select id from (${rows}) as some_rows`;
}

function union(queries: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(queries, sql` union `);
}

function isOneOf(column: string, values: readonly string[]): RawBuilder<SqlBool> {
  return values.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${sql.ref(column)} in (${sql.join(values)})`;
}

/** A condition for an indexed column or expression, compared by bytes. */
function beginsWith(engine: ShopDatabase['engine'], text: string): (column: string) => RawBuilder<SqlBool> {
  const bytes = sql.raw(engine === 'postgres' ? ' collate "C"' : '');
  return (column) => {
    const value = sql`${sql.raw(column)}${bytes}`;
    return sql<SqlBool>`(${value} >= ${text} and ${value} < ${text + LAST_CHARACTER})`;
  };
}
