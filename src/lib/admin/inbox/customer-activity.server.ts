import { comparedByBytes } from '#lib/admin/inbox/inbox-search.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const MAX_ROWS_PER_KIND = 5;

interface Person {
  /** The customer's id; null for a visitor without an account, and after the deletion of the account. */
  customerId: string | null;
  email: string;
  /** The id or number of the record that the page already shows. */
  excludedRecordId: string;
}

/** Returns up to five of the customer's other orders, tickets (by last change), messages and reviews, newest first. */
export async function customerActivity({ read, engine }: Pick<ShopDatabase, 'read' | 'engine'>, person: Person) {
  const id = person.customerId ?? (await customerIdOf(read, person.email));
  const [orders, tickets, messages, reviews] = await Promise.all([
    ordersOf(read, person, id),
    id === null ? [] : ticketsOf(read, id, person.excludedRecordId),
    messagesOf(read, engine, person),
    id === null ? [] : reviewsOf(read, id, person.excludedRecordId),
  ]);
  return { orders, tickets, messages, reviews };
}

type Reader = ShopDatabase['read'];

async function customerIdOf(read: Reader, email: string): Promise<string | null> {
  const customer = await read.selectFrom('customer').select('id').where('email', '=', email).executeTakeFirst();
  return customer?.id ?? null;
}

/** Returns the account's orders, and orders with the same email address. */
async function ordersOf(read: Reader, { email, excludedRecordId }: Person, customerId: string | null) {
  const idQuery = read.selectFrom('orders').select('id');
  const orders = await read
    .selectFrom('orders')
    .select(['id', 'number', 'created_at', 'order_status', 'total_paise'])
    .where(
      'id',
      'in',
      idQuery
        .where('email', '=', email)
        .where('email', '<>', '')
        .union(idQuery.where('customer_id', '=', customerId)),
    )
    .where('id', '<>', excludedRecordId)
    .orderBy('created_at', 'desc')
    .limit(MAX_ROWS_PER_KIND)
    .execute();
  if (orders.length === 0) return [];
  const orderIds = orders.map(({ id }) => id);
  const lines = await read
    .selectFrom('order_line')
    .select(['order_id', 'name', 'variant'])
    .where('order_id', 'in', orderIds)
    .orderBy('position')
    .execute();
  const linesByOrder = Map.groupBy(lines, ({ order_id }) => order_id);
  return orders.map((order) => ({
    ...order,
    goods: (linesByOrder.get(order.id) ?? []).map(({ name, variant }) => [name, variant].filter(Boolean).join(', ')),
  }));
}

function ticketsOf(read: Reader, customerId: string, excludedRecordId: string) {
  return read
    .selectFrom('ticket')
    .select(['number', 'subject', 'state', 'updated_at'])
    .where('customer_id', '=', customerId)
    .where('number', '<>', excludedRecordId)
    .orderBy('updated_at', 'desc')
    .limit(MAX_ROWS_PER_KIND)
    .execute();
}

function messagesOf(read: Reader, engine: ShopDatabase['engine'], { email, excludedRecordId }: Person) {
  return read
    .selectFrom('contact_message')
    .select(['id', 'content', 'created_at'])
    .where(comparedByBytes(engine, 'email'), '=', email)
    .where('id', '<>', excludedRecordId)
    .orderBy('created_at', 'desc')
    .limit(MAX_ROWS_PER_KIND)
    .execute();
}

function reviewsOf(read: Reader, customerId: string, excludedRecordId: string) {
  return read
    .selectFrom('review')
    .innerJoin('product', 'product.id', 'review.product_id')
    .select(['review.id', 'rating', 'review.created_at', 'product.name as productName'])
    .where('customer_id', '=', customerId)
    .where('review.id', '<>', excludedRecordId)
    .orderBy('review.created_at', 'desc')
    .limit(MAX_ROWS_PER_KIND)
    .execute();
}
