import type { Kysely } from 'kysely';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import type { StockChangeReason } from '#lib/platform/db/tables/stock.ts';

const MANUAL_REASONS: readonly StockChangeReason[] = ['correction', 'count', 'import', 'opening'];

/**
 * Counts how often people have set or corrected the stock of each variant, including by imports. Sales and returns are
 * not counted: if the count is the same when a form is sent, only sales and returns have changed the stock since the
 * form was shown. Variants whose stock nobody has set or corrected are missing from the map.
 */
export async function countManualChanges(
  db: Kysely<Tables>,
  variantIds: readonly number[],
): Promise<Map<number, number>> {
  if (variantIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('stock_ledger')
    .select(({ fn }) => ['variant_id', fn.countAll<number>().as('count')])
    .where('variant_id', 'in', variantIds)
    .where('why', 'in', MANUAL_REASONS)
    .groupBy('variant_id')
    .execute();
  return new Map(rows.map(({ variant_id, count }) => [variant_id, Number(count)]));
}
