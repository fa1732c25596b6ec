import { type RawBuilder, sql } from 'kysely';
import type { Customer } from '#lib/customers/auth/sessions/session.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { indianDateTimeWithSeconds } from '#lib/primitives/indian-time.ts';
import { toMetres } from '#lib/primitives/metres.ts';
import { profileJson } from '#lib/sales/account/profile.server.ts';
import { PROFILE_IMAGE_NAME } from '#lib/sales/account/profile-image.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

const PRODUCT_COLUMNS = 'product.name as product_name, product.slug as product_slug, product.sell_unit';

const PRODUCT_JOINS = {
  product_id: {
    columns: PRODUCT_COLUMNS,
    join: (table: string) => `left join product on product.id = ${table}.product_id`,
  },
  variant_id: {
    columns: PRODUCT_COLUMNS,
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

/** `column` contains the customer's id or email, or the id of a row in the table `parent`. */
export type CustomerTable = (
  | { table: string; column: 'customer_id' | 'email' }
  | { table: string; column: string; parent: string }
) & {
  /** The column that leads to a product, whose name is added to the rows. */
  productColumn?: keyof typeof PRODUCT_JOINS;
};

/** A module that stores something about customers must add its table here. */
export const CUSTOMER_TABLES: readonly CustomerTable[] = [
  { table: 'session', column: 'customer_id' },
  { table: 'address', column: 'customer_id' },
  { table: 'cart', column: 'customer_id' },
  { table: 'checkout_draft', column: 'cart_id', parent: 'cart' },
  { table: 'cart_line', column: 'cart_id', parent: 'cart', productColumn: 'variant_id' },
  { table: 'wishlist_entry', column: 'customer_id', productColumn: 'product_id' },
  { table: 'orders', column: 'customer_id' },
  { table: 'swatch_credit', column: 'order_id', parent: 'orders' },
  { table: 'order_line', column: 'order_id', parent: 'orders' },
  { table: 'order_event', column: 'order_id', parent: 'orders' },
  { table: 'order_credit', column: 'order_id', parent: 'orders' },
  { table: 'order_credit_line', column: 'credit_id', parent: 'order_credit', productColumn: 'credit_id' },
  { table: 'payment_event', column: 'order_id', parent: 'orders' },
  { table: 'cash_confirmation', column: 'order_id', parent: 'orders' },
  { table: 'refund', column: 'order_id', parent: 'orders' },
  { table: 'shipment', column: 'order_id', parent: 'orders' },
  { table: 'shipment_event', column: 'shipment_id', parent: 'shipment' },
  { table: 'review', column: 'customer_id', productColumn: 'product_id' },
  { table: 'ticket', column: 'customer_id' },
  { table: 'ticket_message', column: 'ticket_id', parent: 'ticket' },
  { table: 'attachment', column: 'ticket_message_id', parent: 'ticket_message' },
  { table: 'exchange', column: 'order_id', parent: 'orders' },
  { table: 'exchange_line', column: 'exchange_id', parent: 'exchange' },
  { table: 'exchange_image', column: 'exchange_id', parent: 'exchange' },
  { table: 'restock_request', column: 'email', productColumn: 'variant_id' },
  { table: 'subscriber', column: 'email' },
  { table: 'contact_message', column: 'email' },
  { table: 'customer_note', column: 'customer_id' },
  { table: 'cash_block', column: 'email' },
];

/** Reads the customer's profile and the customer's rows in each of `CUSTOMER_TABLES`, in readable form, by table. */
export async function readCustomerData({ db }: Pick<Shop, 'db'>, customer: Customer): Promise<Record<string, unknown>> {
  const data: Record<string, unknown> = { profile: profileOf(customer) };
  for (const source of CUSTOMER_TABLES) {
    const { rows } = await selectRows(source, customer).execute(db.write);
    data[source.table] = rows.map(readableRow);
  }
  return data;
}

function profileOf(customer: Customer): Record<string, unknown> {
  const profile = profileJson(customer);
  const picture = profile.featured_image && { name: PROFILE_IMAGE_NAME, address: profile.featured_image };
  return { ...profile, picture, ...readableRow({ created_at: customer.created_at }) };
}

function selectRows(source: CustomerTable, customer: Customer): RawBuilder<Record<string, unknown>> {
  const table = sql.table(source.table);
  const condition = ownershipCondition(source, customer);
  if (!source.productColumn) return sql`select * from ${table} where ${condition}`;
  const { join, columns } = PRODUCT_JOINS[source.productColumn];
  return sql`select ${table}.*, ${sql.raw(columns)} from ${table} ${sql.raw(join(source.table))} where ${condition}`;
}

function ownershipCondition(source: CustomerTable, customer: Customer): RawBuilder<unknown> {
  const column = sql.ref(source.column);
  if (!('parent' in source)) return sql`${column} = ${source.column === 'email' ? customer.email : customer.id}`;
  const parent = CUSTOMER_TABLES.find(({ table }) => table === source.parent);
  if (!parent) throw new Error(`${source.parent} is missing from CUSTOMER_TABLES`);
  return sql`${column} in (select id from ${sql.table(source.parent)} where ${ownershipCondition(parent, customer)})`;
}

const INTERNAL_COLUMN = /hash|token|customer_id|file_key|image_file/;
const TIME_COLUMN = /(^|_)at$|_until$/;

/**
 * Returns a row with readable values. Adds times in India, amounts in rupees and cloth lengths in metres; converts
 * basis points to per cent, parses JSON, and leaves out internal columns.
 */
export function readableRow(row: Record<string, unknown>): Record<string, unknown> {
  const isCloth = row.sell_unit === 'metre';
  const entries = Object.entries(row)
    .filter(([name]) => !INTERNAL_COLUMN.test(name))
    .flatMap(([name, value]) => (name === 'quantity' && isCloth ? clothEntries(value) : readableEntries(name, value)));
  return Object.fromEntries(entries);
}

function readableEntries(name: string, value: unknown): [string, unknown][] {
  if (name.endsWith('_json') && typeof value === 'string') return [[name, readableNested(JSON.parse(value))]];
  if (typeof value === 'object') return [[name, readableNested(value)]];
  const number = Number(value);
  if (TIME_COLUMN.test(name) && Number.isFinite(number)) {
    return [
      [name, new Date(number).toISOString()],
      [`${name}_in_india`, `${indianDateTimeWithSeconds(number)} IST`],
    ];
  }
  if (/paise$/i.test(name)) {
    return [
      [name, number],
      [`${name.replace(/_?paise$/i, '')}_in_rupees`, priceText(number)],
    ];
  }
  if (name.endsWith('_bp')) return [[name.replace(/bp$/, 'percent'), number / 100]];
  return [[name, value]];
}

function clothEntries(value: unknown): [string, unknown][] {
  return [
    ['quantity_in_centimetres', Number(value)],
    ['quantity_in_metres', toMetres(Number(value))],
  ];
}

function readableNested(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readableNested);
  return typeof value === 'object' && value !== null ? readableRow(value as Record<string, unknown>) : value;
}
