import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '#lib/platform/db/query/tables.ts';

/** Returns a subquery for the pre-ordered lines of each order. */
export function preOrderedLines(eb: ExpressionBuilder<Tables, 'orders'>) {
  return eb
    .selectFrom('order_line')
    .select('position')
    .whereRef('order_line.order_id', '=', 'orders.id')
    .where('pre_order_at', 'is not', null);
}
