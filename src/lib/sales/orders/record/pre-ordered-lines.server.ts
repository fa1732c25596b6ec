import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '#lib/platform/db/query/tables.ts';

/** The pre-ordered lines of an order in a query of orders. */
export function preOrderedLines(of: ExpressionBuilder<Tables, 'orders'>) {
  return of
    .selectFrom('order_line')
    .select('position')
    .whereRef('order_line.order_id', '=', 'orders.id')
    .where('pre_order_at', 'is not', null);
}
