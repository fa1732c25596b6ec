import { sql } from 'kysely';
import { profileJson } from '#lib/identity/profile.server.ts';
import type { Customer } from '#lib/identity/session.server.ts';
import type { Shop } from '#lib/shop/shop.server.ts';

/** A table that holds something of a customer: by what its rows are his, or which of these tables they belong to. */
export type CustomerTable = { table: string; by: 'customer_id' | 'email' } | { table: string; by: string; of: string };

/** Where customers stand in the database. A domain that keeps something of them adds its table here. */
export const CUSTOMER_TABLES: readonly CustomerTable[] = [
  { table: 'session', by: 'customer_id' },
  { table: 'address', by: 'customer_id' },
  { table: 'cart', by: 'customer_id' },
  { table: 'cart_line', by: 'cart_id', of: 'cart' },
  { table: 'wishlist_entry', by: 'customer_id' },
  { table: 'orders', by: 'customer_id' },
  { table: 'order_line', by: 'order_id', of: 'orders' },
  { table: 'order_event', by: 'order_id', of: 'orders' },
  { table: 'review', by: 'customer_id' },
  { table: 'ticket', by: 'customer_id' },
  { table: 'ticket_message', by: 'ticket_id', of: 'ticket' },
  { table: 'exchange', by: 'customer_id' },
  { table: 'exchange_line', by: 'exchange_id', of: 'exchange' },
  { table: 'subscriber', by: 'email' },
  { table: 'contact_message', by: 'email' },
];

/** Columns that only the shop can use, such as the hash of a cookie. */
const INNER_COLUMN = /hash|token|customer_id/;

/** Everything that is held about a customer (product.md, Accounts: "download my data"). */
export async function readCustomerData({ db }: Pick<Shop, 'db'>, customer: Customer): Promise<Record<string, unknown>> {
  const data: Record<string, unknown> = { profile: profileJson(customer) };
  for (const part of CUSTOMER_TABLES) {
    const { rows } = await sql<
      Record<string, unknown>
    >`select * from ${sql.table(part.table)} where ${condition(part, customer)}`.execute(db.write);
    data[part.table] = rows.map(readable);
  }
  return data;
}

function condition(part: CustomerTable, customer: Customer) {
  if (!('of' in part)) return sql`${sql.ref(part.by)} = ${part.by === 'email' ? customer.email : customer.id}`;
  return sql`${sql.ref(part.by)} in (select id from ${sql.table(part.of)} where customer_id = ${customer.id})`;
}

/** Times as people read them, and JSON opened. */
function readable(row: Record<string, unknown>): Record<string, unknown> {
  const columns = Object.entries(row).filter(([name]) => !INNER_COLUMN.test(name));
  return Object.fromEntries(
    columns.map(([name, value]) => {
      if (name.endsWith('_at') && value !== null) return [name, new Date(Number(value)).toISOString()];
      return [name, name.endsWith('_json') && typeof value === 'string' ? JSON.parse(value) : value];
    }),
  );
}
