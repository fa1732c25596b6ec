import { type BinaryOperationNode, OperatorNode, PrimitiveValueListNode, ValueListNode } from 'kysely';

/**
 * Returns the constant result of `in` or `not in` with an empty list, or undefined for any other comparison. PostgreSQL
 * rejects `in ()`, but SQLite accepts it, so a query without this function would fail only on PostgreSQL. Kysely's
 * plugin for this copies each query, and misses lists in subqueries.
 */
export function emptyListResult({ operator, rightOperand: list }: BinaryOperationNode): 'true' | 'false' | undefined {
  if (!PrimitiveValueListNode.is(list) && !ValueListNode.is(list)) return undefined;
  if (list.values.length > 0 || !OperatorNode.is(operator)) return undefined;
  if (operator.operator === 'in') return 'false';
  return operator.operator === 'not in' ? 'true' : undefined;
}
