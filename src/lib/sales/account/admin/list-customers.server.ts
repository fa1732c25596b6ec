import { type SelectQueryBuilder, sql } from 'kysely';
import { containsText } from '#lib/platform/db/contains-text.server.ts';
import type { Engine, ShopDatabase } from '#lib/platform/db/db.server.ts';
import { keysetPage } from '#lib/platform/db/keyset-page.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import type { CustomerQuery } from '#lib/sales/account/admin/customer-query.schema.ts';
import { NO_ORDERS, orderTotals } from '#lib/sales/account/admin/order-totals.server.ts';

export const CUSTOMERS_PER_PAGE = 50;

type ReadDatabase = Pick<ShopDatabase, 'read' | 'engine'>;

export type CustomerListRow = Awaited<ReturnType<typeof listCustomers>>['rows'][number];

/** Reads one page of the list of customers with an account. Guests appear only in the list of orders. */
export async function listCustomers(db: ReadDatabase, query: CustomerQuery) {
  const { after, before, sort } = query;
  const options = { sort: SORTS[sort], size: CUSTOMERS_PER_PAGE, after, before };
  const page = await keysetPage(filteredCustomers(db, query), options);
  const totals = await orderTotals(
    db,
    page.rows.map(({ id }) => id),
  );
  const rows = page.rows.map(({ created_at, ...row }) => ({
    ...row,
    /** When the account was created, in epoch ms. */
    createdAt: created_at,
    ...(totals.get(row.id) ?? NO_ORDERS),
  }));
  return { ...page, rows };
}

const SORTS = {
  newest: { column: 'created_at', direction: 'desc' },
  oldest: { column: 'created_at', direction: 'asc' },
} as const;

function filteredCustomers({ read, engine }: ReadDatabase, { search, orders }: CustomerQuery) {
  let customers = read.selectFrom('customer').select(['id', 'name', 'email', 'mobile', 'created_at']);
  for (const word of rarestFirst(searchWords(search))) customers = whereContains(customers, engine, word);
  if (!orders) return customers;
  return customers.where((eb) => {
    const placedOrders = eb.selectFrom('orders').select('id').whereRef('orders.customer_id', '=', 'customer.id');
    return orders === 'some' ? eb.exists(placedOrders) : eb.not(eb.exists(placedOrders));
  });
}

/**
 * Returns the words of a search. A number with spaces, hyphens or a country code, such as +91 98765 43210, is one word:
 * its last ten digits.
 */
function searchWords(search: string): string[] {
  const isNumber = /^\+?[\d\s-]+$/.test(search);
  const digits = search.replace(/\D/g, '');
  return isNumber && digits ? [digits.slice(-10)] : search.split(/\s+/).filter(Boolean);
}

/**
 * Sorts words with digits first, then longer words first. Databases evaluate the conditions in this order, and check
 * each condition only for rows that match the conditions before it.
 */
function rarestFirst(words: readonly string[]): string[] {
  const hasDigit = (word: string) => /\d/.test(word);
  return words.toSorted((a, b) => Number(hasDigit(b)) - Number(hasDigit(a)) || b.length - a.length);
}

const DIGITS = /^\d+$/;
const FULL_MOBILE = /^\d{10}$/;
const FULL_EMAIL = /^[^\s@]+@[^\s@.]+\.[^\s@]{2,}$/;

/**
 * Searches only the columns that can contain the word, because each column costs time. The index of the list covers
 * all these columns. A full email address or mobile number is found with a separate index.
 */
function whereContains<O>(
  customers: SelectQueryBuilder<Tables, 'customer', O>,
  engine: Engine,
  word: string,
): SelectQueryBuilder<Tables, 'customer', O> {
  if (FULL_MOBILE.test(word)) return customers.where('mobile', '=', word);
  if (FULL_EMAIL.test(word)) return customers.where('email', '=', word.toLowerCase());
  const columns = DIGITS.test(word) ? [sql`mobile`, sql`email`, sql`name`] : [sql`email`, sql`lower(name)`];
  return customers.where((eb) => eb.or(columns.map((column) => containsText(engine, column, word.toLowerCase()))));
}
