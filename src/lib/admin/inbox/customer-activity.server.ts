import type { Selectable } from 'kysely';
import { comparedByBytes } from '#lib/admin/inbox/compared-by-bytes.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { ContactMessageTable, ReviewTable } from '#lib/platform/db/query/tables.ts';
import type { TicketTable } from '#lib/platform/db/tables/support.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';

const MAX_ROWS_PER_KIND = 5;

export interface CustomerActivity {
  orders: (Pick<OrderRow, 'id' | 'number' | 'created_at' | 'order_status' | 'total_paise'> & { goods: string[] })[];
  tickets: Pick<TicketTable, 'number' | 'subject' | 'state' | 'updated_at'>[];
  messages: Pick<Selectable<ContactMessageTable>, 'id' | 'content' | 'created_at'>[];
  reviews: (Pick<ReviewTable, 'id' | 'rating' | 'created_at'> & { product: string })[];
}

interface Person {
  /** The customer's id; null for a visitor without an account, and after the deletion of the account. */
  customerId: string | null;
  email: string;
  /** The id or number of the record that the page already shows. */
  excludedRecord: string;
}

/** Returns up to five of the customer's other orders, tickets (by last change), messages and reviews, newest first. */
export async function customerActivity(
  { read, engine }: Pick<ShopDatabase, 'read' | 'engine'>,
  person: Person,
): Promise<CustomerActivity> {
  const id = person.customerId ?? (await customerIdOf(read, person.email));
  const [orders, tickets, messages, reviews] = await Promise.all([
    ordersOf(read, person, id),
    id === null ? [] : ticketsOf(read, id, person.excludedRecord),
    messagesOf(read, engine, person),
    id === null ? [] : reviewsOf(read, id, person.excludedRecord),
  ]);
  return { orders, tickets, messages, reviews };
}

type Read = ShopDatabase['read'];

async function customerIdOf(read: Read, email: string): Promise<string | null> {
  const customer = await read.selectFrom('customer').select('id').where('email', '=', email).executeTakeFirst();
  return customer?.id ?? null;
}

/** Returns the account's orders, and orders with the same email address. */
async function ordersOf(
  read: Read,
  { email, excludedRecord }: Person,
  customerId: string | null,
): Promise<CustomerActivity['orders']> {
  const ids = read.selectFrom('orders').select('id');
  const orders = await read
    .selectFrom('orders')
    .select(['id', 'number', 'created_at', 'order_status', 'total_paise'])
    .where(
      'id',
      'in',
      ids
        .where('email', '=', email)
        .where('email', '<>', '')
        .union(ids.where('customer_id', '=', customerId)),
    )
    .where('id', '<>', excludedRecord)
    .orderBy('created_at', 'desc')
    .limit(MAX_ROWS_PER_KIND)
    .execute();
  if (orders.length === 0) return [];
  const lines = await read
    .selectFrom('order_line')
    .select(['order_id', 'name', 'variant'])
    .where(
      'order_id',
      'in',
      orders.map(({ id }) => id),
    )
    .orderBy('position')
    .execute();
  const goods = Map.groupBy(lines, ({ order_id }) => order_id);
  return orders.map((order) => ({
    ...order,
    goods: (goods.get(order.id) ?? []).map(({ name, variant }) => [name, variant].filter(Boolean).join(', ')),
  }));
}

function ticketsOf(read: Read, customerId: string, excludedRecord: string): Promise<CustomerActivity['tickets']> {
  return read
    .selectFrom('ticket')
    .select(['number', 'subject', 'state', 'updated_at'])
    .where('customer_id', '=', customerId)
    .where('number', '<>', excludedRecord)
    .orderBy('updated_at', 'desc')
    .limit(MAX_ROWS_PER_KIND)
    .execute();
}

function messagesOf(
  read: Read,
  engine: ShopDatabase['engine'],
  { email, excludedRecord }: Person,
): Promise<CustomerActivity['messages']> {
  return read
    .selectFrom('contact_message')
    .select(['id', 'content', 'created_at'])
    .where(comparedByBytes(engine, 'email'), '=', email)
    .where('id', '<>', excludedRecord)
    .orderBy('created_at', 'desc')
    .limit(MAX_ROWS_PER_KIND)
    .execute();
}

function reviewsOf(read: Read, customerId: string, excludedRecord: string): Promise<CustomerActivity['reviews']> {
  return read
    .selectFrom('review')
    .innerJoin('product', 'product.id', 'review.product_id')
    .select(['review.id', 'rating', 'review.created_at', 'product.name as product'])
    .where('customer_id', '=', customerId)
    .where('review.id', '<>', excludedRecord)
    .orderBy('review.created_at', 'desc')
    .limit(MAX_ROWS_PER_KIND)
    .execute();
}
