import { type RawBuilder, sql } from 'kysely';
import { readable } from '#lib/account/readable-data.ts';
import { profileJson } from '#lib/identity/profile.server.ts';
import { PROFILE_IMAGE_NAME } from '#lib/identity/profile-image.ts';
import type { Customer } from '#lib/identity/session.server.ts';
import type { Shop } from '#lib/shop/shop.server.ts';

/** A table that holds something of a customer: by what its rows are his, or which of these tables they belong to. */
export type CustomerTable = (
  | { table: string; by: 'customer_id' | 'email' }
  | { table: string; by: string; of: string }
) & {
  /** The column that tells which product it is about, where the row does not name it. */
  product?: 'product_id' | 'variant_id';
};

/** Where customers stand in the database. A domain that keeps something of them adds its table here. */
export const CUSTOMER_TABLES: readonly CustomerTable[] = [
  { table: 'session', by: 'customer_id' },
  { table: 'address', by: 'customer_id' },
  { table: 'cart', by: 'customer_id' },
  { table: 'cart_line', by: 'cart_id', of: 'cart', product: 'variant_id' },
  { table: 'wishlist_entry', by: 'customer_id', product: 'product_id' },
  { table: 'orders', by: 'customer_id' },
  { table: 'order_line', by: 'order_id', of: 'orders' },
  { table: 'order_event', by: 'order_id', of: 'orders' },
  { table: 'review', by: 'customer_id', product: 'product_id' },
  { table: 'ticket', by: 'customer_id' },
  { table: 'ticket_message', by: 'ticket_id', of: 'ticket' },
  { table: 'attachment', by: 'ticket_message_id', of: 'ticket_message' },
  { table: 'exchange', by: 'customer_id' },
  { table: 'exchange_line', by: 'exchange_id', of: 'exchange' },
  { table: 'exchange_image', by: 'exchange_id', of: 'exchange' },
  { table: 'subscriber', by: 'email' },
  { table: 'contact_message', by: 'email' },
];

/** Everything that is held about a customer (product.md, Accounts: "download my data"). */
export async function readCustomerData({ db }: Pick<Shop, 'db'>, customer: Customer): Promise<Record<string, unknown>> {
  const data: Record<string, unknown> = { profile: profileOf(customer) };
  for (const part of CUSTOMER_TABLES) {
    const { rows } = await rowsOf(part, customer).execute(db.write);
    data[part.table] = rows.map(readable);
  }
  return data;
}

/** With the picture by its name, and by the address at which it can be seen. */
function profileOf(customer: Customer): Record<string, unknown> {
  const profile = profileJson(customer);
  const picture = profile.featured_image && { name: PROFILE_IMAGE_NAME, address: profile.featured_image };
  return { ...profile, picture, ...readable({ created_at: customer.created_at }) };
}

function rowsOf(part: CustomerTable, customer: Customer): RawBuilder<Record<string, unknown>> {
  const table = sql.table(part.table);
  const found = condition(part, customer);
  if (!part.product) return sql`select * from ${table} where ${found}`;
  const column = sql.ref(`${part.table}.${part.product}`);
  const products =
    part.product === 'variant_id'
      ? sql`left join variant on variant.id = ${column} left join product on product.id = variant.product_id`
      : sql`left join product on product.id = ${column}`;
  const named = sql`product.name as product_name, product.slug as product_slug, product.sell_unit`;
  return sql`select ${table}.*, ${named} from ${table} ${products} where ${found}`;
}

function condition(part: CustomerTable, customer: Customer): RawBuilder<unknown> {
  if (!('of' in part)) return sql`${sql.ref(part.by)} = ${part.by === 'email' ? customer.email : customer.id}`;
  const of = CUSTOMER_TABLES.find(({ table }) => table === part.of);
  if (!of) throw new Error(`${part.of} is not among the tables of customers`);
  return sql`${sql.ref(part.by)} in (select id from ${sql.table(part.of)} where ${condition(of, customer)})`;
}
