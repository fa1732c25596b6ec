import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Engine, ShopDatabase } from '#lib/platform/db/db.server.ts';
import { type KeysetPage, keysetPage } from '#lib/platform/db/keyset-page.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import type { CustomerQuery } from '#lib/sales/account/desk/customer-query.schema.ts';
import { NO_SALES, type OrderTotals, orderTotals } from '#lib/sales/account/desk/order-totals.server.ts';

export const CUSTOMERS_ON_A_PAGE = 50;

type ReadDatabase = Pick<ShopDatabase, 'read' | 'engine'>;

export interface CustomerListRow extends OrderTotals {
  id: string;
  name: string;
  email: string;
  mobile: string;
  /** Epoch ms. */
  createdAt: number;
}

/** One page of the accounts. Guests have none, and are found by their orders. */
export async function listCustomers(db: ReadDatabase, query: CustomerQuery): Promise<KeysetPage<CustomerListRow>> {
  const { after, before, sort } = query;
  const options = { sort: SORTS[sort], size: CUSTOMERS_ON_A_PAGE, after, before };
  const page = await keysetPage(filteredCustomers(db, query), options);
  const totals = await orderTotals(
    db,
    page.rows.map(({ id }) => id),
  );
  const rows = page.rows.map(({ created_at, ...row }) => ({
    ...row,
    createdAt: created_at,
    ...(totals.get(row.id) ?? NO_SALES),
  }));
  return { ...page, rows };
}

const SORTS = {
  newest: { column: 'created_at', direction: 'desc' },
  oldest: { column: 'created_at', direction: 'asc' },
} as const;

function filteredCustomers({ read, engine }: ReadDatabase, { search, orders }: CustomerQuery) {
  let found = read.selectFrom('customer').select(['id', 'name', 'email', 'mobile', 'created_at']);
  for (const word of rarestFirst(wordsOf(search))) found = withWord(found, engine, word);
  if (!orders) return found;
  return found.where((of) => {
    const placed = of.selectFrom('orders').select('id').whereRef('orders.customer_id', '=', 'customer.id');
    return orders === 'some' ? of.exists(placed) : of.not(of.exists(placed));
  });
}

/** Digits in groups are one number, such as 98765 43210, with or without the code of the country. */
function wordsOf(search: string): string[] {
  const isNumber = /^\+?[\d\s-]+$/.test(search);
  const digits = search.replace(/\D/g, '');
  return isNumber && digits ? [digits.slice(-10)] : search.split(/\s+/).filter(Boolean);
}

/** A database looks for the words in this order, and for the next one only where it has found the one before. */
function rarestFirst(words: readonly string[]): string[] {
  const hasDigit = (word: string) => Number(/\d/.test(word));
  return words.toSorted((a, b) => hasDigit(b) - hasDigit(a) || b.length - a.length);
}

const DIGITS = /^\d+$/;
const WHOLE_NUMBER = /^\d{10}$/;
const WHOLE_EMAIL = /^[^\s@]+@[^\s@.]+\.[^\s@]{2,}$/;

/**
 * In the name, the email or the mobile number, all of which the index of the list contains; only in those that can contain
 * it, because each one costs time. A whole email or number has an index of its own.
 */
function withWord<O>(
  found: SelectQueryBuilder<Tables, 'customer', O>,
  engine: Engine,
  word: string,
): SelectQueryBuilder<Tables, 'customer', O> {
  if (WHOLE_NUMBER.test(word)) return found.where('mobile', '=', word);
  if (WHOLE_EMAIL.test(word)) return found.where('email', '=', word.toLowerCase());
  const position = sql.raw(engine === 'postgres' ? 'strpos' : 'instr');
  const contains = (column: RawBuilder<unknown>) => sql<boolean>`${position}(${column}, ${word.toLowerCase()}) > 0`;
  const columns = DIGITS.test(word) ? [sql`mobile`, sql`email`, sql`name`] : [sql`email`, sql`lower(name)`];
  return found.where((of) => of.or(columns.map(contains)));
}
