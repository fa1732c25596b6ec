import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import type { OrderStatus } from '#lib/platform/db/tables/orders.ts';

/**
 * The orders that a member of staff may see. `open` means orders that are being prepared or are on their way to the
 * customer.
 */
export type OrderScope = 'all' | 'open';

const OPEN_STATUSES: readonly OrderStatus[] = ['placed', 'processing', 'shipped', 'in_transit', 'out_for_delivery'];

export function isInScope(scope: OrderScope, status: OrderStatus): boolean {
  return scope === 'all' || OPEN_STATUSES.includes(status);
}

/** Limits a query to the orders in the scope. */
export function limitToScope<O>(
  query: SelectQueryBuilder<Tables, 'orders', O>,
  scope: OrderScope,
): SelectQueryBuilder<Tables, 'orders', O> {
  return scope === 'all' ? query : query.where('order_status', 'in', OPEN_STATUSES);
}
