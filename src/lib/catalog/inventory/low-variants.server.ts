import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { CM_PER_METRE } from '#lib/primitives/metres.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

const SOLD_WITHIN_MS = 30 * DAY_MS;

/**
 * Returns an object with a query for variants of active products that were ordered within the last 30 days and are low
 * or out of stock. `sold.lines` is the number of order lines with the variant. Cancelled orders and variants for
 * pre-order are left out. The limits for low stock are settings for the owner's emails.
 */
export async function lowVariants(db: ShopDatabase, at: number) {
  const since = at - SOLD_WITHIN_MS;
  const { lowPieces, lowMetres } = shopSettings(db).ownerMails;
  const lowCm = lowMetres * CM_PER_METRE;
  const limit = sql<number>`case product.sell_unit when 'metre' then cast(${lowCm} as bigint) else cast(${lowPieces} as bigint) end`;
  // The query starts from the orders, because a large catalogue has many products that nobody buys.
  const sales = db.read
    .selectFrom('order_line')
    .innerJoin('orders', 'orders.id', 'order_line.order_id')
    .select(['variant_id', (eb) => eb.fn.countAll().as('lines')])
    .where('order_id', '>=', await firstIdSince(db, since))
    .where('orders.created_at', '>', since)
    .where('order_status', '!=', 'cancelled')
    .groupBy('variant_id');
  const query = db.read
    .selectFrom(sales.as('sold'))
    .innerJoin('variant', 'variant.id', 'sold.variant_id')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .where('product.status', '=', 'active')
    .where('variant.pre_order_at', 'is', null)
    // This condition is redundant, but avoids reading the products of variants with enough stock.
    .where('variant.quantity', '<=', Math.max(lowCm, lowPieces))
    .where('variant.quantity', '<=', limit);
  // The query is wrapped in an object, because a Kysely query can’t be awaited.
  return { query };
}

/**
 * Returns the lowest id of the orders after `since`, or an empty string if there are no such orders. Ids begin with the
 * time, so the lines of the latest orders are together at the end of their table, and PostgreSQL reads only these
 * lines.
 */
async function firstIdSince({ read }: ShopDatabase, since: number): Promise<string> {
  // A plain `min(id)` would make the database scan from the oldest order.
  const { first } = await read
    .selectFrom('orders')
    .select(sql<string | null>`min(id || '')`.as('first'))
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return first ?? '';
}
