import type { Kysely } from 'kysely';
import { type SaleSchedule, scheduleOf } from '#lib/catalog/products/sale-schedule.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';

/** Returns the scheduled sales of these products, by product id. */
export async function saleSchedules(
  db: Kysely<Tables>,
  productIds: readonly number[],
): Promise<Map<number, SaleSchedule>> {
  if (productIds.length === 0) return new Map();
  const rows = await db.selectFrom('scheduled_sale').selectAll().where('product_id', 'in', productIds).execute();
  return new Map(rows.map((row) => [row.product_id, scheduleOf(row)]));
}
