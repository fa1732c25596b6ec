import { type ExpressionBuilder, expressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { type KeysetSort, sortedAfterCursor } from '#lib/platform/db/keyset-page.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { indianMidnight } from '#lib/primitives/indian-time.ts';
import { queryTerms } from '#lib/sales/orders/list/index-orders.server.ts';
import { type OrderQuery, sortNameOf } from '#lib/sales/orders/list/order-query.schema.ts';
import { BEING_PREPARED } from '#lib/sales/orders/record/orders.ts';

type Query<O> = SelectQueryBuilder<Tables, 'orders', O>;

/**
 * Adds the conditions of the search and the filters to a query. A search covers orders with any status, unless a status
 * other than `open` is selected. The third argument is the result of `searchTerms`.
 */
export function filteredOrders<O>(orders: Query<O>, query: OrderQuery, { terms, areCommon }: SearchTerms): Query<O> {
  const { search, payment, from, to, state, zone, carrier } = query;
  const status = search && query.status === 'open' ? 'all' : query.status;
  let matchingOrders = ordersWithStatus(
    search && terms.length === 0 ? orders.where(sql<boolean>`1 = 0`) : orders,
    status,
  );
  if (areCommon)
    matchingOrders = terms.reduce(
      (matches, term) => matches.where((eb) => eb.exists(orderHasTerm(term, 'orders.id'))),
      matchingOrders,
    );
  else if (terms.length > 0)
    matchingOrders = matchingOrders.where('id', 'in', ordersWithTerms(terms).select('order_id'));
  if (payment) matchingOrders = matchingOrders.where('payment_status', '=', payment);
  if (from) matchingOrders = matchingOrders.where('created_at', '>=', indianMidnight(Date.parse(from)));
  if (to) matchingOrders = matchingOrders.where('created_at', '<', indianMidnight(Date.parse(to)) + DAY_MS);
  if (state) matchingOrders = matchingOrders.where('delivery_state', '=', state);
  if (zone) matchingOrders = matchingOrders.where('delivery_zone', '=', zone);
  if (carrier) matchingOrders = matchingOrders.where('carrier', '=', carrier);
  return matchingOrders;
}

/** Adds the condition of a status to a query. Also used for counts, so that the counts match the lists. */
export function ordersWithStatus<O>(orders: Query<O>, status: OrderQuery['status']): Query<O> {
  switch (status) {
    case 'all':
      return orders;
    case 'open':
      return orders.where('order_status', 'in', BEING_PREPARED);
    case 'to_confirm':
      return orders.where('order_status', '=', 'placed').where('awaits_confirmation', '=', 0);
    case 'to_pack':
      return orders.where('order_status', '=', 'processing').where('packed_at', 'is', null);
    case 'to_ship':
      return orders.where('order_status', '=', 'processing').where('packed_at', 'is not', null);
    case 'pre_order':
      return orders.where('order_status', 'in', BEING_PREPARED).where((eb) => eb.exists(preOrderedLines(eb)));
    case 'cod_unconfirmed':
      // This is a literal because the partial index covers only this value. The same applies to `cash_due` below.
      return orders.where(sql<boolean>`awaits_confirmation = 1`);
    case 'cash_due':
      return orders.where(sql<boolean>`cash_due = 1`);
    default:
      return orders.where('order_status', '=', status);
  }
}

const LAST_CHARACTER = '\u{10FFFF}';

/**
 * The queries are nested because PostgreSQL would otherwise join all orders and terms, or look up the terms of each
 * order.
 */
function ordersWithTerms([term = '', ...otherTerms]: readonly string[]): SelectQueryBuilder<
  Tables,
  'order_term',
  object
> {
  const query = expressionBuilder<Tables>()
    .selectFrom('order_term')
    .where('term', '>=', term)
    .where('term', '<', term + LAST_CHARACTER);
  return otherTerms.length > 0 ? query.where('order_id', 'in', ordersWithTerms(otherTerms).select('order_id')) : query;
}

function orderHasTerm(term: string, idColumn: string) {
  return ordersWithTerms([term]).select('order_id').where('order_id', '=', sql.ref<string>(idColumn));
}

/**
 * The number of orders above which a term is common. For common terms, reading the list in sort order finds a page of
 * matches faster.
 */
const COMMON_ORDERS = 20_000;

/** The terms of a search: its words, normalized like the terms of orders (`termOf`). */
type SearchTerms = Awaited<ReturnType<typeof searchTerms>>;

/**
 * Returns the terms of a search, sorted by the number of orders that contain them. Counts up to `COMMON_ORDERS` + 1
 * orders for each term.
 */
export async function searchTerms({ read }: Pick<ShopDatabase, 'read'>, search: string) {
  const counts = queryTerms(search).map(async (term) => {
    const matches = ordersWithTerms([term])
      .select('order_id')
      .limit(COMMON_ORDERS + 1);
    const { n } = await read
      .selectFrom(matches.as('matches'))
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return { term, orderCount: Number(n) };
  });
  const sortedCounts = (await Promise.all(counts)).sort((a, b) => b.orderCount - a.orderCount);
  return {
    /** The terms, the rarest last, so that the innermost query finds the fewest orders. */
    terms: sortedCounts.map(({ term }) => term),
    /**
     * Whether even the rarest term, for example the prefix of all order numbers, is in more than `COMMON_ORDERS`
     * orders.
     */
    areCommon: (sortedCounts.at(-1)?.orderCount ?? 0) > COMMON_ORDERS,
  };
}

/** The number of orders with the rarest term, in sort order, that are checked first for the other terms. */
const FIRST_CHECKED_ORDERS = 200;

/**
 * Returns a function that reads the ids and times of the orders that match a search without filters. Returns undefined
 * for an empty search, for a search with filters, for a search sorted by amount, and for common terms. The query
 * planner assumes that the matches of a term are spread evenly over time, and that terms are independent. But order
 * numbers with the same prefix are close together, and a city implies a state. The function therefore fills most pages
 * from the first orders with the rarest term.
 */
export function searchReader(
  { read }: Pick<ShopDatabase, 'read'>,
  query: OrderQuery,
  { terms, areCommon }: SearchTerms,
) {
  const { payment, from, to, state, zone, carrier, status } = query;
  const hasFilter = [payment, from, to, state, zone, carrier].some(Boolean) || (status !== 'open' && status !== 'all');
  if (terms.length === 0 || areCommon || hasFilter || sortOf(query).column !== 'created_at') return undefined;
  const otherTerms = terms.slice(0, -1);
  return async (sort: KeysetSort, cursor: string | undefined, limit: number) => {
    const page = (pageTerms: readonly string[], size: number) => {
      const matches = ordersWithTerms(pageTerms).select(['order_id as id', 'created_at']).distinct().as('found');
      return sortedAfterCursor(read.selectFrom(matches).select(['id', 'created_at']), sort, cursor).limit(size);
    };
    if (otherTerms.length > 0) {
      const matches = read
        .selectFrom(page(terms.slice(-1), FIRST_CHECKED_ORDERS).as('first'))
        .select(['id', 'created_at'])
        .where((eb) => eb.and(otherTerms.map((term) => eb.exists(orderHasTerm(term, 'first.id')))));
      const firstRows = await sortedAfterCursor(matches, sort, undefined).limit(limit).execute();
      if (firstRows.length === limit) return firstRows;
    }
    return page(terms, limit).execute();
  };
}

export function sortOf(query: OrderQuery): KeysetSort {
  return SORTS[sortNameOf(query)];
}

const SORTS: Record<NonNullable<OrderQuery['sort']>, KeysetSort> = {
  oldest: { column: 'created_at', direction: 'asc' },
  newest: { column: 'created_at', direction: 'desc' },
  highest: { column: 'total_paise', direction: 'desc' },
  lowest: { column: 'total_paise', direction: 'asc' },
};

/** Returns a subquery for the pre-ordered lines of each order. */
export function preOrderedLines(eb: ExpressionBuilder<Tables, 'orders'>) {
  return eb
    .selectFrom('order_line')
    .select('position')
    .whereRef('order_line.order_id', '=', 'orders.id')
    .where('pre_order_at', 'is not', null);
}
