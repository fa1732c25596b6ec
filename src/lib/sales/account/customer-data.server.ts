import { type RawBuilder, sql } from 'kysely';
import type { Customer } from '#lib/customers/auth/sessions/session.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { profileJson } from '#lib/sales/account/profile.server.ts';
import { PROFILE_IMAGE_NAME } from '#lib/sales/account/profile-image.ts';
import { readable } from '#lib/sales/account/readable-data.ts';

const OF_PRODUCT = 'product.name as product_name, product.slug as product_slug, product.sell_unit';

const PRODUCT_OF = {
  product_id: {
    columns: OF_PRODUCT,
    join: (table: string) => `left join product on product.id = ${table}.product_id`,
  },
  variant_id: {
    columns: OF_PRODUCT,
    join: (table: string) =>
      `left join variant on variant.id = ${table}.variant_id left join product on product.id = variant.product_id`,
  },
  credit_id: {
    columns: 'order_line.name as product_name, order_line.sell_unit',
    join: (table: string) =>
      `left join order_credit on order_credit.id = ${table}.credit_id
       left join order_line on order_line.order_id = order_credit.order_id and order_line.position = ${table}.position`,
  },
};

/** `by` is the column with the customer's id, or with the id of a row in the table `of`. */
export type CustomerTable = (
  | { table: string; by: 'customer_id' | 'email' }
  | { table: string; by: string; of: string }
) & {
  product?: keyof typeof PRODUCT_OF;
};

/** A module that stores something about customers must add its table here. */
export const CUSTOMER_TABLES: readonly CustomerTable[] = [
  { table: 'session', by: 'customer_id' },
  { table: 'address', by: 'customer_id' },
  { table: 'cart', by: 'customer_id' },
  { table: 'checkout_draft', by: 'cart_id', of: 'cart' },
  { table: 'cart_line', by: 'cart_id', of: 'cart', product: 'variant_id' },
  { table: 'wishlist_entry', by: 'customer_id', product: 'product_id' },
  { table: 'orders', by: 'customer_id' },
  { table: 'swatch_credit', by: 'order_id', of: 'orders' },
  { table: 'order_line', by: 'order_id', of: 'orders' },
  { table: 'order_event', by: 'order_id', of: 'orders' },
  { table: 'order_credit', by: 'order_id', of: 'orders' },
  { table: 'order_credit_line', by: 'credit_id', of: 'order_credit', product: 'credit_id' },
  { table: 'payment_event', by: 'order_id', of: 'orders' },
  { table: 'cash_confirmation', by: 'order_id', of: 'orders' },
  { table: 'refund', by: 'order_id', of: 'orders' },
  { table: 'shipment', by: 'order_id', of: 'orders' },
  { table: 'shipment_event', by: 'shipment_id', of: 'shipment' },
  { table: 'review', by: 'customer_id', product: 'product_id' },
  { table: 'ticket', by: 'customer_id' },
  { table: 'ticket_message', by: 'ticket_id', of: 'ticket' },
  { table: 'attachment', by: 'ticket_message_id', of: 'ticket_message' },
  { table: 'exchange', by: 'order_id', of: 'orders' },
  { table: 'exchange_line', by: 'exchange_id', of: 'exchange' },
  { table: 'exchange_image', by: 'exchange_id', of: 'exchange' },
  { table: 'restock_request', by: 'email', product: 'variant_id' },
  { table: 'subscriber', by: 'email' },
  { table: 'contact_message', by: 'email' },
  { table: 'customer_note', by: 'customer_id' },
  { table: 'cash_block', by: 'email' },
];

export async function readCustomerData({ db }: Pick<Shop, 'db'>, customer: Customer): Promise<Record<string, unknown>> {
  const data: Record<string, unknown> = { profile: profileOf(customer) };
  for (const part of CUSTOMER_TABLES) {
    const { rows } = await rowsOf(part, customer).execute(db.write);
    data[part.table] = rows.map(readable);
  }
  return data;
}

function profileOf(customer: Customer): Record<string, unknown> {
  const profile = profileJson(customer);
  const picture = profile.featured_image && { name: PROFILE_IMAGE_NAME, address: profile.featured_image };
  return { ...profile, picture, ...readable({ created_at: customer.created_at }) };
}

function rowsOf(part: CustomerTable, customer: Customer): RawBuilder<Record<string, unknown>> {
  const table = sql.table(part.table);
  const found = condition(part, customer);
  if (!part.product) return sql`select * from ${table} where ${found}`;
  const { join, columns } = PRODUCT_OF[part.product];
  return sql`select ${table}.*, ${sql.raw(columns)} from ${table} ${sql.raw(join(part.table))} where ${found}`;
}

function condition(part: CustomerTable, customer: Customer): RawBuilder<unknown> {
  if (!('of' in part)) return sql`${sql.ref(part.by)} = ${part.by === 'email' ? customer.email : customer.id}`;
  const of = CUSTOMER_TABLES.find(({ table }) => table === part.of);
  if (!of) throw new Error(`${part.of} is not among the tables of customers`);
  return sql`${sql.ref(part.by)} in (select id from ${sql.table(part.of)} where ${condition(of, customer)})`;
}
