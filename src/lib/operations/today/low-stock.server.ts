import { sql } from 'kysely';
import type { LowStockItem } from '#lib/operations/today/low-stock.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { CM_IN_A_METRE } from '#lib/primitives/metres.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

const SOLD_WITHIN_MS = 30 * DAY_MS;
const MAX_ITEMS = 200;

/**
 * Variants that sold within 30 days, and of which the shop has few or none, the best-selling first. The limit is a
 * setting of the owner's mails.
 */
export async function lowStockItems(db: ShopDatabase, at: number): Promise<LowStockItem[]> {
  const { lowPieces, lowMetres } = shopSettings(db).ownerMails;
  const mark = sql<number>`case product.sell_unit when 'metre' then cast(${lowMetres * CM_IN_A_METRE} as bigint) else cast(${lowPieces} as bigint) end`;
  // From the orders, because a large catalogue has many products that nobody buys, and those need no restocking.
  const rows = await db.read
    .selectFrom('orders')
    .innerJoin('order_line', 'order_line.order_id', 'orders.id')
    .innerJoin('variant', 'variant.id', 'order_line.variant_id')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['product.name as name', 'variant.name as variant', 'product.sell_unit as sellUnit'])
    .select(['variant.quantity', 'variant.id'])
    .where('orders.created_at', '>', at - SOLD_WITHIN_MS)
    .where('product.status', '=', 'active')
    .where('variant.pre_order_at', 'is', null)
    .where('variant.quantity', '<=', mark)
    .groupBy(['variant.id', 'product.name', 'variant.name', 'product.sell_unit', 'variant.quantity'])
    .orderBy((of) => of.fn.countAll(), 'desc')
    .orderBy('variant.id')
    .limit(MAX_ITEMS)
    .execute();
  return rows.map(({ id: _, ...row }) => row);
}
