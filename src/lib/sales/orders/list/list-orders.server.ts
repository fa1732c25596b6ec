import type { SelectQueryBuilder } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { distinctValues } from '#lib/platform/db/distinct-values.server.ts';
import { type KeysetPage, keysetPage, keysetPageOf } from '#lib/platform/db/keyset-page.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { filteredOrders, searchReader, searchTerms, sortOf } from '#lib/sales/orders/list/filter-orders.server.ts';
import { areAllIndexed } from '#lib/sales/orders/list/index-orders.server.ts';
import type { OrderQuery } from '#lib/sales/orders/list/order-query.schema.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { limitToScope, type OrderScope } from '#lib/sales/orders/record/order-scope.ts';

export const ADMIN_ORDERS_PER_PAGE = 50;

const COLUMNS = [
  'id',
  'number',
  'created_at',
  'address_json',
  'total_paise',
  'order_status',
  'payment_status',
  'advance_paid',
  'packed_at',
  'awaits_confirmation',
  'carrier',
  'tracking_number',
] as const;

export type OrderListRow = ReturnType<typeof listRow>;

/**
 * Reads a page of orders. The page begins after the last order of the previous page, so that new orders don't shift the
 * rows. `isIndexComplete` says whether the search and the filters cover all orders. Indexing new orders takes a few
 * seconds.
 */
export async function listOrders({ read }: Pick<ShopDatabase, 'read'>, query: OrderQuery, scope: OrderScope = 'all') {
  const orders = read
    .selectFrom('orders')
    .select(COLUMNS)
    .select((eb) =>
      eb
        .selectFrom('order_line')
        .whereRef('order_line.order_id', '=', 'orders.id')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('line_count'),
    );
  const { after, before } = query;
  const options = { sort: sortOf(query), size: ADMIN_ORDERS_PER_PAGE, after, before };
  const terms = await searchTerms({ read }, query.search);
  const readMatches = scope === 'all' ? searchReader({ read }, query, terms) : undefined;
  const [page, isIndexComplete] = await Promise.all([
    readMatches
      ? readOrdersOfPage(await keysetPageOf(readMatches, options), orders)
      : keysetPage(filteredOrders(limitToScope(orders, scope), query, terms), options),
    areAllIndexed({ read }),
  ]);
  return { ...page, rows: page.rows.map(listRow), isIndexComplete };
}

async function readOrdersOfPage<O extends { id: string }>(
  page: KeysetPage<{ id: string }>,
  orders: SelectQueryBuilder<Tables, 'orders', O>,
): Promise<KeysetPage<O>> {
  const ids = page.rows.map(({ id }) => id);
  const rows = ids.length > 0 ? await orders.where('id', 'in', ids).execute() : [];
  const byId = new Map(rows.map((row) => [row.id, row as O]));
  return { ...page, rows: ids.flatMap((id) => byId.get(id) ?? []) };
}

function listRow({
  address_json,
  line_count,
  ...order
}: Pick<OrderRow, (typeof COLUMNS)[number]> & { line_count: number | string | null }) {
  const { name = '', city = '', pincode = '' } = JSON.parse(address_json) as Partial<OrderAddress>;
  return {
    ...order,
    name,
    city,
    pincode,
    lineCount: Number(line_count),
    isPacked: order.order_status === 'processing' && order.packed_at !== null,
    /** Whether this is a cash order that the customer has not confirmed yet. */
    isUnconfirmed: order.awaits_confirmation === 1,
  };
}

const MAX_CHOICES = 100;

export type FilterChoices = Awaited<ReturnType<typeof filterChoices>>;

/** Reads the states, zones and carriers of existing orders for the filters of the list, up to 100 of each. */
export async function filterChoices({ read }: Pick<ShopDatabase, 'read'>) {
  const [states, zones, carriers] = await Promise.all([
    distinctValues(read, 'orders', 'delivery_state', MAX_CHOICES),
    distinctValues(read, 'orders', 'delivery_zone', MAX_CHOICES),
    distinctValues(read, 'orders', 'carrier', MAX_CHOICES),
  ]);
  return { states, zones, carriers };
}
