import { lowVariants } from '#lib/catalog/inventory/low-variants.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const MAX_ITEMS = 200;

export type LowStockItem = Awaited<ReturnType<typeof lowStockItems>>[number];

/** Returns up to 200 variants with little or no stock that sold within 30 days, best-selling first. */
export async function lowStockItems(db: ShopDatabase, at: number) {
  const { query } = await lowVariants(db, at);
  return await query
    .select(['product.name as name', 'variant.name as variant', 'product.sell_unit as sellUnit', 'variant.quantity'])
    .orderBy('sold.lines', 'desc')
    .orderBy('variant.id')
    .limit(MAX_ITEMS)
    .execute();
}
