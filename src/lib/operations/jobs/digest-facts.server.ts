import { sql } from 'kysely';
import { type SearchMiss, searchMisses } from '#lib/catalog/search/search-misses.server.ts';
import { openTasks } from '#lib/operations/today/open-tasks.server.ts';
import { salesBetween } from '#lib/operations/today/sales.server.ts';
import { backupAge } from '#lib/operations/today/today.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { countStuck } from '#lib/platform/mail/mail-admin.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { indianMidnight } from '#lib/primitives/indian-time.ts';
import { CM_IN_A_METRE } from '#lib/primitives/metres.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

const SOLD_WITHIN_MS = 30 * DAY_MS;
const MAX_ITEMS = 200;
const MAX_SEARCHES = 10;
/** Counted in UTC days: the Indian night spans two of them. */
const SEARCH_DAYS = 2;

export interface LowStockItem {
  name: string;
  variant: string;
  sellUnit: 'piece' | 'metre';
  quantity: number;
}

export interface DigestFacts {
  at: number;
  yesterday: { orders: number; paise: number };
  toShip: number;
  refunds: { count: number; paise: number };
  tickets: number;
  exchanges: number;
  /** Items sold within 30 days, the best-selling first. */
  lowStock: LowStockItem[];
  soldOut: LowStockItem[];
  searches: SearchMiss[];
  stuckMails: number;
  /** Infinity if there is none; undefined if the shop makes no backups. */
  backupAgeMs: number | undefined;
}

export async function digestFacts({ db, settings, now }: Pick<Shop, 'db' | 'settings' | 'now'>): Promise<DigestFacts> {
  const at = now();
  const goods = await lowStockItems(db, at);
  const { givenUp, late } = await countStuck(db, at);
  return {
    at,
    yesterday: await salesBetween(db, indianMidnight(at) - DAY_MS, indianMidnight(at)),
    ...(await openTasks(db)),
    lowStock: goods.filter(({ quantity }) => quantity > 0),
    soldOut: goods.filter(({ quantity }) => quantity === 0),
    searches: await searchMisses(db, SEARCH_DAYS, at, MAX_SEARCHES),
    stuckMails: givenUp + late,
    backupAgeMs: await backupAge(settings, at),
  };
}

/** Starts from the orders: a large catalogue has many products that nobody buys, and those need no restocking. */
async function lowStockItems(db: ShopDatabase, at: number): Promise<LowStockItem[]> {
  const { lowPieces, lowMetres } = shopSettings(db).ownerMails;
  const mark = sql<number>`case product.sell_unit when 'metre' then cast(${lowMetres * CM_IN_A_METRE} as bigint) else cast(${lowPieces} as bigint) end`;
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
