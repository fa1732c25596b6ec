import { type SelectQueryBuilder, sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import type { OrderStatus, OrdersTable, PaymentStatus } from '#lib/platform/db/tables/orders.ts';
import { DAY_MS, IST_AHEAD_MS } from '#lib/primitives/durations.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { areAllIndexed } from '#lib/sales/orders/list/index-orders.server.ts';
import type { OrderQuery } from '#lib/sales/orders/list/order-query.schema.ts';
import { typedTerms } from '#lib/sales/orders/list/order-terms.ts';
import { inScope, type OrderScope } from '#lib/sales/orders/record/order-scope.ts';
import { BEING_PREPARED } from '#lib/sales/orders/record/orders.ts';

export const ORDERS_ON_A_PAGE = 50;
const LAST_CHARACTER = '\u{10FFFF}';

const COLUMNS = [
  'id',
  'number',
  'created_at',
  'address_json',
  'total_paise',
  'order_status',
  'payment_status',
  'carrier',
  'tracking_number',
] as const;

export interface OrderListRow {
  id: string;
  number: string;
  /** Epoch ms. */
  placedAt: number;
  name: string;
  city: string;
  pincode: string;
  lines: number;
  totalPaise: number;
  status: OrderStatus;
  payment: PaymentStatus;
  carrier: string | null;
  trackingNumber: string | null;
}

export interface OrderList {
  rows: OrderListRow[];
  /** The `after` of the next page, if there is one. */
  next: string | undefined;
  /** Whether the search knows all orders; new ones take seconds. */
  isComplete: boolean;
}

/** One page of orders. It begins after the last order of the previous page, so new orders move no row. */
export async function listOrders(
  { read }: Pick<ShopDatabase, 'read'>,
  query: OrderQuery,
  scope: OrderScope = 'all',
): Promise<OrderList> {
  const sort = query.sort ?? (query.status === 'open' ? 'oldest' : 'newest');
  const direction = sort === 'oldest' ? 'asc' : 'desc';
  const orders = read
    .selectFrom('orders')
    .select(COLUMNS)
    .select((of) =>
      of
        .selectFrom('order_line')
        .whereRef('order_line.order_id', '=', 'orders.id')
        .select((line) => line.fn.countAll<number>().as('n'))
        .as('lines'),
    )
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(ORDERS_ON_A_PAGE + 1);
  const onPage = afterCursor(filtered(inScope(orders, scope), query), query.after, direction);
  const [found, isComplete] = await Promise.all([onPage.execute(), areAllIndexed({ read })]);
  const shown = found.slice(0, ORDERS_ON_A_PAGE);
  const last = shown.at(-1);
  const next = found.length > ORDERS_ON_A_PAGE && last ? `${last.created_at}.${last.id}` : undefined;
  return { rows: shown.map(listRow), next, isComplete };
}

type Query<O> = SelectQueryBuilder<Tables, 'orders', O>;

/** A search looks at all orders, unless a status is chosen. */
function filtered<O>(orders: Query<O>, { search, status, payment, from, to }: OrderQuery): Query<O> {
  const terms = typedTerms(search);
  let query = search && terms.length === 0 ? orders.where(sql<boolean>`1 = 0`) : orders;
  for (const term of terms)
    query = query.where('id', 'in', (of) =>
      of
        .selectFrom('order_term')
        .select('order_id')
        .where('term', '>=', term)
        .where('term', '<', term + LAST_CHARACTER),
    );
  if (status === 'open' && !search) query = query.where('order_status', 'in', BEING_PREPARED);
  else if (status !== 'open' && status !== 'all') query = query.where('order_status', '=', status);
  if (payment) query = query.where('payment_status', '=', payment);
  if (from) query = query.where('created_at', '>=', startOf(from));
  if (to) query = query.where('created_at', '<', startOf(to) + DAY_MS);
  return query;
}

/** The first comparison alone lets the database use an index. */
function afterCursor<O>(orders: Query<O>, cursor: string | undefined, direction: 'asc' | 'desc'): Query<O> {
  if (cursor === undefined) return orders;
  const dot = cursor.indexOf('.');
  const at = Number(cursor.slice(0, dot));
  const id = cursor.slice(dot + 1);
  const isLater = direction === 'asc' ? '>' : '<';
  return orders
    .where('created_at', direction === 'asc' ? '>=' : '<=', at)
    .where((is) => is.or([is('created_at', isLater, at), is('id', isLater, id)]));
}

function listRow({
  address_json,
  ...order
}: Pick<OrdersTable, (typeof COLUMNS)[number]> & { lines: number | string | null }): OrderListRow {
  const { name = '', city = '', pincode = '' } = JSON.parse(address_json) as Partial<OrderAddress>;
  return {
    id: order.id,
    number: order.number,
    placedAt: order.created_at,
    name,
    city,
    pincode,
    lines: Number(order.lines),
    totalPaise: order.total_paise,
    status: order.order_status,
    payment: order.payment_status,
    carrier: order.carrier,
    trackingNumber: order.tracking_number,
  };
}

/** Midnight in India of a day such as `2026-11-26`. */
function startOf(isoDay: string): number {
  return Date.parse(`${isoDay}T00:00:00Z`) - IST_AHEAD_MS;
}
